package android.content

/** Android's context as far as the library touches it: the tests run on a JVM without Android. */
abstract class Context {
    abstract fun getApplicationContext(): Context?

    abstract fun getSystemService(name: String): Any?
}
