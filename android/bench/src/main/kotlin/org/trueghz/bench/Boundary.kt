package org.trueghz.bench

import com.sun.jna.Native
import kotlinx.coroutines.runBlocking
import org.trueghz.Reading
import org.trueghz.Session
import org.trueghz.SessionEvent
import org.trueghz.SessionJob
import org.trueghz.SessionObserver
import org.trueghz.Verdict
import org.trueghz.display
import org.trueghz.frequencyDisplay
import org.trueghz.version
import org.trueghz.words
import java.io.File

private const val BATCHES = 201
private const val CALLS = 200
private const val SESSIONS = 20

/** Nanoseconds of one call: the median over batches, after as many for the compiler to warm up on. */
private fun medianNs(call: () -> Unit): Double {
    val batch = {
        val start = System.nanoTime()
        repeat(CALLS) { call() }
        (System.nanoTime() - start).toDouble() / CALLS
    }
    repeat(BATCHES) { batch() }
    return List(BATCHES) { batch() }.sorted()[BATCHES / 2]
}

private fun row(
    name: String,
    ns: Double,
) = println("%-72s %9.2f µs".format(name, ns / NS_PER_US))

/** Prints the cost of a call by the types of its arguments and result. */
fun calls(reading: Reading) {
    println("A call across the boundary, median of $BATCHES batches of $CALLS:")
    Session.start(SessionJob.Clocks, watching { }).use { session ->
        row("isFinished(): an object over, a truth value back", medianNs { session.isFinished() })
        runBlocking { session.outcome() }
    }
    row("version(): a text back", medianNs { version() })
    row(
        "frequencyDisplay(): two numbers over, a small record back",
        medianNs { frequencyDisplay(2.85e9, 1e5) },
    )
    row("Verdict.words: an enum over, three texts back", medianNs { Verdict.STEADY.words })
    row("Reading.display: a whole reading over, a small record back", medianNs { reading.display })
}

private fun watching(take: (SessionEvent) -> Unit) =
    object : SessionObserver {
        override fun onEvent(event: SessionEvent) = take(event)
    }

/**
 * Prints the cost of an event for the reporting thread: its processor time from one event to the
 * next, from the kernel's accounting (`schedstat`). In a clocks session the core does almost
 * nothing in between.
 */
fun events() {
    println("An observer's event, time on a processor of the thread that tells:")
    events("let go of by the Java machine after each event") { }
    events("kept by the Java machine until its end, as a meter does") { Native.detach(false) }
}

private fun events(
    name: String,
    attach: () -> Unit,
) {
    val costs = mutableListOf<Long>()
    repeat(SESSIONS) {
        var teller: File? = null
        var before = 0L
        val observer =
            watching {
                attach()
                val account = teller ?: tellingThread().also { teller = it }
                val now = onProcessorNs(account)
                if (before > 0) costs += now - before
                // Excludes the cost of reading the account.
                before = onProcessorNs(account)
            }
        Session.start(SessionJob.Clocks, observer).use { runBlocking { it.outcome() } }
    }
    // The first sessions warm the compiler up.
    val warm = costs.drop(costs.size / 2).sorted()
    row("$name: median of ${warm.size}", warm[warm.size / 2].toDouble())
}

private fun tellingThread(): File =
    File("/proc/self/task")
        .listFiles()
        .orEmpty()
        .first { it.resolve("comm").readText().trim() == "trueghz-observe" }
        .resolve("schedstat")

private fun onProcessorNs(account: File) = account.readText().substringBefore(' ').toLong()

private const val NS_PER_US = 1e3
