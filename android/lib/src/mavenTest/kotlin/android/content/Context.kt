package android.content

/** Android's context as far as the library touches it: these tests run on a JVM without Android. */
abstract class Context {
    abstract fun getApplicationContext(): Context?

    abstract fun getSystemService(name: String): Any?
}

/** Android's context that hands on to another. */
@Suppress("UNUSED_PARAMETER")
open class ContextWrapper(
    base: Context?,
) : Context() {
    override fun getApplicationContext(): Context? = null

    override fun getSystemService(name: String): Any? = null
}
