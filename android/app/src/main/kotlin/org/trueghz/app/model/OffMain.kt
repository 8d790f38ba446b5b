package org.trueghz.app.model

import android.os.Looper

/** Ends the thread that draws where it is about to wait for a disk. */
internal fun offTheMainThread() {
    check(!Looper.getMainLooper().isCurrentThread) { "files are for other threads than the one that draws" }
}
