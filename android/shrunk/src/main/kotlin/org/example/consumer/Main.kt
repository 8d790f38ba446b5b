package org.example.consumer

import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.runBlocking
import org.trueghz.AndroidPlatform
import org.trueghz.CoreSelection
import org.trueghz.MeasureOptions
import org.trueghz.Meter
import org.trueghz.MeterEvent
import org.trueghz.SessionJob
import org.trueghz.TrueGhzException
import org.trueghz.replay
import org.trueghz.toJson
import org.trueghz.words
import java.io.File

/** Uses the library as an app does: measures, watches, replays, fails. Each line is one thing that worked. */
fun main(arguments: Array<String>) {
    runBlocking {
        // By the Java runtime itself: it finds the function by the names of class and method.
        AndroidPlatform.detach()
        println("detached")
        val options = MeasureOptions(CoreSelection.Current, durationMs = 50u, warmUpLimitMs = 50u)
        val events = Meter().use { it.events(SessionJob.Measure(options)).toList() }
        val ended = events.last() as MeterEvent.Ended
        check(events.size > 1) { "nothing was told" }
        println("watched ${ended.session.report!!.cores.size}")
        check(replay(ended.session.windowsJson()!!) == ended.session.report)
        println("replayed")
        val warnings = replay(File(arguments[0]).readText()).cores.flatMap { it.warnings }
        println("warned ${warnings.map { it.words.code }.distinct().size}")
        check(
            ended.session.report!!
                .toJson()
                .startsWith("{"),
        )
        println("written")
        try {
            replay("no recording")
        } catch (error: TrueGhzException.NotARecording) {
            println("refused: ${error.message}")
        }
    }
}
