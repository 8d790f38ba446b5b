//! Determines which instructions wait for the same units of a core, without hardware counters.
//!
//! | file | what it holds |
//! |---|---|
//! | `mix` | copies of one form or of two in a loop, written at run time |
//! | `relation` | the relation of two forms from a mix, as a pure function |
//! | `groups` | which forms wait for the same units, by mixing each with one of every group |
//! | `table` | the result |
//!
//! It needs memory that the system lets be executed, so it is not for phones.

mod groups;
pub mod mix;
mod relation;
mod table;

pub use relation::{Relation, Untold};
pub use table::{UNITS_SCHEMA, Ungrouped, UnitGroup, UnitMix, UnitPair, UnitRow, UnitTable};

use std::collections::HashMap;

use trueghz::Interval;
use trueghz::internal::{Worker, start_and_log};
use trueghz::run::environment::{Environment, HostEnvironment};
use trueghz::run::event::{Event, Observer};
use trueghz::run::measure::MeasureError;
use trueghz::run::session::{Session, StartError};

use super::bench::FormBench;
use super::form::{InstructionForm, InstructionProperty, Metric};
use super::measure::{InstructionOptions, on_core};
use super::record::Recorder;
use super::set::FORMS;
use super::shape::LoopShape;
use super::table::Missing;
use super::words;

use groups::{Mixing, between, groups};
use mix::{Mix, Part};
use relation::units;
use relation::{Alone, Mixed, balanced, few_among_many, held_up, is_apart, overlap};

/// An instruction that only needs intake.
const NO_OPERATION: &str = "nop";

/// Maximum ratio of a form's cycles to the core's intake up to which it cannot be distinguished
/// from a form that no unit limits.
const AT_INTAKE: f64 = 1.06;

/// Starts to determine which of these forms wait for the same units, on this machine. The shapes in
/// `options` are ignored.
///
/// # Errors
/// [`MeasureError`] if there is no clock or no thread. What goes wrong with a form is a row with
/// its reason.
pub fn measure_units(
    options: InstructionOptions,
    observer: impl Observer + 'static,
) -> Result<Session<UnitTable>, MeasureError> {
    Ok(measure_units_at(HostEnvironment::with_its_clocks()?, options, observer)?)
}

/// Like [`measure_units`], but in another environment than this machine.
///
/// # Errors
/// [`StartError`] if the system would not start a thread.
pub fn measure_units_at<S>(
    environment: S,
    options: InstructionOptions,
    observer: impl Observer + 'static,
) -> Result<Session<UnitTable>, StartError>
where
    S: Environment<Bench: FormBench> + Send + 'static,
{
    start_and_log("the units", observer, environment.avoid_cpus(), move |worker| {
        run(environment, &options, worker)
    })
}

fn run<S: Environment<Bench: FormBench>>(
    mut environment: S,
    options: &InstructionOptions,
    worker: &Worker,
) -> UnitTable {
    let measured_at = trueghz::report::provenance::now();
    let forms = options.wanted();
    let taken = on_core(&mut environment, options, worker, |recorder| match recorder {
        Ok(recorder) => Units::of(&forms, recorder, worker).found(),
        Err(missing) => Found::without(&forms, missing),
    });
    let Found { intake, instructions, groups, pairs, mixes } = taken.result;
    UnitTable {
        schema: UNITS_SCHEMA.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        measured_at: Some(measured_at),
        options: Some(options.to_string()),
        measurement: taken.measurement,
        reference: taken.reference,
        intake,
        instructions,
        groups,
        pairs,
        mixes,
    }
}

struct Found {
    intake: Option<f64>,
    instructions: Vec<UnitRow>,
    groups: Vec<UnitGroup>,
    pairs: Vec<UnitPair>,
    mixes: Vec<UnitMix>,
}

impl Found {
    fn without(forms: &[&InstructionForm], missing: Missing) -> Found {
        let row = |form: &&InstructionForm| UnitRow {
            form: form.name().to_owned(),
            cycles: None,
            in_mix: None,
            group: None,
            missing: Some(Ungrouped::Missing(missing)),
        };
        let instructions = forms.iter().map(row).collect();
        Found { intake: None, instructions, groups: Vec::new(), pairs: Vec::new(), mixes: Vec::new() }
    }
}

/// A form, its parts, and its throughput.
struct Candidate {
    form: &'static InstructionForm,
    parts: [Option<Part>; 2],
    at_best: Result<Interval, Missing>,
    alone: Option<Alone>,
}

/// Forms on a core, as they are found out about.
struct Units<'a, 'b, B: FormBench> {
    candidates: Vec<Candidate>,
    /// Cycles for each instruction that the core takes in, at least.
    intake: Option<f64>,
    known: HashMap<[usize; 2], Result<Relation, Untold>>,
    recorder: &'a mut Recorder<'b, B>,
    worker: &'a Worker,
    steps: Steps,
}

