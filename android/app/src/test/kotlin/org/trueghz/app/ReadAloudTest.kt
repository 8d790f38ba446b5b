package org.trueghz.app

import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.ParameterizedRobolectricTestRunner
import org.robolectric.ParameterizedRobolectricTestRunner.Parameters
import org.robolectric.annotation.Config
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.keyStops
import org.trueghz.app.support.presses
import org.trueghz.app.support.readAloud
import java.io.File
import kotlin.test.assertEquals
import kotlin.test.assertTrue

/** Every screen as it is heard and as keys go through it: src/test/spoken has its words in order. */
@RunWith(ParameterizedRobolectricTestRunner::class)
@Config(application = TestApp::class, sdk = [36])
class ReadAloudTest(
    private val shot: Shot,
) {
    @Test
    fun `it is heard from the top down, and keys come to every press`() {
        val screen = shot.shown()
        val heard = screen.readAloud()
        assertTrue(heard.isNotEmpty())
        assertEquals(screen.presses(), screen.keyStops())
        val said = (heard + listOf("", "By keys:") + screen.keyStops()).joinToString("\n", postfix = "\n")
        val kept = File(Screenshots.property("goldens")).resolveSibling("spoken/${shot.name}.txt")
        if (Screenshots.property("shots") == "new") {
            kept.parentFile.mkdirs()
            kept.writeText(said)
        }
        assertEquals(kept.readText(), said)
    }

    companion object {
        @JvmStatic
        @Parameters(name = "{0}")
        fun shots(): List<Array<Any>> = Screenshots.states.map { arrayOf(it) }
    }
}
