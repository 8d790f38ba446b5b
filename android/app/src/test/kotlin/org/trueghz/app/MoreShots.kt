package org.trueghz.app

import org.trueghz.app.cores.AllCoresActivity
import org.trueghz.app.load.LoadActivity
import org.trueghz.app.support.RecordedInstrument
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.allToTheEnd
import org.trueghz.app.support.idle
import org.trueghz.app.support.loadToTheEnd
import org.trueghz.app.support.loadUntil
import org.trueghz.app.support.nth
import org.trueghz.app.support.waitUntil
import org.trueghz.ffi.SessionEvent

/** The screens of every core and of a sustained load. */
object MoreShots {
    private const val CORES = "all-but-a-kind"

    private val someCores: RecordedInstrument.() -> Unit = {
        TestApp.now.measurements.startAll()
        idle()
        playUntil(nth<SessionEvent.Running>(14))
        idle()
    }

    /** A trip to another app, from the second minute on. */
    private val withATrip: RecordedInstrument.() -> Unit = {
        load = load.told(100..121) { it.copy(inBackground = true) }
        loadToTheEnd()
    }

    private fun cores(
        name: String,
        phone: String = CORES,
        until: RecordedInstrument.() -> Unit,
    ) = Shot(name, phone, AllCoresActivity::class.java, until = until)

    private fun load(
        name: String,
        until: RecordedInstrument.() -> Unit,
    ) = Shot(name, "three-kinds", LoadActivity::class.java, until = until)

    val states =
        listOf(
            cores("all-first") { },
            cores("all-measuring", until = someCores),
            cores("all-cores") { allToTheEnd() },
            cores("all-twelve", "twelve-cores") { allToTheEnd() },
            load("load-first") { },
            load("load-running") { loadUntil(130) },
            load("load-done") { loadToTheEnd() },
            load("load-trip", until = withATrip),
        )
}
