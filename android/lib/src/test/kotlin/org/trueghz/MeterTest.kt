package org.trueghz

import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.async
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.flow.conflate
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Timeout
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertIs
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue

// The limit is for what would never end; none of it is expected to take even a tenth of it.
@Timeout(120)
class MeterTest {
    private val meter = Meter()

    @AfterEach
    fun `nothing is left behind`() {
        meter.close()
        Alive.awaitNone(collect = true)
    }

    @Test
    fun `a measurement on this machine`() =
        runBlocking {
            val report = meter.measure(options(durationMs = 100u))
            val reading = report.cores.single()
            assertEquals(report.machine.architecture, meter.machine().architecture)
            if (reading.verdict == Verdict.REFUSED) {
                assertNotNull(reading.reason)
                assertNull(reading.frequencyHz)
            } else {
                val clock = assertNotNull(reading.frequencyHz)
                assertTrue(clock.low <= clock.value && clock.value <= clock.high, "$reading")
            }
        }

    @Test
    fun `a sustained load is told as it goes on`() =
        runBlocking {
            val report = meter.sustained(lengthMs = 300u)
            assertTrue(report.records.isNotEmpty() && report.windowTimeFraction > 0.0, "$report")
            val job = SessionJob.Sustained(300u, SustainedLoad.ONE)
            val seen = meter.events(job).toList()
            val records =
                seen.filterIsInstance<MeterEvent.Progress>().mapNotNull {
                    (it.event as? SessionEvent.SustainedRecorded)?.record
                }
            val ended = assertIs<MeterEvent.Ended>(seen.last()).session
            assertEquals(assertIs<SessionOutcome.SustainedMeasured>(ended.outcome).report.records, records)
            assertFailsWith<TrueGhzException.NoCore> { meter.sustained(300u, cpu = UInt.MAX_VALUE) }
            Unit
        }

    @Test
    fun `a ramp and the turbo clocks are reports, and a core that is none has a name`() =
        runBlocking {
            assertEquals(1, meter.ramp(runs = 1u).runs.size)
            assertTrue(meter.turbo().rows.isNotEmpty())
            assertFailsWith<TrueGhzException.NoCore> { meter.ramp(cpu = UInt.MAX_VALUE) }
            val table = meter.instructions(cpu = UInt.MAX_VALUE)
            assertTrue(table.rows.all { it.cycles == null && it.missing != null }, "$table")
        }

    @Test
    fun `events come in order and end with what was found`() =
        runBlocking {
            val events = meter.events(job(durationMs = 100u)).toList()
            val progress = events.dropLast(1).map { assertIs<MeterEvent.Progress>(it).event }
            assertIs<SessionEvent.Started>(progress[0])
            assertIs<SessionEvent.CoreStarted>(progress[1])
            val done = assertIs<SessionEvent.CoreFinished>(progress.last())
            val session = assertIs<MeterEvent.Ended>(events.last()).session
            assertEquals(listOf(done.reading), session.report?.cores)
            assertNull(session.clocks)
            assertEquals(session.report, replay(assertNotNull(session.windowsJson())))
        }

    @Test
    fun `a flow is cold and may be collected again`() =
        runBlocking {
            val events = meter.events(job(durationMs = 20u))
            assertEquals(Alive.None, Alive.now())
            repeat(2) { assertIs<MeterEvent.Ended>(events.toList().last()) }
        }

    @Test
    fun `all clocks are looked at`() =
        runBlocking {
            val events = meter.events(SessionJob.Clocks).toList()
            val seen =
                events.dropLast(1).map {
                    assertIs<SessionEvent.Progressed>(assertIs<MeterEvent.Progress>(it).event)
                }
            assertEquals(seen.last().total, seen.last().done)
            val session = assertIs<MeterEvent.Ended>(events.last()).session
            assertNull(session.report)
            assertNull(session.windowsJson())
            val table = assertNotNull(session.clocks)
            assertTrue(table.rows.any { it is QualityRow.Clock && it.v1.id == table.primary })
        }

    @Test
    fun `instructions are measured`() =
        runBlocking {
            val addition = instructions().first { it.name.startsWith("add ") }
            assertTrue(addition.isPresent)
            val table = meter.instructions(listOf(addition.name))
            assertTrue(table.rows.size >= 2)
            assertTrue(table.rows.all { it.form == addition.name })
            // On a machine that gives no moment of peace a row says why it has no number.
            assertTrue(table.rows.all { (it.cycles == null) == (it.missing != null) })
            assertTrue(addition.name in instructionsJson(table) && addition.name in instructionsCsv(table))
        }

