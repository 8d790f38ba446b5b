//! `trueghz identify`: the nearest known core, by latencies alone.

use trueghz_instructions::published::ReferenceFigures;
use trueghz_instructions::{FORMS, InstructionForm, InstructionOptions, LoopShape};

use super::instructions::measured;
use super::interrupt::Interrupt;
use crate::cli::IdentifyArgs;
use crate::outcome::{Failure, Outcome, print};
use crate::output::{self, identify};

/// Measures the latencies and compares them with those of known cores.
pub fn run(args: IdentifyArgs) -> Result<Outcome, Failure> {
    let interrupt = Interrupt::listen()?;
    let published = ReferenceFigures::here();
    let forms = FORMS.iter().filter(|form| published.has_latency_of(form)).map(InstructionForm::name);
    let options = InstructionOptions::new().forms(forms).shapes([LoopShape::Looped]).core(args.core.which()?);
    let table = measured(options, &interrupt)?;
    let identification = table.identify(published);
    print(&identify::answer(output::Format::from(args.form), &identification, &table))?;
    Ok(interrupt.outcome(identification.none_near.is_none()))
}
