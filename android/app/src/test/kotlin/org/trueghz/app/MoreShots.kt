package org.trueghz.app

import android.content.Intent
import android.net.Uri
import android.os.BatteryManager
import android.os.Looper
import org.robolectric.Shadows.shadowOf
import org.trueghz.SessionEvent
import org.trueghz.app.cores.AllCoresActivity
import org.trueghz.app.instructions.InstructionsActivity
import org.trueghz.app.load.LoadActivity
import org.trueghz.app.opened.OpenedActivity
import org.trueghz.app.share.LoadShareActivity
import org.trueghz.app.support.RecordedInstrument
import org.trueghz.app.support.RecordedTable
import org.trueghz.app.support.Recording
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.allToTheEnd
import org.trueghz.app.support.falling
import org.trueghz.app.support.idle
import org.trueghz.app.support.loadToTheEnd
import org.trueghz.app.support.loadUntil
import org.trueghz.app.support.loads
import org.trueghz.app.support.nth
import org.trueghz.app.support.tableState
import org.trueghz.app.support.tableToTheEnd
import org.trueghz.app.support.waitUntil
import java.time.Duration

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

    /** Rounds of eight seconds, and a core of the next one. */
    private val watched: RecordedInstrument.() -> Unit = {
        ran = falling("Cortex-A715")
        TestApp.now.measurements.every.isWatching = true
        TestApp.now.measurements.startAll()
        repeat(5) { round ->
            waitUntil("round $round") { sessions == round + 1 }
            playToTheEnd()
            shadowOf(Looper.getMainLooper()).idleFor(Duration.ofSeconds(8))
        }
        waitUntil("the last round") { sessions == 6 }
        playUntil(nth<SessionEvent.Running>(5))
        idle()
    }

    /** With every condition that a system reports. */
    private val told: RecordedInstrument.() -> Unit = {
        load = load.told(0..1_000) { it.copy(thermalHeadroom = 0.72) }
        val battery =
            Intent(Intent.ACTION_BATTERY_CHANGED)
                .putExtra(BatteryManager.EXTRA_STATUS, BatteryManager.BATTERY_STATUS_CHARGING)
                .putExtra(BatteryManager.EXTRA_TEMPERATURE, 341)
        @Suppress("DEPRECATION")
        TestApp.now.sendStickyBroadcast(battery)
    }

    private fun opened(
        name: String,
        text: () -> String,
    ): Shot {
        val place = Uri.parse("content://org.example.files/7")
        val give = {
            shadowOf(TestApp.now.contentResolver).registerInputStream(place, text().byteInputStream())
            Intent(Intent.ACTION_VIEW).setDataAndType(place, "application/json")
        }
        val read: RecordedInstrument.() -> Unit = {
            val opened = TestApp.now.measurements.opened
            waitUntil("the file") { !opened.model.state.running }
        }
        return Shot(name, "three-kinds", OpenedActivity::class.java, prepare = give, until = read)
    }

    private fun instructions(
        name: String,
        until: RecordedInstrument.() -> Unit,
    ): Shot {
        val known: RecordedInstrument.() -> Unit = {
            waitUntil("the set") { tableState().set != null }
            until()
        }
        return Shot(name, "three-kinds", InstructionsActivity::class.java, until = known)
    }

    private fun cores(
        name: String,
        phone: String = CORES,
        until: RecordedInstrument.() -> Unit,
    ) = Shot(name, phone, AllCoresActivity::class.java, until = until)

    private fun load(
        name: String,
        until: RecordedInstrument.() -> Unit,
    ): Shot {
        val open: RecordedInstrument.() -> Unit = {
            waitUntil("the library") { loads.state.screen != null }
            until()
        }
        return Shot(name, "three-kinds", LoadActivity::class.java, until = open)
    }

    private val shared =
        Shot("load-shared", "three-kinds", LoadShareActivity::class.java, until = { loadToTheEnd() })

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
            cores("all-watching", until = watched),
            load("load-told") {
                told()
                loadUntil(130)
            },
            load("load-charged") {
                told()
                loadToTheEnd()
            },
            shared,
            opened("opened") { Recording.of("hot").windows },
            opened("opened-refused") { "a letter" },
            instructions("instructions-first") { },
            instructions("instructions") { tableToTheEnd(RecordedTable.differing) },
        )
}
