package org.trueghz

/**
 * The native library's start.
 *
 * What uniffi wrote loads the library by JNA, that is by `dlopen`, and then the runtime does not call
 * `JNI_OnLoad`, which starts the log on Android and keeps the Java machine. So the library is loaded here
 * first.
 */
internal object NativeStart {
    private val loaded: Boolean =
        try {
            System.loadLibrary("trueghz_ffi")
            true
        } catch (_: UnsatisfiedLinkError) {
            // A JVM that finds it by `jna.library.path` alone. If JNA does not find it either, JNA says so.
            false
        }

    /** Loads the library, once; says whether the runtime found it. */
    fun load(): Boolean = loaded

    /** Keeps the application's context, which sessions then ask for the power manager. Null lets go of it. */
    @JvmStatic
    external fun attach(context: Any?)
}
