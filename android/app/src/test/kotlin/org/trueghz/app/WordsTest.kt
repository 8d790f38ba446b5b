package org.trueghz.app

import android.content.Context
import android.content.res.Configuration
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.RuntimeEnvironment
import org.robolectric.annotation.Config
import org.trueghz.ChainFinding
import org.trueghz.ChainKind
import org.trueghz.ClaimSource
import org.trueghz.MachineNames
import org.trueghz.RefusalReason
import org.trueghz.ThermalStatus
import org.trueghz.Verdict
import org.trueghz.Warning
import org.trueghz.app.model.Failure
import org.trueghz.app.support.Recording
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.recorded
import org.trueghz.app.ui.Words
import org.trueghz.claimSourceWords
import org.trueghz.words
import java.util.Locale
import kotlin.test.assertEquals
import kotlin.test.assertNotEquals
import kotlin.test.assertTrue

@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class)
class WordsTest {
    private fun context(language: String): Context {
        recorded("three-kinds")
        val app = RuntimeEnvironment.getApplication()
        val configuration =
            Configuration(app.resources.configuration).apply {
                setLocale(Locale.forLanguageTag(language))
            }
        return app.createConfigurationContext(configuration)
    }

    /** All texts of the app for core's values. */
    private fun all(words: Words): Map<String, String> {
        val verdicts = Verdict.entries.associate { "verdict $it" to words.verdict(it) }
        val reasons = RefusalReason.entries.associate { "reason $it" to words.reason(it).toString() }
        val thermal = ThermalStatus.entries.associate { "thermal $it" to words.thermal(it) }
        val chains = ChainKind.entries.associate { "chain $it" to words.chain(it) }
        val findings = ChainFinding.entries.associate { "finding $it" to words.finding(it) }
        val failures =
            Failure.Kind.entries.associate {
                "failure $it" to
                    words.failure(Failure(it, "x")).toString()
            }
        val warnings =
            Recording.vector("raw-every-warning").report.cores.single().warnings.associate {
                "warning ${it.words.code}" to words.warning(it).toString()
            }
        return verdicts + reasons + thermal + chains + findings + failures + warnings
    }

    @Test
    fun `a contended core names the others that were busy`() {
        val words = Words(context("en"))
        val texts = listOf(null, 0uL, 3uL).map { words.warning(Warning.Preempted(40.0, it)).text }
        val alone = "Other work on this core"
        assertEquals(listOf(alone, alone, "$alone; other busy cores: 3"), texts)
    }

    @Test
    fun `everything that core tells has its words in both languages`() {
        val english = all(Words(context("en")))
        val german = all(Words(context("de")))
        val same = english.filter { (key, text) -> german[key] == text }.keys
        // These two are the same word in both.
        assertEquals(setOf("thermal NOMINAL", "thermal MODERATE"), same)
        assertTrue(english.values.none { it.isBlank() || '_' in it })
    }

    @Test
    fun `a code without words falls back to core's English`() {
        val words = Words(context("de"))
        val (known, newer) = ClaimSource.CPUINFO_MAX_FREQ to ClaimSource.WINDOWS_REGISTRY
        assertEquals(claimSourceWords(newer), words.claimSource(newer))
        assertNotEquals(claimSourceWords(known), words.claimSource(known))
    }

    @Test
    fun `the quiet line names what is known`() {
        val words = Words(context("en"))
        assertEquals("Unknown chip (Pixel)", words.machine(MachineNames(null, "Pixel", "Android", null)))
        assertEquals("A chip", words.machine(MachineNames("A chip", null, "Android", null)))
    }
}
