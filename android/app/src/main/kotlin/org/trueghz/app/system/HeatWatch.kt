package org.trueghz.app.system

import android.os.Build
import android.os.PowerManager
import org.trueghz.Conditions
import org.trueghz.ThermalStatus
import org.trueghz.app.NewerAndroid

/** Reports how hot the device is, on systems that provide it. */
@NewerAndroid(api = Build.VERSION_CODES.Q)
class HeatWatch(
    private val power: PowerManager,
    private val tell: (Conditions) -> Unit,
) {
    private val listener =
        PowerManager.OnThermalStatusChangedListener { status ->
            tell(Conditions(thermal(status), null, null, null))
        }

    /** The system calls the listener, on the thread that draws, at once and whenever it changes. */
    fun start() = power.addThermalStatusListener(listener)

    fun stop() = power.removeThermalStatusListener(listener)

    private fun thermal(status: Int): ThermalStatus? =
        when (status) {
            PowerManager.THERMAL_STATUS_NONE -> ThermalStatus.NOMINAL
            PowerManager.THERMAL_STATUS_LIGHT -> ThermalStatus.LIGHT
            PowerManager.THERMAL_STATUS_MODERATE -> ThermalStatus.MODERATE
            PowerManager.THERMAL_STATUS_SEVERE -> ThermalStatus.SEVERE
            PowerManager.THERMAL_STATUS_CRITICAL -> ThermalStatus.CRITICAL
            PowerManager.THERMAL_STATUS_EMERGENCY -> ThermalStatus.EMERGENCY
            PowerManager.THERMAL_STATUS_SHUTDOWN -> ThermalStatus.SHUTDOWN
            else -> null
        }
}
