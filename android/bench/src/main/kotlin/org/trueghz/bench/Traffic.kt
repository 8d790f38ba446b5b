package org.trueghz.bench

const val MS_PER_S = 1e3

/** Calls and bytes over the boundary, in both directions. */
class Traffic(
    private val name: String,
) {
    private var calls = 0
    private var bytes = 0uL

    /** Duration in milliseconds. */
    var lastedMs = 0.0

    /** Counts an event or a call; [size] is the size of its arguments and result, in bytes. */
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

    /** Prints this as a fraction of [other], which lasted as long. */
    fun print(other: Traffic) {
        val parts = "%s as a part of %s: %.3f of the calls, %.3f of the bytes"
        val ofBytes = bytes.toDouble() / other.bytes.toDouble()
        println(parts.format(name, other.name, calls.toDouble() / other.calls, ofBytes))
    }
}
