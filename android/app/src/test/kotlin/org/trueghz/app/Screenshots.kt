package org.trueghz.app

import android.app.Activity
import android.content.Intent
import android.graphics.Bitmap
import android.view.View
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.ParameterizedRobolectricTestRunner
import org.robolectric.ParameterizedRobolectricTestRunner.Parameters
import org.robolectric.RuntimeEnvironment
import org.robolectric.annotation.Config
import org.trueghz.SessionEvent
import org.trueghz.app.details.DetailsActivity
import org.trueghz.app.how.HowActivity
import org.trueghz.app.measure.MeasureActivity
import org.trueghz.app.share.ShareActivity
import org.trueghz.app.support.RecordedInstrument
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.below
import org.trueghz.app.support.difference
import org.trueghz.app.support.hasPreview
import org.trueghz.app.support.idle
import org.trueghz.app.support.keepIn
import org.trueghz.app.support.measureToTheEnd
import org.trueghz.app.support.measureUntil
import org.trueghz.app.support.nth
import org.trueghz.app.support.open
import org.trueghz.app.support.picture
import org.trueghz.app.support.readPicture
import org.trueghz.app.support.recorded
import org.trueghz.app.support.reduced
import org.trueghz.app.support.waitUntil
import org.trueghz.app.support.writeTo
import java.io.File
import kotlin.test.assertTrue

/** A screen in a state, and a window to see it in. */
data class Shot(
    val name: String,
    val phone: String,
    val screen: Class<out Activity> = MeasureActivity::class.java,
    val qualifiers: String = PHONE,
    val fontScale: Float = 1f,
    /**
     * Prepares the state before the screen opens, and returns the intent with which it is opened.
     */
    val prepare: () -> Intent? = { null },
    val until: RecordedInstrument.() -> Unit = { measureToTheEnd() },
    /** The actions on the screen then. */
    val then: Activity.() -> Unit = { },
    /** The file of a picture that is kept as large as it is drawn; absent for the others. */
    val golden: File? = null,
    /** Words above the picture that is kept. */
    val line: String? = null,
) {
    override fun toString() = name

    /** The screen in its state. */
    fun shown(): Activity {
        RuntimeEnvironment.setQualifiers(qualifiers)
        RuntimeEnvironment.setFontScale(fontScale)
        val instrument = recorded(phone)
        val intent = prepare()
        val activity = open(screen, intent).get()
        until(instrument)
        activity.then()
        // They come from another thread.
        if (screen == DetailsActivity::class.java && intent == null) {
            waitUntil("the histogram") { activity.findViewById<View>(R.id.histogram) != null }
        }
        if (activity is ShareActivity) waitUntil("the preview") { activity.hasPreview() }
        idle()
        return activity
    }

    companion object {
        const val PHONE = "w360dp-h800dp-xhdpi"
        const val NIGHT = "w360dp-h800dp-night-xhdpi"
        const val LONG = "w360dp-h2400dp-xhdpi"
        const val LANDSCAPE = "w800dp-h360dp-land-xhdpi"
        const val TABLET = "sw800dp-w1280dp-h800dp-land-mdpi"
        const val TABLET_PORTRAIT = "sw800dp-w800dp-h1280dp-mdpi"
    }
}

