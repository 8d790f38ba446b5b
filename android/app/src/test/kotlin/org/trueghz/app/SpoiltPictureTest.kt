package org.trueghz.app

import android.app.Activity
import android.view.View
import android.widget.TextView
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.annotation.Config
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.all
import org.trueghz.app.support.difference
import org.trueghz.app.support.isWhollySeen
import org.trueghz.app.support.picture
import org.trueghz.app.support.readPicture
import org.trueghz.app.support.reduced
import java.io.File
import kotlin.test.assertTrue

/** A picture with a fault in it is distinguished from the one that is kept. */
@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class, sdk = [36])
class SpoiltPictureTest {
    private fun Activity.lines(): List<TextView> =
        findViewById<View>(R.id.root)!!
            .all()
            .filterIsInstance<TextView>()
            .filter { it.text.length > 1 && it.isWhollySeen() }

    private fun golden(name: String) = File(Screenshots.property("goldens"), "$name.png").readPicture()

    @Test
    fun `any line of text that is lost makes it another picture`() {
        for (name in listOf("reading", "load-running", "all-cores", "details", "reading-night")) {
            TestApp.now.endProcess()
            val screen = Screenshots.kept(name).shown()
            val kept = golden(name)
            val whole = screen.picture().reduced().difference(kept)
            assertTrue(whole < Screenshots.OTHER_PIXELS, "$name, unspoilt: $whole")
            val lines = screen.lines()
            assertTrue(lines.size > 3, "$name has ${lines.size} lines")
            for (line in lines) {
                line.alpha = 0f
                val difference = screen.picture().reduced().difference(kept)
                line.alpha = 1f
                val said = "$name without \"${line.text}\": $difference"
                assertTrue(difference >= Screenshots.OTHER_PIXELS, said)
            }
        }
    }
}
