package org.trueghz.app.model

import org.trueghz.Machine

/** What the system claims of the cores with these numbers, in hertz; absent where it does not say. */
fun Machine.claimHz(cpus: List<UInt>): Double? {
    val cpu = cpus.firstOrNull() ?: return null
    return clusters
        .find { cpu in it.cpus }
        ?.claim
        ?.hz
        ?.toDouble()
}
