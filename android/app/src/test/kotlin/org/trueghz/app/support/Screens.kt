package org.trueghz.app.support

import android.app.Activity
import android.content.Intent
import android.net.Uri
import android.os.Looper
import android.view.View
import android.view.ViewGroup
import android.widget.ImageView
import android.widget.TextView
import org.robolectric.Robolectric
import org.robolectric.RuntimeEnvironment
import org.robolectric.Shadows.shadowOf
import org.robolectric.android.controller.ActivityController
import org.trueghz.SessionEvent
import org.trueghz.app.R
import org.trueghz.app.TrueGhzApp
import org.trueghz.app.measure.MeasureActivity
import org.trueghz.app.model.Instrument
import org.trueghz.app.model.Measurements
import org.trueghz.app.model.Phase
import org.trueghz.app.model.Step
import kotlin.test.assertEquals
import kotlin.test.assertNotNull

/** The app with an instrument of the test's choice. */
class TestApp : TrueGhzApp() {
    /**
     * They belong to an instrument: a screen of the process before, whose library reports late, may
     * request them before the next instrument is there.
     */
    private var made: Pair<Instrument, Measurements>? = null

    override val measurements: Measurements
        get() {
            made?.let { (of, known) -> if (of === instrument) return known }
            return measurements(instrument).also { made = instrument to it }
        }

    /** As if the system had ended the process and begun another: what is in memory is gone. */
    fun endProcess() {
        endPlayed()
        made = null
    }

    override fun onTerminate() {
        endPlayed()
        if (made != null) (instrument as? RecordedInstrument)?.close()
        super.onTerminate()
    }

    companion object {
        lateinit var instrument: Instrument

        val now: TestApp
            get() = RuntimeEnvironment.getApplication() as TestApp
    }
}

/** Longer than any test needs: a watchdog, not a goal. */
private const val PATIENCE_MS = 60_000L

/** Lets everything that is due happen, on this thread and on those for files, until [done]. */
fun waitUntil(
    what: String,
    done: () -> Boolean,
) {
    val begun = System.nanoTime()
    shadowOf(Looper.getMainLooper()).idle()
    while (!done()) {
        check(System.nanoTime() - begun < PATIENCE_MS * 1_000_000) { "$what: not within $PATIENCE_MS ms" }
        Thread.sleep(1)
        shadowOf(Looper.getMainLooper()).idle()
    }
}

/** The intent for the app that the user will choose, once the share sheet is there. */
fun sent(screen: Activity): Intent {
    lateinit var chooser: Intent
    waitUntil("the share sheet") {
        val started = shadowOf(screen).nextStartedActivity
        if (started != null) chooser = started
        started != null
    }
    assertEquals(Intent.ACTION_CHOOSER, chooser.action)
    @Suppress("DEPRECATION")
    return assertNotNull(chooser.getParcelableExtra<Intent>(Intent.EXTRA_INTENT))
}

/** Where the file is that is sent. */
@Suppress("DEPRECATION")
fun address(send: Intent): Uri = assertNotNull(send.getParcelableExtra<Uri>(Intent.EXTRA_STREAM))

fun idle() = shadowOf(Looper.getMainLooper()).idle()

/** Installs what plays [name]. */
fun recorded(name: String): RecordedInstrument =
    RecordedInstrument(Recording.of(name)).also {
        TestApp.instrument =
            it
    }

fun <A : Activity> open(
    screen: Class<A>,
    intent: Intent? = null,
): ActivityController<A> =
    Robolectric.buildActivity(screen, intent).setup().also {
        idle()
    }

fun openMeasure(): ActivityController<MeasureActivity> = open(MeasureActivity::class.java)

fun state() = TestApp.now.measurements.model.state

/** Presses start and plays the recording up to [last]. */
fun RecordedInstrument.measureUntil(last: (Step) -> Boolean) {
    TestApp.now.measurements.start()
    idle()
    playUntil(last)
    idle()
}

/** A measurement from start to end, and the replay of it, whose time passes at once. */
fun RecordedInstrument.measureToTheEnd() {
    measureUntil { it is Step.Ended }
    waitUntil("the end") { state().phase == Phase.Done }
}

/** The [count]th time that a step reports [E]. */
inline fun <reified E : SessionEvent> nth(count: Int): (Step) -> Boolean {
    var seen = 0
    return { step -> step is Step.On && step.event is E && ++seen == count }
}

fun Activity.text(id: Int): TextView = findViewById(id)!!

/** Returns `true` if what would be shared is shown: another thread makes it. */
fun Activity.hasPreview(): Boolean =
    shown(R.id.preview_text) || findViewById<ImageView>(R.id.preview)!!.drawable != null

fun Activity.shown(id: Int): Boolean = findViewById<View>(id)?.isShown ?: false

/** Everything on the screen that is to be seen, from the root down. */
fun View.all(): List<View> {
    if (visibility != View.VISIBLE) return emptyList()
    val children =
        if (this is ViewGroup) {
            (0 until childCount).flatMap {
                getChildAt(
                    it,
                ).all()
            }
        } else {
            emptyList()
        }
    return listOf(this) + children
}

/** Label and value of each row. */
fun Activity.facts(): Map<String, String> =
    findViewById<ViewGroup>(R.id.results)!!.all().filter { it.id == R.id.label }.associate { label ->
        val value = (label.parent as ViewGroup).findViewById<TextView>(R.id.value)!!
        (label as TextView).text.toString() to value.text.toString()
    }

/** All words on the screen. */
fun Activity.words(): List<String> =
    findViewById<View>(R.id.root)!!.all().filterIsInstance<TextView>().map { it.text.toString() }
