//! One core of a session: its thread's placement, its windows, and their context.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::Warning;
use crate::clock::SelectionNote;
use crate::estimate::recording::{ClockFacts, CpuSet, Recording, WarmUpEnd, WarmUpSample, Window};
use crate::estimate::verdict::Reason;
use crate::host::{
    Conditions, CpuLoad, Evidence, Fact, Limits, LoadSampler, LostTimeSampler, Machine, PinError,
    ThreadPriority, Virtualisation,
};
use crate::load::Load;
use crate::report::{CoreContext, CoreOutcome, RawCore};

use super::bench::Worked;
use super::counted::{counted, of_unknown_kind};
use super::environment::Environment;
use super::event::Event;
use super::loaded::Loaded;
use super::mailbox::{Entry, Mailbox, NewWindows};
use super::occupied::occupy_faster_cores;
use super::options::Options;
use super::placement::{Placement, clear_core_type};
use super::record::{KnownCore, RecordObserver, record_on};
use super::running::RunningWindows;
use super::session::{Cancellation, Worker};
use super::target::Target;

/// Context for measuring a core.
pub(super) struct CoreMeasurement<'a, S: Environment> {
    pub(super) environment: &'a mut S,
    pub(super) machine: &'a Machine,
    pub(super) options: &'a Options,
    /// Whether the reading ends as soon as it is good enough.
    pub(super) ends_early: bool,
    pub(super) worker: &'a Worker,
    /// How its thread comes onto the core.
    pub(super) placement: &'a Placement,
    /// Index of the core among those measured.
    pub(super) index: usize,
    /// Load that the core works on between its windows, if any.
    pub(super) load: Option<&'a mut Load>,
    /// Work done on that load.
    pub(super) done: Vec<Worked>,
}

/// How the thread came onto its core.
struct PinState<P> {
    pinned: Option<P>,
    /// The requested core could not be used.
    failed: bool,
}