/// Progress: one step for each form alone, then one for each form that is mixed with the groups.
struct Steps {
    done: usize,
    total: usize,
}

impl Steps {
    fn step(&mut self, worker: &Worker) {
        self.done += 1;
        worker.report(|| Event::Progressed { done: self.done.min(self.total), total: self.total });
    }
}

fn throughput(form: &InstructionForm) -> Option<&InstructionProperty> {
    form.properties().iter().find(|row| matches!(row.metric(), Metric::Throughput { .. }))
}

impl<'a, 'b, B: FormBench> Units<'a, 'b, B> {
    fn of(forms: &[&'static InstructionForm], recorder: &'a mut Recorder<'b, B>, worker: &'a Worker) -> Self {
        let mut units = Units {
            candidates: Vec::with_capacity(forms.len()),
            intake: None,
            known: HashMap::new(),
            recorder,
            worker,
            steps: Steps { done: 0, total: 2 * forms.len() },
        };
        // This form is usually not among the requested ones.
        let idle = FORMS.iter().find(|form| form.name() == NO_OPERATION);
        let idle = idle.and_then(|form| units.at_best(form).ok());
        for form in forms {
            let candidate = units.candidate(form);
            units.candidates.push(candidate);
            units.steps.step(worker);
        }
        let numbers = units.candidates.iter().filter_map(|candidate| candidate.at_best.ok());
        units.intake = numbers.chain(idle).map(|cycles| cycles.value).min_by(f64::total_cmp);
        units
    }

    fn at_best(&mut self, form: &InstructionForm) -> Result<Interval, Missing> {
        let row = throughput(form).ok_or(Missing::Absent)?;
        Ok(self.recorder.row(form, row, LoopShape::Looped)?.cycles)
    }

    fn candidate(&mut self, form: &'static InstructionForm) -> Candidate {
        let at_best = self.at_best(form);
        let parts = Part::of(form);
        let part = parts.iter().flatten().next();
        let in_part = part.filter(|_| at_best.is_ok()).and_then(|part| {
            let round = Mix::of(&[(part, part.copies())]).inspect_err(log_denied).ok()?;
            let round = self.recorder.mix(&round).ok()?;
            Some(round.map(|cycles| cycles / f64::from(part.copies())))
        });
        let alone = in_part.zip(at_best.ok()).map(|(in_part, at_best)| Alone { in_part, at_best });
        Candidate { form, parts, at_best, alone }
    }

    /// Reason why a form cannot be mixed; `None` if it can.
    fn ungrouped(&self, candidate: &Candidate) -> Option<Ungrouped> {
        match (candidate.at_best, candidate.alone, self.intake) {
            (Err(_), ..) if throughput(candidate.form).is_none() => Some(Ungrouped::NotMixed),
            (Err(missing), ..) => Some(Ungrouped::Missing(missing)),
            (Ok(cycles), _, Some(intake)) if cycles.value <= AT_INTAKE * intake => Some(Ungrouped::Intake),
            _ if candidate.form.name() == NO_OPERATION => Some(Ungrouped::Intake),
            (_, None, _) if self.worker.is_cancelled() => Some(Ungrouped::Missing(Missing::Cancelled)),
            (_, None, _) => Some(Ungrouped::NotMixed),
            (_, Some(alone), _) if !alone.keeps_busy() => Some(Ungrouped::FewRegisters),
            _ => None,
        }
    }

    fn found(mut self) -> Found {
        let reasons: Vec<Option<Ungrouped>> =
            self.candidates.iter().map(|candidate| self.ungrouped(candidate)).collect();
        let mixed: Vec<usize> = (0..reasons.len()).filter(|form| reasons[*form].is_none()).collect();
        self.steps.total = self.candidates.len() + mixed.len();
        let mut groups = groups(&mixed, &mut self);
        for group in &mut groups {
            group.sort_by(|a, b| self.cycles(*a).total_cmp(&self.cycles(*b)));
        }
        groups.sort_by(|a, b| self.cycles(a[0]).total_cmp(&self.cycles(b[0])));
        let pairs = self.pairs(&groups);
        let group = |(number, group): (usize, &Vec<usize>)| UnitGroup {
            name: table::group_name(number),
            at_once: units(self.cycles(group[0])),
            instructions: group.iter().map(|form| self.name(*form)).collect(),
        };
        Found {
            intake: self.intake.map(|cycles| 1.0 / cycles),
            instructions: self.rows(&reasons, &groups),
            groups: groups.iter().enumerate().map(group).collect(),
            pairs,
            mixes: self.mixes(),
        }
    }

    fn name(&self, form: usize) -> String {
        self.candidates[form].form.name().to_owned()
    }

    fn pairs(&mut self, groups: &[Vec<usize>]) -> Vec<UnitPair> {
        let mut pairs = Vec::new();
        for (number, group) in groups.iter().enumerate() {
            for (other_number, other) in groups.iter().enumerate().skip(number + 1) {
                let related = between(group, other, self);
                pairs.push(UnitPair {
                    groups: [number, other_number].map(table::group_name),
                    relation: related.ok(),
                    untold: related.err(),
                });
            }
        }
        pairs
    }

    fn rows(&self, reasons: &[Option<Ungrouped>], groups: &[Vec<usize>]) -> Vec<UnitRow> {
        let row = |(form, reason): (usize, &Option<Ungrouped>)| {
            let group = groups.iter().position(|group| group.contains(&form));
            let cancelled = group.is_none().then_some(Ungrouped::Missing(Missing::Cancelled));
            UnitRow {
                form: self.name(form),
                cycles: self.candidates[form].at_best.ok(),
                in_mix: self.candidates[form].alone.map(|alone| alone.in_part),
                group: group.map(table::group_name),
                missing: reason.or(cancelled),
            }
        };
        reasons.iter().enumerate().map(row).collect()
    }

    fn mixes(&self) -> Vec<UnitMix> {
        let mut known: Vec<_> = self.known.iter().collect();
        known.sort_by_key(|(forms, _)| **forms);
        let mix = |(forms, found): (&[usize; 2], &Result<Relation, Untold>)| UnitMix {
            instructions: forms.map(|form| self.name(form)),
            relation: found.ok(),
            untold: found.err(),
        };
        known.into_iter().map(mix).collect()
    }

    /// How two forms are related: by a balanced mix and, if that shows that they wait for each
    /// other, by few among many.
    fn mixed(&mut self, one: usize, other: usize) -> Result<Relation, Untold> {
        let [first, second] = [one, other].map(|form| &self.candidates[form]);
        let alone = [first.alone.ok_or(Untold::Unmeasured)?, second.alone.ok_or(Untold::Unmeasured)?];
        if words::differ_in_upper_halves(first.form.name(), second.form.name()) {
            return Err(Untold::UpperHalves);
        }
        let mut sides = [[0, 1], [1, 0]].into_iter();
        let halves = sides.find_map(|[a, b]| Some([first.parts[a].clone()?, second.parts[b].clone()?]));
        let parts = halves.ok_or(Untold::Registers)?;
        let intake = self.intake.unwrap_or_default();
        let cycles = alone.map(|alone| alone.in_part.value);
        let mixed = self.timed(&parts, balanced(parts.each_ref().map(Part::copies), cycles))?;
        let overlap = overlap(alone, mixed, intake)?;
        let mut among_many = |busy: usize| {
            let few = 1 - busy;
            if is_apart(overlap) {
                return None;
            }
            let counts = few_among_many(parts[busy].copies(), [cycles[busy], alone[few].at_best.value])?;
            let mixed = self.timed(&[parts[busy].clone(), parts[few].clone()], counts).ok()?;
            held_up([alone[busy], alone[few]], mixed, intake)
        };
        let held_up = [among_many(0), among_many(1)];
        Ok(Relation::of(alone, mixed, overlap, held_up))
    }

    fn timed(&mut self, parts: &[Part; 2], counts: [u32; 2]) -> Result<Mixed, Untold> {
        let mix = Mix::of(&[(&parts[0], counts[0]), (&parts[1], counts[1])]);
        let mix = mix.inspect_err(log_denied).map_err(|_| Untold::Unmeasured)?;
        let cycles = self.recorder.mix(&mix).map_err(|_| Untold::Unmeasured)?;
        Ok(Mixed { counts, cycles })
    }
}

impl<B: FormBench> Mixing for Units<'_, '_, B> {
    fn cycles(&self, form: usize) -> f64 {
        self.candidates[form].at_best.map_or(f64::NAN, |cycles| cycles.value)
    }

    fn relation(&mut self, one: usize, other: usize) -> Result<Relation, Untold> {
        let pair = [one.min(other), one.max(other)];
        if let Some(known) = self.known.get(&pair) {
            return *known;
        }
        let found = self.mixed(pair[0], pair[1]);
        self.known.insert(pair, found);
        found
    }

    fn is_over(&self) -> bool {
        self.worker.is_cancelled()
    }

    fn grouped(&mut self) {
        self.steps.step(self.worker);
    }
}

fn log_denied(error: &std::io::Error) {
    log::warn!("no mix can be measured: no executable memory: {error}");
}