/** Draws every screen: `make screenshots`. */
@RunWith(ParameterizedRobolectricTestRunner::class)
@Config(application = TestApp::class, sdk = [36])
class Screenshots(
    private val shot: Shot,
) {
    @Test
    fun draw() {
        val picture = shot.shown().picture()
        picture.writeTo(File(property("screenshots"), "${shot.name}.png"))
        val kept = shot.line?.let(picture::below) ?: picture
        if (shot.golden != null) compare(kept, shot.golden)
        if (shot.name in GOLDENS) compare(picture.reduced(), File(property("goldens"), "${shot.name}.png"))
    }

    private fun compare(
        picture: Bitmap,
        golden: File,
    ) {
        if (property("shots") == "new") picture.keepIn(golden)
        val difference = picture.reduced().difference(golden.readPicture().reduced())
        assertTrue(
            difference < OTHER_PIXELS,
            "${shot.name}: ${difference * 100} % of the pixels are other ones",
        )
    }

    companion object {
        /** The part of the pixels that may differ from those that are kept: a short line of text has more. */
        const val OTHER_PIXELS = 0.0002

        /** The pictures that are kept and compared: one of each kind. */
        private val GOLDENS =
            setOf(
                "first-run",
                "warming",
                "measuring",
                "reading",
                "reading-night",
                "varying",
                "unconfirmed",
                "refused",
                "hot-night",
                "one-refused-of-four",
                "twelve-cores",
                "details",
                "share",
                "how-night",
                "reading-landscape",
                "reading-tablet",
                "reading-large",
                "reading-german",
                "reading-rtl",
                "details-pseudo",
                "history",
                "history-selecting-night",
                "history-empty",
                "history-large",
                "compare",
                "compare-german",
                "compare-rtl",
                "all-cores",
                "all-cores-night",
                "all-cores-large",
                "all-cores-german",
                "all-cores-tablet",
                "all-measuring",
                "all-twelve",
                "load-first",
                "load-running",
                "load-done",
                "load-done-night",
                "load-done-large",
                "load-done-german",
                "load-done-tablet",
                "load-trip",
                "load-told",
                "load-charged",
                "load-shared",
                "all-watching",
                "all-watching-night",
                "opened",
                "opened-night",
                "instructions",
                "instructions-german",
                "instructions-large",
            )

        fun property(name: String): String = checkNotNull(System.getProperty(name)) { "no property $name" }

        private val warming: RecordedInstrument.() -> Unit = { measureUntil(nth<SessionEvent.WarmUp>(3)) }
        private val measuring: RecordedInstrument.() -> Unit = { measureUntil(nth<SessionEvent.Running>(8)) }

        val states =
            listOf(
                Shot("first-run", "three-kinds", until = { }),
                Shot("warming", "three-kinds", until = warming),
                Shot("measuring", "three-kinds", until = measuring),
                Shot("reading", "three-kinds"),
                Shot("varying", "varying"),
                Shot("unconfirmed", "unconfirmed"),
                Shot("refused", "refused"),
                Shot("hot", "hot"),
                Shot("one-refused-of-four", "one-refused-of-four"),
                Shot("twelve-cores", "twelve-cores"),
                Shot("details", "three-kinds", DetailsActivity::class.java),
                Shot("share", "three-kinds", ShareActivity::class.java),
                Shot("how", "three-kinds", HowActivity::class.java),
            ) + KeptShots.states + MoreShots.states

        private fun List<Shot>.inWindow(
            name: String,
            qualifiers: String,
            fontScale: Float = 1f,
        ) = map { it.copy(name = "${it.name}-$name", qualifiers = qualifiers, fontScale = fontScale) }

        private fun List<Shot>.named(vararg names: String) = filter { it.name in names }

        private val few =
            states.named(
                "first-run",
                "measuring",
                "reading",
                "details",
                "share",
                "how",
                "history",
                "history-selecting",
                "compare",
                "all-cores",
                "load-first",
                "load-running",
                "load-done",
                "opened",
                "instructions",
            )

        @JvmStatic
        @Parameters(name = "{0}")
        fun shots(): List<Array<Any>> = wanted().map { arrayOf(it) }

        /** The picture of that name. */
        fun kept(name: String): Shot = all.first { it.name == name }

        private fun wanted() =
            if (property("shots") == "all") {
                all
            } else {
                all.filter { it.name in GOLDENS || it.golden != null }
            }

        private val all
            get() =
                states + states.inWindow("night", Shot.NIGHT) +
                    few.inWindow("landscape", Shot.LANDSCAPE) + few.inWindow("tablet", Shot.TABLET) +
                    few.inWindow("tablet-portrait", Shot.TABLET_PORTRAIT) +
                    few.inWindow("large", Shot.PHONE, fontScale = 2f) +
                    states.named("hot").inWindow("large", Shot.PHONE, fontScale = 2f) +
                    states.named("reading").inWindow("landscape-large", Shot.LANDSCAPE, fontScale = 2f) +
                    few.inWindow("german", "de-${Shot.PHONE}") +
                    states.named("hot").inWindow("german", "de-${Shot.PHONE}") +
                    few.inWindow("rtl", "ar-rXB-ldrtl-${Shot.PHONE}") +
                    few.inWindow("pseudo", "en-rXA-${Shot.PHONE}") +
                    states.named("details", "how", "compare", "load-done").inWindow("long", Shot.LONG) +
                    states.named("reading").inWindow("split", "w360dp-h380dp-xhdpi") +
                    StoreShots.of(states)
    }
}
