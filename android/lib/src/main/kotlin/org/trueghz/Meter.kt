package org.trueghz

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.flow.channelFlow
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.withContext

/**
 * Measures the true clock of processor cores, by timing chains of dependent instructions against a clock of
 * known rate.
 *
 * ```kotlin
 * Meter().use { meter ->
 *     meter.events().collect { event ->
 *         when (event) {
 *             is MeterEvent.Progress -> show(event.event)
 *             is MeterEvent.Ended -> show(event.session.report)
 *         }
 *     }
 * }
 * ```
 *
 * Every function that suspends, and every flow, throws [NotLoadedException] if this device cannot
 * load the native library, and [TrueGhzException] with the cause by name if there is no result. A
 * core that cannot be used, for example because the system lets no thread run on it, is a reading
 * with a reason in [measure], and each row of [instructions] has one; [ramp], [turbo] and
 * [sustained] throw [TrueGhzException.NoCore].
 *
 * For Kotlin only: what suspends cannot be called from Java, nor what takes unsigned numbers.
 *
 * A meter may be used from any thread, and nothing in it blocks the caller's. Two sessions at once
 * disturb each other's numbers; their readings then report this.
 *
 * Cancelling the coroutine that waits cancels its session. [stop] and [close] end sessions too, and
 * waiting callers still get the partial result.
 */
public class Meter : AutoCloseable {
    private val sessions = RunningSessions()

    /**
     * The events of a session, as a cold flow: each collector starts a session of its own, and one
     * that is cancelled, or fails, cancels it. The last event is [MeterEvent.Ended].
     *
     * A session never waits for its collector. Events that are not taken yet are kept, some dozens
     * for each core; for only the newest use `events(job).conflate()`, which keeps at most one.
     *
     * @param job the job; by default one core of each kind is measured.
     * @throws TrueGhzException from the flow, if there is no outcome.
     * @throws IllegalStateException from the flow, if the meter is closed.
     */
    public fun events(job: SessionJob = SessionJob.Measure(EachCoreType)): Flow<MeterEvent> =
        channelFlow {
            // Never fails for want of room: the buffer below has no bound, or drops the oldest if asked to.
            val session = sessions.start(job) { event -> trySend(MeterEvent.Progress(event)) }
            sessions.awaiting(session) { outcome -> send(MeterEvent.Ended(EndedSession(outcome, session))) }
        }.buffer(Channel.UNLIMITED).flowOn(Dispatchers.IO)

    /**
     * Measures the clock of cores.
     *
     * @param options which cores, and how long; by default one core of each kind.
     * @return a reading for each core. If a single core fails, its reading has the reason.
     * @throws TrueGhzException if nothing could be measured.
     * @throws IllegalStateException if the meter is closed.
     */
    public suspend fun measure(options: MeasureOptions = EachCoreType): MeasurementReport =
        when (val outcome = outcome(SessionJob.Measure(options))) {
            is SessionOutcome.Measured -> outcome.report
            else -> throw TrueGhzException.Defect("a measurement ended as something else")
        }

    /**
     * Checks every clock of the system: its tick, the cost of a read, whether it keeps its rate.
     * Takes some 60 to 150 ms for each clock.
     *
     * @throws TrueGhzException if there is no clock, or no thread to look from.
     * @throws IllegalStateException if the meter is closed.
     */
    public suspend fun clocks(): QualityTable =
        when (val outcome = outcome(SessionJob.Clocks)) {
            is SessionOutcome.ClocksSeen -> outcome.table
            else -> throw TrueGhzException.Defect("a look at the clocks ended as something else")
        }

