package org.trueghz.bench

import kotlinx.coroutines.runBlocking
import org.trueghz.replay
import java.io.File

/** Prints one table for each question. The argument is a recording of windows. */
fun main(arguments: Array<String>) =
    runBlocking {
        val report = replay(File(arguments[0]).readText())
        calls(report.cores.first { it.frequencyHz != null })
        events()
        traffic()
        screens()
        watched()
    }
