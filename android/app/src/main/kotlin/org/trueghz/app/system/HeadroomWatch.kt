package org.trueghz.app.system

import android.os.Build
import android.os.Handler
import android.os.Looper
import android.os.PowerManager
import org.trueghz.Conditions
import org.trueghz.app.NewerAndroid

/**
 * Reports to [tell] how near severe throttling is, repeatedly from [start] to [stop]: the system
 * provides it on request only.
 */
@NewerAndroid(api = Build.VERSION_CODES.R)
class HeadroomWatch(
    private val power: PowerManager,
    private val tell: (Conditions) -> Unit,
) {
    private val handler = Handler(Looper.getMainLooper())
    private val asks = Runnable { ask() }
    private var isOn = false

    fun start() {
        if (isOn) return
        isOn = true
        ask()
    }

    fun stop() {
        isOn = false
        handler.removeCallbacks(asks)
    }

    private fun ask() {
        // As things are now, not as forecast. No number where the device does not know, or was just asked.
        val headroom = power.getThermalHeadroom(0).toDouble()
        if (headroom.isFinite()) tell(Conditions(null, headroom, null, null))
        handler.postDelayed(asks, EVERY_MS)
    }

    private companion object {
        /**
         * The system measures for ten seconds after a request, and allows one request per second.
         */
        const val EVERY_MS = 5_000L
    }
}