    /**
     * Measures latency and throughput of instructions, in cycles of a core: some 5 ms for each row, after
     * half a second for the core's clock.
     *
     * @param names which: [Instruction.name] of those that [instructions] lists; empty: all of them.
     * @param cpu on which core; absent: one of [kind].
     * @param kind on which kind of core; absent: the fastest.
     * @throws TrueGhzException if there is no clock, or no thread to measure on. A row without a
     * number has the reason.
     */
    public suspend fun instructions(
        names: List<String> = emptyList(),
        cpu: UInt? = null,
        kind: WantedKind? = null,
    ): InstructionTable =
        when (val outcome = outcome(SessionJob.Instructions(names, cpu, kind))) {
            is SessionOutcome.InstructionsMeasured -> outcome.table
            else -> throw TrueGhzException.Defect("a table of instructions ended as something else")
        }

    /**
     * Watches a core's clock rise after idle: some seconds for each run.
     *
     * @param cpu on which core; absent: one of [kind].
     * @param kind on which kind of core; absent: the fastest.
     * @param runs how many times; absent: 5.
     * @throws TrueGhzException if there is no clock, no thread, or the core cannot be used.
     */
    public suspend fun ramp(
        cpu: UInt? = null,
        kind: WantedKind? = null,
        runs: UInt? = null,
    ): RampReport =
        when (val outcome = outcome(SessionJob.Ramp(cpu, kind, runs))) {
            is SessionOutcome.RampMeasured -> outcome.report
            else -> throw TrueGhzException.Defect("a ramp ended as something else")
        }

    /**
     * Measures each kind of core while more and more other cores are busy.
     *
     * @throws TrueGhzException if there is no clock, no thread, or a core cannot be used.
     */
    public suspend fun turbo(): TurboReport =
        when (val outcome = outcome(SessionJob.Turbo)) {
            is SessionOutcome.TurboMeasured -> outcome.report
            else -> throw TrueGhzException.Defect("a turbo table ended as something else")
        }

    /**
     * Keeps cores busy, and measures how far a core's clock drops. [events] of the same job reports
     * the progress.
     *
     * @param lengthMs how long, in milliseconds.
     * @param load how much of the machine is busy.
     * @param cpu on which core to measure; absent: one of [kind].
     * @param kind on which kind of core; absent: the fastest.
     * @throws TrueGhzException if there is no clock, no thread, or the core cannot be used.
     */
    public suspend fun sustained(
        lengthMs: UInt,
        load: SustainedLoad = SustainedLoad.ONE,
        cpu: UInt? = null,
        kind: WantedKind? = null,
    ): SustainedReport =
        when (val outcome = outcome(SessionJob.Sustained(lengthMs, load, cpu, kind))) {
            is SessionOutcome.SustainedMeasured -> outcome.report
            else -> throw TrueGhzException.Defect("a sustained load ended as something else")
        }

    /**
     * The system's description of this machine: names, cores, stated clocks. Nothing in it is
     * measured.
     *
     * @throws TrueGhzException if the core fails, which is a defect.
     */
    public suspend fun machine(): Machine =
        withContext(Dispatchers.IO) {
            NativeStart.start()
            org.trueghz.machine()
        }

    /**
     * Reports conditions that only the app or the platform can detect: heat, power saving, whether
     * the app is in front.
     *
     * Absent values stay unchanged. The conditions apply to running and to later sessions. Going to
     * the background ends the sessions with their partial results: from then on the system may run
     * them on other cores and at other clocks.
     */
    public fun tell(conditions: Conditions) {
        sessions.tell(conditions)
    }

    /** Ends all sessions of this meter within some milliseconds, with their partial results. */
    public fun stop() {
        sessions.cancel()
    }

    /** As [stop], and starts no more. Closing twice does nothing more. */
    override fun close() {
        sessions.close()
    }

    private suspend fun outcome(job: SessionJob): SessionOutcome =
        withContext(Dispatchers.IO) {
            val session = sessions.start(job, observe = null)
            session.use { sessions.awaiting(session) { outcome -> outcome } }
        }

    public companion object {
        /** One core of each kind that this process may use, for the default time. */
        public val EachCoreType: MeasureOptions = MeasureOptions(CoreSelection.EachCoreType)
    }
}
