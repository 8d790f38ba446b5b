package org.trueghz.app.system

import android.content.Context
import android.content.Intent
import android.content.IntentFilter
import android.os.BatteryManager
import org.trueghz.Battery
import org.trueghz.PowerSource

/** Asks the system for the battery: it keeps the last broadcast about it, which needs no permission. */
class BatteryLook(
    private val context: Context,
) {
    fun now(): Battery {
        val last = context.registerReceiver(null, IntentFilter(Intent.ACTION_BATTERY_CHANGED))
        return last?.let(::battery) ?: Battery(null, null)
    }

    private fun battery(said: Intent): Battery {
        val celsius = said.getIntExtra(BatteryManager.EXTRA_TEMPERATURE, UNKNOWN)
        return Battery(power(said), celsius.takeIf { it != UNKNOWN })
    }

    private fun power(said: Intent): PowerSource? {
        val isPlugged = said.getIntExtra(BatteryManager.EXTRA_PLUGGED, 0) != 0
        return when (said.getIntExtra(BatteryManager.EXTRA_STATUS, BatteryManager.BATTERY_STATUS_UNKNOWN)) {
            BatteryManager.BATTERY_STATUS_CHARGING -> PowerSource.CHARGING

            BatteryManager.BATTERY_STATUS_FULL -> if (isPlugged) PowerSource.FULL else PowerSource.BATTERY

            BatteryManager.BATTERY_STATUS_DISCHARGING -> PowerSource.BATTERY

            // Plugged in, and the charger's power is not taken: it warms nothing.
            BatteryManager.BATTERY_STATUS_NOT_CHARGING -> PowerSource.BATTERY.takeIf { !isPlugged }

            else -> null
        }
    }

    private companion object {
        const val UNKNOWN = Int.MIN_VALUE
    }
}
