package org.trueghz

/**
 * The native library cannot be loaded on this device.
 *
 * The app was packed without it, or not for this processor. The AAR has it for `arm64-v8a` and `x86_64`. JNA,
 * which it needs, is there for `armeabi-v7a` and others, too: an app that packs those is installed on devices
 * where TrueGHz cannot run. `ndk.abiFilters` with the two names keeps it off them; else catch this.
 */
public class NotLoadedException(
    cause: Throwable,
) : RuntimeException("the native library cannot be loaded: ${cause.message ?: cause}", cause)
