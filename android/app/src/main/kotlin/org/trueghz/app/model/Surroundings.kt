package org.trueghz.app.model

import org.trueghz.Battery
import org.trueghz.LocaleStyle

/** Queries of the system: the battery, a clock in milliseconds that is never set, the user's language. */
class Surroundings(
    val battery: () -> Battery,
    val nowMs: () -> Long,
    val style: () -> LocaleStyle,
)
