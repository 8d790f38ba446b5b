package org.trueghz.app.model

/**
 * The system's facts of the battery, as far as it matters to a load. None of it is measured here.
 */
data class Battery(
    /** Source of the power; absent if the system does not report it. */
    val power: PowerSource? = null,
    /** Its temperature, in tenths of a degree Celsius, as the system has it. */
    val decidegrees: Int? = null,
)

/** Queries during a load: the battery, and a clock that is never set, in milliseconds. */
class Surroundings(
    val battery: () -> Battery,
    val nowMs: () -> Long,
)

/** Source of the device's power. */
enum class PowerSource { BATTERY, CHARGING, FULL }
