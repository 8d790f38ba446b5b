package org.trueghz.app.system

import android.content.BroadcastReceiver
import android.content.Context
import android.content.Intent
import android.content.IntentFilter
import android.os.Build
import android.os.PowerManager
import org.trueghz.Conditions

/**
 * Reports to [tell] how hot the device is and whether it saves power, now and whenever it changes.
 */
class PowerWatch(
    private val context: Context,
    private val tell: (Conditions) -> Unit,
) {
    private val power = context.getSystemService(PowerManager::class.java)
    private val heat = if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.Q) HeatWatch(power, tell) else null

    private val saving =
        object : BroadcastReceiver() {
            override fun onReceive(
                context: Context,
                intent: Intent,
            ) = tellSaving()
        }

    fun start() {
        context.registerReceiver(saving, IntentFilter(PowerManager.ACTION_POWER_SAVE_MODE_CHANGED))
        tellSaving()
        heat?.start()
    }

    fun stop() {
        context.unregisterReceiver(saving)
        heat?.stop()
    }

    private fun tellSaving() = tell(Conditions(null, null, powerSaving = power.isPowerSaveMode, null))
}
