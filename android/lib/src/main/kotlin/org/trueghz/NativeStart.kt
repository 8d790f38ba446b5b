package org.trueghz

/**
 * The native library's start.
 *
 * uniffi's code loads the library by JNA, that is by `dlopen`, and then the runtime does not call
 * `JNI_OnLoad`, which starts the log on Android and keeps the Java machine. So the library is
 * loaded here first.
 */
internal object NativeStart {
    private val missing: LinkageError? =
        try {
            System.loadLibrary("trueghz_ffi")
            null
        } catch (missing: UnsatisfiedLinkError) {
            missing
        }

    /** Loads the library, once, without JNA; says whether the runtime found it. */
    fun load(): Boolean = missing == null

    /** As [load]; throws [NotLoadedException] if the runtime did not find it. */
    fun loadOrThrow() {
        missing?.let { throw NotLoadedException(it) }
    }

    /**
     * Loads all that calls of the library need. A JVM may find it by `jna.library.path` alone.
     *
     * @throws NotLoadedException if JNA does not find it either.
     */
    fun start() {
        load()
        try {
            uniffiEnsureInitialized()
        } catch (missing: LinkageError) {
            // From the second time on it is the class that would have loaded it that is missing.
            throw NotLoadedException(this.missing ?: missing)
        }
    }

    /** Keeps the application's context, which sessions then ask for the power manager. Null lets go of it. */
    @JvmStatic
    external fun attach(context: Any?)
}
