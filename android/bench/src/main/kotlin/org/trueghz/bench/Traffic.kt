package org.trueghz.bench

const val MS_PER_S = 1e3

/** What goes over the boundary, either way. */
class Traffic(
    private val name: String,
) {
    private var calls = 0
    private var bytes = 0uL

    /** How long it went on, in milliseconds. */
    var lastedMs = 0.0

    /** An event or a call; [size] is that of what it takes or brings, in bytes. */
    fun count(size: ULong) {
        calls++
        bytes += size
    }

    private val seconds
        get() = lastedMs / MS_PER_S

    fun print() {
        val whole = "%-28s %6.2f s: %6.1f calls and %8.0f bytes a second"
        println(whole.format(name, seconds, calls / seconds, bytes.toDouble() / seconds))
    }

    /** What this is as a part of [other], which went on as long. */
    fun print(other: Traffic) {
        val parts = "%s as a part of %s: %.3f of the calls, %.3f of the bytes"
        val ofBytes = bytes.toDouble() / other.bytes.toDouble()
        println(parts.format(name, other.name, calls.toDouble() / other.calls, ofBytes))
    }
}
