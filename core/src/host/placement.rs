//! Where a measurement really ran, in words.
//!
//! On Apple systems nobody can ask for a core. A result then must not say "core 3", but what is true: which
//! urgency the thread had, and which cores serve that urgency.

use super::cores::CoreClass;
use super::machine::Machine;
use super::priority::Urgency;
use serde::{Deserialize, Serialize};

/// What is true about the place of a measurement.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placement {
    /// Pinned, and found there in every check.
    Pinned {
        /// The processor.
        cpu: u32,
    },
    /// Not pinned; the system chose by urgency.
    ByUrgency {
        /// The urgency that the thread stated.
        urgency: Urgency,
        /// The ranks of core that serve it, the usual one first. Empty if the machine does not tell ranks.
        classes: Vec<CoreClass>,
    },
    /// Not pinned, and nothing is known about the system's choice.
    Free,
}

impl Placement {
    /// The placement of an unpinned thread on this machine.
    ///
    /// Background threads run on efficiency cores only; urgent ones on performance cores while those are
    /// free, and on the others when they are not (XNU's scheduler; H. Oakley's measurements,
    /// eclecticlight.co, October 2022).
    pub fn by_urgency(machine: &Machine, urgency: Urgency) -> Self {
        let mut classes: Vec<CoreClass> = Vec::new();
        for class in machine.cores.iter().filter_map(|core| core.kind.class.value()) {
            if !classes.contains(class) {
                classes.push(class.clone());
            }
        }
        if urgency == Urgency::Background && classes.contains(&CoreClass::Efficiency) {
            classes.retain(|class| *class == CoreClass::Efficiency);
        }
        Self::ByUrgency { urgency, classes }
    }

    /// The words for a report.
    pub fn label(&self) -> String {
        let (urgency, classes) = match self {
            Self::Pinned { cpu } => return format!("pinned to cpu {cpu}"),
            Self::Free => return "wherever the system put it".into(),
            Self::ByUrgency { urgency, classes } => (urgency, classes),
        };
        let words = match urgency {
            Urgency::UserInteractive => "user-interactive",
            Urgency::Background => "at background priority, below the cores' highest clock",
        };
        match classes.as_slice() {
            [] => words.into(),
            [first, ..] => format!("{} cores, {words}", first.label()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_promise_no_core() {
        let urgent = Placement::ByUrgency {
            urgency: Urgency::UserInteractive,
            classes: vec![CoreClass::Performance, CoreClass::Efficiency],
        };
        assert_eq!(urgent.label(), "performance cores, user-interactive");
        let humble = Placement::ByUrgency { urgency: Urgency::Background, classes: vec![] };
        assert_eq!(humble.label(), "at background priority, below the cores' highest clock");
    }
}
