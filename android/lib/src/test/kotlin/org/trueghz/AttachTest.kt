package org.trueghz

import android.content.Context
import android.content.ContextWrapper
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Timeout
import java.lang.ref.WeakReference
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue

/** Android's start-up on the host's JVM, where classes of the test stand in for Android. */
@Timeout(120)
class AttachTest {
    @AfterEach
    fun detach() = AndroidPlatform.detach()

    /** Android's power manager as far as Rust asks it. */
    @Suppress("unused")
    class Power(
        private val status: Int,
        private val headroom: Float,
        private val saving: Boolean,
    ) {
        fun isPowerSaveMode() = saving

        fun getCurrentThermalStatus() = status

        fun getThermalHeadroom(seconds: Int): Float {
            check(seconds == 0) { "a forecast was asked for" }
            return headroom
        }
    }

    /** The power manager of API 26: it knows nothing of heat. */
    @Suppress("unused")
    class OldPower {
        fun isPowerSaveMode() = true
    }

    class FakeContext(
        private val power: Any?,
    ) : ContextWrapper(null) {
        override fun getApplicationContext(): Context? = null

        override fun getSystemService(name: String): Any? {
            check(name == "power") { "asked for $name" }
            return power
        }
    }

    /** Attaches, measures, and says how things stood. */
    private fun conditionsWith(context: Context): Pair<Conditions, List<Warning>> {
        AndroidPlatform.attach(context)
        val reading = runBlocking { Meter().use { it.measure(options(durationMs = 20u)) } }.cores.single()
        return reading.conditions to reading.warnings
    }

    @Test
    fun `the power manager's answers reach the reading`() {
        val (conditions, warnings) =
            conditionsWith(
                FakeContext(Power(status = 4, headroom = 1.5f, saving = true)),
            )
        assertEquals(Conditions(ThermalStatus.CRITICAL, 1.5, true, null), conditions)
        assertTrue(warnings.containsAll(listOf(Warning.ThermalPressure, Warning.LowPower)), "$warnings")
    }

    @Test
    fun `each thermal status of Android has its own`() {
        for (status in ThermalStatus.entries) {
            val (conditions, _) =
                conditionsWith(
                    FakeContext(Power(status.ordinal, headroom = 0.25f, saving = false)),
                )
            assertEquals(Conditions(status, 0.25, false, null), conditions)
        }
    }

    @Test
    fun `what the device does not know stays unknown`() {
        val (conditions, _) =
            conditionsWith(
                FakeContext(Power(status = 99, headroom = Float.NaN, saving = false)),
            )
        assertEquals(Conditions(null, null, false, null), conditions)
    }

    @Test
    fun `an old Android knows power saving alone`() {
        assertEquals(Conditions(null, null, true, null), conditionsWith(FakeContext(OldPower())).first)
    }

    @Test
    fun `a context without a power manager tells nothing`() {
        assertEquals(Conditions(null, null, null, null), conditionsWith(FakeContext(null)).first)
    }

    /** As an activity, which must not be kept. */
    class Activity(
        private val application: Context,
    ) : ContextWrapper(null) {
        override fun getApplicationContext() = application

        override fun getSystemService(name: String): Any = error("the activity was asked")
    }

    @Test
    fun `an activity's application is asked`() {
        assertEquals(true, conditionsWith(Activity(FakeContext(OldPower()))).first.powerSaving)
    }

    @Test
    fun `detaching lets go of the context`() {
        val context = attached()
        System.gc()
        assertTrue(Alive.isThere(context), "it is kept")
        AndroidPlatform.detach()
        Alive.awaitCollected(context)
    }

    // A function of its own, so that no local of the test's keeps the context.
    private fun attached() = WeakReference(FakeContext(null).also(AndroidPlatform::attach))

    @Test
    fun `the runtime found the library`() = assertTrue(NativeStart.load())
}