impl<S: Environment> CoreMeasurement<'_, S> {
    /// Measures the core that `target` names.
    pub(super) fn measure(&mut self, target: &Target) -> RawCore {
        let mut warnings = fallback_warnings(self.environment);
        warnings.extend(machine_warnings(self.machine));
        let mut context = self.context(target, warnings);
        let taken = match target.out_of_reach {
            Some(reason) => Err(reason),
            // A list of cores that is cancelled ends with the core that is being measured.
            None if self.worker.is_cancelled() => Err(Reason::Cancelled),
            None => self.pin_thread(target),
        };
        let outcome = match taken {
            Ok(seat) => self.record(target, seat, &mut context),
            Err(reason) => CoreOutcome::Refused(reason),
        };
        if context.urgency == ThreadPriority::Background {
            context.warnings.push(Warning::LowPriority);
        }
        // A core that was not reached keeps the requested name.
        if matches!(outcome, CoreOutcome::Recorded(_)) && !self.placement.confirms(target) {
            clear_core_type(&mut context);
        }
        let mailbox = self.worker.mailbox();
        context.time_to_first_estimate_ms =
            mailbox.and_then(|mailbox| mailbox.take_time_to_first_estimate(self.index));
        context.conditions = self.worker.conditions().take_worst();
        for warning in Warning::of_conditions(&context.conditions) {
            if !context.warnings.contains(&warning) {
                context.warnings.push(warning);
            }
        }
        if self.worker.is_cancelled() {
            context.warnings.push(Warning::Cancelled);
        }
        RawCore { context, outcome }
    }

    fn pin_thread(&mut self, target: &Target) -> Result<PinState<S::Pinned>, Reason> {
        match target.cpu.map(|cpu| self.environment.pin(cpu)) {
            None => Ok(PinState { pinned: None, failed: false }),
            Some(Ok(pinned)) => Ok(PinState { pinned: Some(pinned), failed: false }),
            Some(Err(PinError::Offline { .. })) => Err(Reason::Offline),
            // If the platform cannot pin threads, do not report another core instead.
            Some(Err(PinError::Unsupported { .. })) => Err(Reason::AffinityRefused),
            Some(Err(error)) => {
                log::info!("not pinned: {error}");
                Ok(PinState { pinned: None, failed: true })
            }
        }
    }

    fn record(
        &mut self,
        target: &Target,
        seat: PinState<S::Pinned>,
        context: &mut CoreContext,
    ) -> CoreOutcome {
        let pinned_cpu = target.cpu.filter(|_| seat.pinned.is_some());
        let counting = self.placement.counting(target);
        let recorded = {
            let urged = self.environment.raise_priority(target.urgency);
            context.urgency = S::granted(&urged, target.urgency);
            let busy = occupy_faster_cores(self.environment, target);
            let has_busy_threads = target.load_threads > 0;
            let evidence = self.environment.evidence();
            let around =
                evidence.map(|evidence| SystemSampler::start(evidence, pinned_cpu, has_busy_threads));
            let mut bench = self.environment.bench();
            let mut bench = Loaded::with(&mut bench, self.load.as_deref_mut());
            let mut reported = MailboxProgress {
                worker: self.worker,
                core: self.index,
                asked_cpu: pinned_cpu,
                counting: counting.clone(),
                can_be_shared: self.machine.can_share_a_core(pinned_cpu),
                clock: None,
                begun: Instant::now(),
                duration: self.options.duration,
                ends_early: self.ends_early,
                so_far: None,
            };
            let core = KnownCore {
                cpu: pinned_cpu,
                counting: counting.as_ref(),
                can_be_shared: Some(reported.can_be_shared),
            };
            let recorded = record_on(&mut bench, core, self.options, &mut reported);
            if let Some(around) = around {
                let recording = recorded.as_ref().ok();
                let ran_on = recording.and_then(Recording::ran_on);
                let visited = recording.map(Recording::visited_cpus).unwrap_or_default();
                around.finish(ran_on.or(pinned_cpu), visited, context);
            }
            // Counters of the process count its load threads, too. Without these, background
            // priority keeps the thread on slow cores.
            let _alone = busy.map(|busy| {
                drop(busy);
                self.environment.raise_priority(ThreadPriority::Background)
            });
            if let Ok(recording) = &recorded {
                let cancellation = self.worker.cancellation();
                let counters = counted(&mut bench, pinned_cpu, &recording.clock, cancellation);
                let is_elsewhere =
                    |cpus: &CpuSet| !self.environment.current_cpu().is_some_and(|cpu| cpus.contains(cpu));
                let is_unknown = counting.as_ref().is_some_and(is_elsewhere);
                context.counters = if is_unknown { counters.map(of_unknown_kind) } else { counters };
            }
            self.done = bench.into_done();
            recorded
        };
        let used = recorded.as_ref().ok().and_then(Recording::ran_on);
        let used = used.or_else(|| self.environment.current_cpu());
        if target.cpu.is_some() && (seat.failed || used.is_some_and(|used| Some(used) != target.cpu)) {
            // The context must describe the core that was used.
            let elsewhere = Target::on(self.machine, used);
            let warnings = std::mem::take(&mut context.warnings);
            let (load, counters) = (context.load.take(), context.counters.take());
            let (limits, urgency) = (std::mem::take(&mut context.limits), context.urgency);
            *context = CoreContext { urgency, load, limits, counters, ..self.context(&elsewhere, warnings) };
            context.warnings.push(Warning::AffinityRefused { asked: target.cpu, used });
        }
        match recorded {
            // The system moves a thread off a core that it switches off.
            Ok(_) if pinned_cpu.is_some_and(|cpu| self.went_offline(cpu)) => {
                CoreOutcome::Refused(Reason::Offline)
            }
            Ok(mut recording) => {
                recording.can_be_shared = Some(self.machine.can_share_a_core(used));
                CoreOutcome::Recorded(Box::new(recording))
            }
            Err(reason) => CoreOutcome::Refused(reason),
        }
    }

    /// Returns `true` if the thread is no longer on `cpu` because that was switched off.
    fn went_offline(&mut self, cpu: u32) -> bool {
        let left = self.environment.current_cpu().is_some_and(|now| now != cpu);
        left && matches!(self.environment.pin(cpu), Err(PinError::Offline { .. }))
    }

    fn context(&self, target: &Target, warnings: Vec<Warning>) -> CoreContext {
        let machine = self.machine;
        let core = target.cpu.and_then(|cpu| machine.core(cpu));
        let reference = self.environment.reference();
        CoreContext {
            cpu: target.cpu,
            has_os_cpu_ids: machine.has_os_cpu_ids,
            urgency: target.urgency,
            kind: target.kind.clone(),
            cpus: target.cpus.clone(),
            claim: target.claim(machine),
            claims: core.map_or_else(Vec::new, |core| core.claims.clone()),
            limits: Vec::new(),
            siblings: core.map_or_else(Vec::new, |core| core.smt_siblings.clone()),
            load: None,
            clock_tolerance_ppm: reference.ppm,
            clock_correction_ppm: reference.correction_ppm,
            clock_tolerance_source: reference.source,
            warnings,
            time_to_first_estimate_ms: None,
            conditions: Conditions::default(),
            counters: None,
        }
    }
}

/// System state around the windows.
struct SystemSampler {
    evidence: &'static dyn Evidence,
    begun: Instant,
    /// Load by other programs; absent if threads of this one are busy on cores that the system
    /// chooses.
    load: Option<LoadSampler>,
    lost_time: LostTimeSampler,
    limits: Option<Limits>,
}

impl SystemSampler {
    fn start(evidence: &'static dyn Evidence, cpu: Option<u32>, has_busy_threads: bool) -> SystemSampler {
        let limits = cpu.map(|cpu| Limits::read(evidence, cpu));
        let load = (!has_busy_threads).then(|| LoadSampler::start(evidence));
        let lost_time = LostTimeSampler::start(evidence);
        SystemSampler { evidence, begun: Instant::now(), load, lost_time, limits }
    }

