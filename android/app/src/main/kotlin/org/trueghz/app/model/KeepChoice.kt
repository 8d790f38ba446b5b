package org.trueghz.app.model

import android.content.Context
import java.io.IOException

/** Whether the user wants readings to be kept: not before they choose so. */
class KeepChoice(
    private val context: Context,
) {
    private val preferences by lazy { context.getSharedPreferences("history", Context.MODE_PRIVATE) }

    fun isOn(): Boolean {
        offTheMainThread()
        return preferences.getBoolean(KEEP, false)
    }

    /** @throws IOException where the disk does not take it. */
    fun turn(on: Boolean) {
        offTheMainThread()
        val isWritten = preferences.edit().putBoolean(KEEP, on).commit()
        if (!isWritten) throw IOException("the choice was not written")
    }

    private companion object {
        const val KEEP = "keep"
    }
}