    @Test
    fun `clocks have a word of their own`() = runBlocking { assertTrue(meter.clocks().rows.isNotEmpty()) }

    @Test
    fun `cancelling the scope cancels the session`() =
        runBlocking {
            val begun = CompletableDeferred<Unit>()
            val collector = launch { meter.events(job(LONG_MS)).collect { begun.complete(Unit) } }
            begun.await()
            collector.cancelAndJoin()
            Alive.awaitNone()
        }

    @Test
    fun `cancelling who waits for a measurement cancels it`() =
        runBlocking {
            val measuring = launch { meter.measure(options(LONG_MS)) }
            Alive.awaitWaiting()
            measuring.cancelAndJoin()
            Alive.awaitNone()
        }

    @Test
    fun `ceasing to collect cancels the session`() =
        runBlocking {
            assertIs<MeterEvent.Progress>(meter.events(job(LONG_MS)).first())
            Alive.awaitNone()
        }

    @Test
    fun `a collector that throws ends its own session and nothing else`() =
        runBlocking {
            assertFailsWith<ArithmeticException> {
                meter.events(job(LONG_MS)).collect { throw ArithmeticException("on purpose") }
            }
            Alive.awaitNone()
            assertEquals(1, meter.measure(options(durationMs = 20u)).cores.size)
        }

    @Test
    fun `stopping keeps what is known`() =
        runBlocking {
            val events = mutableListOf<MeterEvent>()
            meter.events(job(LONG_MS)).collect { event ->
                events += event
                meter.stop()
            }
            val reading =
                assertNotNull(
                    assertIs<MeterEvent.Ended>(events.last()).session.report,
                ).cores.single()
            assertTrue(reading.wasStopped(), "$reading")
            assertEquals(1, meter.measure(options(durationMs = 20u)).cores.size)
        }

    @Test
    fun `a closed meter ends its sessions and starts no more`() =
        runBlocking {
            val measuring = async { meter.measure(options(LONG_MS)) }
            Alive.awaitWaiting()
            meter.close()
            assertTrue(measuring.await().cores.all { it.wasStopped() })
            meter.close()
            assertFailsWith<IllegalStateException> { meter.measure() }
            assertFailsWith<IllegalStateException> { meter.events().toList() }
            Unit
        }

    @Test
    fun `what the platform tells holds for later sessions too`() =
        runBlocking {
            meter.tell(Conditions(ThermalStatus.SEVERE, null, null, null))
            meter.tell(Conditions(null, HEADROOM, true, false))
            val reading = meter.measure(options(durationMs = 20u)).cores.single()
            assertEquals(Conditions(ThermalStatus.SEVERE, HEADROOM, true, false), reading.conditions)
            assertTrue(
                reading.warnings.containsAll(listOf(Warning.ThermalPressure, Warning.LowPower)),
                "$reading",
            )
        }

    @Test
    fun `going to the background ends a session that runs`() =
        runBlocking {
            val measuring = async { meter.measure(options(LONG_MS)) }
            Alive.awaitWaiting()
            meter.tell(Conditions(null, null, null, inBackground = true))
            val readings = measuring.await().cores
            assertTrue(readings.all { Warning.Background in it.warnings && it.wasStopped() }, "$readings")
        }

    @Test
    fun `a slow collector delays nobody and loses nothing`() =
        runBlocking {
            val collected = mutableListOf<MeterEvent>()
            meter.events(job(durationMs = 100u)).collect { event ->
                // Takes nothing more until the session has ended by itself.
                Alive.awaitEnd()
                collected += event
            }
            assertIs<SessionEvent.Started>(assertIs<MeterEvent.Progress>(collected.first()).event)
            assertIs<MeterEvent.Ended>(collected.last())
            assertTrue(collected.any { it is MeterEvent.Progress && it.event is SessionEvent.CoreFinished })
        }

    @Test
    fun `who asks for the newest only still sees the end`() =
        runBlocking {
            val collected = mutableListOf<MeterEvent>()
            meter.events(job(durationMs = 100u)).conflate().collect { event ->
                Alive.awaitEnd()
                collected += event
            }
            assertIs<MeterEvent.Ended>(collected.last())
            assertTrue(collected.size <= 3, "one in hand, the newest, and the end: $collected")
        }

    private fun Reading.wasStopped() = Warning.Cancelled in warnings || reason == RefusalReason.CANCELLED

    private companion object {
        const val HEADROOM = 1.25
    }
}
