package org.trueghz

import kotlinx.coroutines.runBlocking
import kotlinx.serialization.json.Json
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.TestFactory
import kotlin.test.assertEquals

/**
 * Each value of each enum that a report can hold is put into one, which then goes to core and comes back as
 * JSON: what core writes must be what the typed record says.
 */
class EnumsTest {
    private val report = runBlocking { replay(Vectors.raw("two-cores-100ms")) }

    private fun <T> each(
        values: List<T>,
        put: (T) -> MeasurementReport,
    ): List<DynamicTest> =
        values.map { value ->
            dynamicTest("$value") {
                val changed = put(value)
                assertEquals(TypedJson.of(changed).exact(), Json.parseToJsonElement(changed.toJson()).exact())
            }
        }

    private fun reading(change: Reading.() -> Reading) = report.copy(cores = listOf(report.cores[0].change()))

    private fun machine(change: Machine.() -> Machine) = report.copy(machine = report.machine.change())

    private fun kind(change: CoreIdentity.() -> CoreIdentity) =
        machine { copy(cores = cores.take(1).map { it.copy(kind = it.kind.change()) }) }

    @TestFactory
    fun clocks() = each(ClockId.entries) { report.copy(clock = report.clock.copy(id = it)) }

    @TestFactory
    fun verdicts() = each(Verdict.entries) { reading { copy(verdict = it) } }

    @TestFactory
    fun reasons() = each(RefusalReason.entries) { reading { copy(reason = it) } }

    @TestFactory
    fun findings() =
        each(ChainFinding.entries) {
            reading { copy(warnings = listOf(Warning.ChainDisagrees(ChainKind.ADD, it, null))) }
        }

    @TestFactory
    fun kinds() =
        each(
            ChainKind.entries,
        ) { kind -> reading { copy(chains = chains.take(1).map { it.copy(kind = kind) }) } }

    @TestFactory
    fun thermalStatuses() =
        each(ThermalStatus.entries) {
            reading { copy(conditions = conditions.copy(thermal = it, powerSaving = true)) }
        }

    @TestFactory
    fun claims() =
        each(ClaimSource.entries) {
            machine {
                copy(
                    cores =
                        cores.map { core ->
                            core.copy(claims = listOf(Claim(ULong.MAX_VALUE, it)))
                        },
                )
            }
        }

    @TestFactory
    fun agreements(): List<DynamicTest> {
        val off = Ppm(-250.5, 0.25)
        val disagreements =
            ClockFinding.entries.map { finding ->
                val culprit = if (finding == ClockFinding.COUNTER_RATE_WRONG) ClockId.TSC else null
                Disagreement(
                    finding,
                    true,
                    culprit,
                    ClockId.MONOTONIC_RAW,
                    1e9,
                    ClockId.TSC,
                    2.5e9,
                    null,
                    off,
                    0.0,
                )
            }
        val agreements =
            NotChecked.entries.map(Agreement::Unchecked) + Agreement.Agree(ClockId.TSC, off) +
                disagreements.map(Agreement::Disagree)
        return each(
            agreements,
        ) { reading { copy(crossCheck = crossCheck!!.copy(rate = it, stability = it)) } }
    }

    @TestFactory
    fun clockEvents() =
        each(ClockEventKind.entries) {
            val event = ClockEvent(it, ClockId.TSC, ClockId.CNTVCT, 1.0, 2.5, -3e6, 0.125)
            reading { copy(crossCheck = crossCheck!!.copy(events = listOf(event))) }
        }

    @TestFactory
    fun platforms() = each(Platform.entries) { machine { copy(system = system.copy(platform = it)) } }

    @TestFactory
    fun coreIds() =
        each(
            listOf(
                CoreId.Arm(Midr(0x41u, 1u, 0xd41u, UByte.MAX_VALUE)),
                CoreId.X86("GenuineIntel", 6u, 151u, 2u),
                CoreId.AppleFamily(UInt.MAX_VALUE),
            ),
        ) { kind { copy(id = CoreIdFact.Known(it, "test")) } }

    @TestFactory
    fun coreClasses() =
        each(
            listOf(
                CoreClass.Performance,
                CoreClass.Efficiency,
                CoreClass.Named("Super"),
                CoreClass.WindowsEfficiencyClass(1u),
            ),
        ) { kind { copy(`class` = CoreClassFact.Known(it, "test")) } }

    @TestFactory
    fun virtualisations() =
        each(
            listOf(
                Virtualisation.None,
                Virtualisation.Hypervisor("KVM"),
                Virtualisation.Emulator("Rosetta 2"),
            ),
        ) { machine { copy(virtualisation = VirtualisationFact.Known(it, "test")) } }

    @TestFactory
    fun facts() =
        each(
            listOf<Machine.() -> Machine>(
                { copy(lowPower = FlagFact.Known(true, "test")) },
                { copy(thermal = ThermalFact.Known(Thermal(listOf(ThermalZone("battery", -1L))), "test")) },
                { copy(load = LoadFact.Known(LoadHint(0.1), "test")) },
                { copy(load = LoadFact.Unknown("nobody says")) },
            ),
        ) { machine(it) }

    @TestFactory
    fun bounds() = each(listOf(null, 3.05e9)) { reading { copy(atLeastHz = it) } }

    @TestFactory
    fun states() =
        each(listOf(emptyList(), listOf(ClockState(3.1e9, 0.43), ClockState(2.7e9, 0.57)))) {
            reading { copy(states = it) }
        }

    @TestFactory
    fun counters() =
        each(
            listOf(
                null,
                HardwareCounters(listOf(cycles), emptyList()),
                HardwareCounters(listOf(Counted(Counter.TSC, rate, null)), emptyList()),
            ) + reasons.map { HardwareCounters(emptyList(), listOf(MissingCounter(Counter.PMCCNTR, it))) },
        ) { reading { copy(counters = it) } }

    private val rate = Interval(3.1e9, 3.0e9, 3.2e9)

    private val cycles = Counted(Counter.PERF_CYCLES, rate, Interval(1.0, 0.5, 2.0))

    private val reasons =
        listOf(
            WhyNoCounter.NoPmu,
            WhyNoCounter.KindOfCoreUnknown,
            WhyNoCounter.NoEvent,
            WhyNoCounter.Paranoid(3L),
            WhyNoCounter.Filtered,
            WhyNoCounter.NotForApps,
            WhyNoCounter.FeatureAbsent("RDPRU"),
            WhyNoCounter.Hypervisor,
            WhyNoCounter.Trapped,
            WhyNoCounter.TimeStampsForbidden,
            WhyNoCounter.StandsStill,
            WhyNoCounter.AtTheTimersRate,
            WhyNoCounter.NotInTheSystem,
            WhyNoCounter.Refused(-5),
            WhyNoCounter.OtherThreads,
            WhyNoCounter.Failed("EIO"),
        )

    @TestFactory
    fun loads() =
        each(listOf(null, OtherLoad(listOf(CpuLoad(1u, 0.3)), null), OtherLoad(emptyList(), 1.0))) {
            reading { copy(load = it) }
        }
}
