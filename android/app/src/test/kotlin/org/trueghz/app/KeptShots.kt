package org.trueghz.app

import android.app.Activity
import android.content.Intent
import android.view.View
import org.trueghz.AnyReport
import org.trueghz.app.compare.CompareActivity
import org.trueghz.app.details.DetailsActivity
import org.trueghz.app.history.HistoryActivity
import org.trueghz.app.support.Kept
import org.trueghz.app.support.RecordedInstrument
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.idle
import org.trueghz.app.support.rows
import org.trueghz.app.support.waitUntil
import org.trueghz.app.ui.ScreenActivity
import java.io.File

/** The screens of kept readings. */
object KeptShots {
    private const val PHONE = "three-kinds"

    private val read: RecordedInstrument.() -> Unit = {
        waitUntil("the history") { Kept.history.state.readings != null }
        idle()
    }

    private fun keep(vararg phones: String): Intent? {
        Kept.write(*phones)
        Kept.history.turn(true)
        return null
    }

    /** All that can be in the list, and a disk that takes nothing. */
    private fun trouble(): Intent? {
        Kept.write(listOf(AnyReport.Measurement(Kept.report("varying")), Kept.ramp()))
        Kept.file.appendText("{\"schema\":\"trueghz-store/99\"}\nno JSON\n")
        val app = TestApp.now
        File(app.dataDir, "shared_prefs").apply { deleteRecursively() }.writeText("")
        Kept.history.turn(true)
        return null
    }

    private fun Activity.select(vararg places: Int) {
        findViewById<View>(R.id.action)!!.performClick()
        idle()
        // Low windows have room for one.
        for (place in places) rows().getOrNull(place)?.performClick()
        // Check marks come slowly.
        for (row in rows()) row.jumpDrawablesToCurrentState()
    }

    private fun kept(
        screen: Class<*>,
        vararg phones: String,
    ): Intent {
        Kept.write(*phones)
        val intent = Intent(TestApp.now, screen)
        intent.putExtra(ScreenActivity.KEPT_AT, Kept.time(0).toLong())
        val times = phones.indices.map { Kept.time(it).toLong() }
        return intent.putExtra(CompareActivity.TIMES, times.toLongArray())
    }

    val states =
        listOf(
            Shot(
                "history",
                PHONE,
                HistoryActivity::class.java,
                prepare = { keep("three-kinds", "varying", "unconfirmed", "hot", "three-kinds") },
                until = read,
            ),
            Shot(
                "history-selecting",
                PHONE,
                HistoryActivity::class.java,
                prepare = { keep("three-kinds", "unconfirmed", "hot") },
                until = read,
                then = { select(0, 1) },
            ),
            Shot("history-empty", PHONE, HistoryActivity::class.java, until = read),
            Shot(
                "history-trouble",
                PHONE,
                HistoryActivity::class.java,
                prepare = ::trouble,
                until = {
                    waitUntil("the trouble") { Kept.history.state.failed && Kept.history.state.corrupt > 0uL }
                },
            ),
            Shot(
                "compare",
                PHONE,
                CompareActivity::class.java,
                prepare = { kept(CompareActivity::class.java, "three-kinds", "hot") },
                until = { },
                then = {
                    waitUntil("the comparison") { findViewById<View>(R.id.earlier) != null }
                },
            ),
            Shot(
                "details-kept",
                PHONE,
                DetailsActivity::class.java,
                prepare = { kept(DetailsActivity::class.java, "three-kinds") },
                until = read,
            ),
        )
}
