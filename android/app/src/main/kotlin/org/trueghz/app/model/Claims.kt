package org.trueghz.app.model

import org.trueghz.Machine

/** The system's claim for the cores with these numbers, in hertz; absent if it states none. */
fun Machine.claimHz(cpus: List<UInt>): Double? {
    val cpu = cpus.firstOrNull() ?: return null
    return clusters
        .find { cpu in it.cpus }
        ?.claim
        ?.hz
        ?.toDouble()
}