    /// Returns the state of `cpu`, and of the processors that the measuring thread did not visit.
    fn finish(self, cpu: Option<u32>, mut visited: BTreeSet<u32>, context: &mut CoreContext) {
        let lost_time = self.lost_time.finish(self.evidence, cpu, self.begun.elapsed());
        context.warnings.extend(Warning::of_lost_time(&lost_time));
        visited.extend(cpu);
        let loads = self.load.and_then(|load| load.finish(self.evidence).value().cloned());
        context.load = loads.and_then(|loads| of_others(loads, &visited));
        // Heat changes them while a core warms up.
        let after = cpu.map(|cpu| Limits::read(self.evidence, cpu));
        context.limits = self.limits.into_iter().chain(after).collect();
    }
}

/// The loads of processors that the measuring thread did not visit; `None` if it is unknown which
/// it visited: each might be busy with it.
fn of_others(mut loads: Vec<CpuLoad>, visited: &BTreeSet<u32>) -> Option<Vec<CpuLoad>> {
    loads.retain(|load| !visited.contains(&load.cpu));
    (!visited.is_empty()).then_some(loads)
}

fn fallback_warnings(environment: &impl Environment) -> Vec<Warning> {
    let fell_back = |note: &SelectionNote| match note {
        SelectionNote::PrimaryFallback { error, .. } => {
            let clock = environment.rate_from().unwrap_or(environment.clock().0);
            Some(Warning::ClockFallback { clock, why: error.to_string() })
        }
        _ => None,
    };
    environment.clock_notes().iter().filter_map(fell_back).collect()
}

fn machine_warnings(machine: &Machine) -> Vec<Warning> {
    let mut warnings = Vec::new();
    if machine.low_power.value() == Some(&true) {
        warnings.push(Warning::LowPower);
    }
    match &machine.virtualisation {
        Fact::Known { value: Virtualisation::None, .. } | Fact::Unknown { .. } => {}
        Fact::Known { value: Virtualisation::Hypervisor { name }, .. } => {
            warnings.push(Warning::VirtualMachine { hypervisor: Some(name.clone()) });
        }
        Fact::Known { value: Virtualisation::Emulator { name }, .. } => {
            warnings.push(Warning::Emulated { emulator: name.clone() });
        }
    }
    warnings
}

/// Leaves the findings of a recording for the observer, if there is one.
struct MailboxProgress<'a> {
    worker: &'a Worker,
    core: usize,
    asked_cpu: Option<u32>,
    counting: Option<CpuSet>,
    can_be_shared: bool,
    clock: Option<ClockFacts>,
    begun: Instant,
    duration: Duration,
    ends_early: bool,
    /// The windows so far, if the reading may end early.
    so_far: Option<RunningWindows>,
}

impl MailboxProgress<'_> {
    fn mailbox(&self) -> Option<&Mailbox<Event>> {
        self.worker.mailbox()
    }
}

impl RecordObserver for MailboxProgress<'_> {
    fn clock(&mut self, clock: &ClockFacts) {
        self.clock = Some(*clock);
    }

    fn warm_up(&mut self, samples: &[WarmUpSample]) {
        if let Some(mailbox) = self.mailbox() {
            mailbox.warm_up(self.core, samples);
        }
    }

    fn warmed_up(&mut self, end: WarmUpEnd, elapsed: Duration) {
        self.begun = Instant::now();
        let elapsed_ms = elapsed.as_secs_f64() * 1e3;
        if let Some(mailbox) = self.mailbox() {
            mailbox.push(Entry::WarmedUp(Event::WarmedUp { core: self.core, end, elapsed_ms }));
        }
    }

    fn windows(&mut self, windows: &[Window]) {
        let Some(clock) = self.clock else { return };
        let history = || {
            RunningWindows::new(clock, self.asked_cpu, self.counting.clone()).with_sharing(self.can_be_shared)
        };
        if self.ends_early {
            self.so_far.get_or_insert_with(history).extend(windows);
        }
        let Some(mailbox) = self.worker.mailbox() else { return };
        let (core, since) = (self.core, self.begun);
        let part = (since.elapsed().as_secs_f64() / self.duration.as_secs_f64()).min(1.0);
        mailbox.windows(windows, part, || NewWindows { core, history: history(), part, since });
    }

    fn is_enough(&mut self) -> bool {
        self.so_far.as_ref().is_some_and(|history| history.estimate().is_good_enough())
    }

    fn cancellation(&self) -> Cancellation {
        self.worker.cancellation().clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processors_that_the_thread_visited_are_no_others() {
        let loads: Vec<CpuLoad> = (0..3).map(|cpu| CpuLoad { cpu, busy_fraction: 0.5 }).collect();
        let others = of_others(loads.clone(), &[0, 2, 7].into()).expect("it is known where the thread was");
        assert_eq!(others, [loads[1]]);
        assert_eq!(of_others(loads, &BTreeSet::new()), None, "it may have been on any of them");
    }
}
