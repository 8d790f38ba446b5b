package org.trueghz

import android.content.Context

/** Android's part: once it has a context, each session asks the power manager how hot the device is. */
public object AndroidPlatform {
    /**
     * Keeps the application's context, for as long as the process lives or until [detach]. Once is
     * enough: for example in `Application.onCreate`.
     *
     * @throws NotLoadedException if this device cannot load the native library.
     */
    public fun attach(context: Context) {
        NativeStart.loadOrThrow()
        // An activity must not be kept. Before `Application.onCreate` there is no application's context yet.
        val application: Context? = context.applicationContext
        NativeStart.attach(application ?: context)
    }

    /** Lets go of the context. */
    public fun detach() {
        if (NativeStart.load()) NativeStart.attach(null)
    }
}
