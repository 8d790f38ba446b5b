package org.trueghz.app.model

/** What the system says of the battery, as far as it matters to a load. None of it is measured here. */
data class Battery(
    /** From where the power comes; absent where the system does not tell. */
    val power: PowerSource? = null,
    /** Its temperature, in tenths of a degree Celsius, as the system has it. */
    val decidegrees: Int? = null,
)

/** What the system is asked for meanwhile: the battery, and a clock that nobody sets, in milliseconds. */
class Surroundings(
    val battery: () -> Battery,
    val nowMs: () -> Long,
)

/** From where the device has its power. */
enum class PowerSource { BATTERY, CHARGING, FULL }
