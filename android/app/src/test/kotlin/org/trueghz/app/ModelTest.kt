package org.trueghz.app

import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.annotation.Config
import org.trueghz.RefusalReason
import org.trueghz.SessionEvent
import org.trueghz.Verdict
import org.trueghz.app.model.Failure
import org.trueghz.app.model.MeasureModel
import org.trueghz.app.model.MeasureState
import org.trueghz.app.model.Phase
import org.trueghz.app.model.Step
import org.trueghz.app.model.finished
import org.trueghz.app.support.Recording
import org.trueghz.app.support.TestApp
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertIs
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue

/** The state machine, without Android. Robolectric's class loader is the one with the library. */
@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class)
class ModelTest {
    private val recording = Recording.of("three-kinds")
    private val model = MeasureModel()

    private fun play(steps: List<Step> = recording.steps) {
        for (step in steps) {
            when (step) {
                is Step.On -> model.take(step)
                is Step.Ended -> model.done(step.report, step.windowsJson)
            }
        }
    }

    @Test
    fun `a session goes through its phases in order`() {
        val phases = mutableListOf<Phase>()
        model.listen { state ->
            val phase = state.phase
            if (phases.lastOrNull()?.let { it::class } != phase::class) phases += phase
        }
        model.start()
        play()
        val kinds = phases.map { it::class.simpleName }
        val each = recording.report.cores.flatMap { listOf("Warming", "Measuring") }
        assertEquals(listOf("Idle") + each + "Done", kinds)
    }

    @Test
    fun `a core out of reach is refused from the start`() {
        val started = assertIs<SessionEvent.Started>((recording.steps.first() as Step.On).event)
        val targets =
            started.targets.mapIndexed { place, target ->
                if (place == 0) target.copy(outOfReach = RefusalReason.CORE_TYPE_UNREACHABLE) else target
            }
        model.start()
        model.take(Step.On(SessionEvent.Started(targets)))
        assertEquals(
            listOf(RefusalReason.CORE_TYPE_UNREACHABLE, null, null),
            model.state.cores.map { it.reason },
        )
        assertEquals(
            listOf(Verdict.REFUSED, null, null),
            model.state.cores.map { it.verdict },
        )
    }

    @Test
    fun `numbers of cores are left out unless they are the kernel's`() {
        val (linux, apple) =
            listOf(true, false).map {
                recording.report.copy(machine = recording.report.machine.copy(hasOsCpuIds = it))
            }
        assertEquals(recording.report.cores.map { it.cpus }, finished(linux, null).cores.map { it.cpus })
        assertTrue(finished(apple, null).cores.all { it.cpus.isEmpty() })
    }

    @Test
    fun `progress never falls and ends below or at one`() {
        val seen = mutableListOf<Float>()
        model.listen { if (it.running) seen += it.progress }
        model.start()
        play()
        assertEquals(seen.sorted(), seen)
        assertTrue(seen.last() in 0.9f..1f, "ended at ${seen.last()}")
    }

    @Test
    fun `each core keeps what it was told`() {
        model.start()
        play(recording.steps.dropLast(1))
        model.state.cores.forEachIndexed { index, core ->
            val reading = recording.report.cores[index]
            assertEquals(reading, core.reading)
            val told = recording.steps.filterIsInstance<Step.On>().map { it.event }
            val last = told.filterIsInstance<SessionEvent.Running>().last { it.core == index.toULong() }
            assertEquals(assertNotNull(last.frequency), core.frequency)
        }
    }

    @Test
    fun `an event changes the state once`() {
        model.start()
        for (step in recording.steps.filterIsInstance<Step.On>()) {
            val seen = mutableListOf<MeasureState>()
            val listener: (MeasureState) -> Unit = { seen += it }
            model.listen(listener)
            model.take(step)
            model.forget(listener)
            assertTrue(seen.size <= 2, "${step.event::class.simpleName} was shown ${seen.size - 1} times")
        }
    }

    @Test
    fun `the fastest core is shown large unless another was chosen`() {
        model.start()
        play()
        val fastest =
            recording.report.cores.indices
                .maxBy {
                    recording.report.cores[it]
                        .frequencyHz!!
                        .value
                }
        assertEquals(fastest, model.state.shown)
        model.choose(0)
        assertEquals(0, model.state.shown)
        model.choose(99)
        assertEquals(0, model.state.shown)
    }

    @Test
    fun `a core chosen while measuring stays chosen`() {
        model.start()
        play(recording.steps.take(2))
        model.choose(1)
        play(recording.steps.drop(2))
        assertEquals(1, model.state.shown)
        model.start()
        assertNull(model.state.chosen, "a new session begins anew")
    }

    @Test
    fun `what comes after the end changes nothing`() {
        model.start()
        play()
        val ended = model.state
        model.take(Step.On(SessionEvent.CoreStarted(0uL)))
        model.stopping()
        model.left()
        model.fail(Failure(Failure.Kind.DEFECT, "late"))
        assertEquals(ended, model.state)
    }

    @Test
    fun `starting while it runs changes nothing`() {
        model.start()
        play(recording.steps.take(3))
        val running = model.state
        model.start()
        assertEquals(running, model.state)
    }

    @Test
    fun `stopping is remembered until the end, and leaving too`() {
        model.start()
        model.stopping()
        assertTrue(model.state.stopping)
        model.left()
        assertTrue(model.state.leftEarly)
        play()
        assertTrue(model.state.leftEarly)
        assertFalse(model.state.stopping)
    }

    @Test
    fun `a failure says why and leaves no numbers`() {
        model.start()
        play(recording.steps.take(9))
        model.fail(Failure(Failure.Kind.NO_CLOCK, ""))
        assertIs<Phase.Failed>(model.state.phase)
        assertTrue(model.state.cores.isEmpty())
    }

    @Test
    fun `a restored report does not push aside what was measured since`() {
        model.start()
        model.restore(recording.report, recording.windows)
        assertIs<Phase.Warming>(model.state.phase)
    }

    @Test
    fun `a listener that was forgotten hears nothing`() {
        var heard = 0
        val listener: (MeasureState) -> Unit = { heard += 1 }
        model.listen(listener)
        model.forget(listener)
        model.start()
        assertEquals(1, heard)
    }
}
