//! The load on the machine during the readings.

use trueghz::host::{LiveSystem, Machine, allowed_cpus};

use crate::hog::Hog;

/// A situation in which the core's clock is read.
pub struct Situation {
    /// Name for the table.
    pub name: String,
    /// CPU of the busy process; `None` if there is none.
    busy: Option<u32>,
    /// Reason why the situation cannot be created.
    pub missing: Option<String>,
}

impl Situation {
    /// The three situations for a core: idle, with a busy process on it, and with one on another
    /// CPU.
    pub fn around(cpu: u32) -> Vec<Situation> {
        let mut situations = vec![
            Situation { name: "idle".to_owned(), busy: None, missing: None },
            Situation { name: "busy process on the same core".to_owned(), busy: Some(cpu), missing: None },
            beside(cpu),
        ];
        for situation in &mut situations {
            if let Err(why) = situation.begin() {
                situation.missing.get_or_insert(why);
            }
        }
        situations
    }

    /// Creates the situation; it lasts until the returned value is dropped.
    pub fn begin(&self) -> Result<Option<Hog>, String> {
        self.busy.map(Hog::on).transpose()
    }
}

/// The other CPU: an SMT sibling if there is one, because it has the largest effect.
fn beside(cpu: u32) -> Situation {
    let allowed = allowed_cpus();
    let machine = Machine::read(&LiveSystem);
    let siblings = machine.core(cpu).map_or(&[][..], |core| &core.smt_siblings);
    let sibling = siblings.iter().copied().find(|sibling| allowed.contains(sibling));
    let other = allowed.iter().rev().copied().find(|&other| other != cpu);
    let (name, busy) = match (sibling, other) {
        (Some(sibling), _) => (format!("busy process on its SMT sibling, {sibling}"), Some(sibling)),
        (None, Some(other)) => (format!("busy process on another processor, {other}"), Some(other)),
        (None, None) => ("busy process on another processor".to_owned(), None),
    };
    let missing = busy.is_none().then(|| "this process may use one processor only".to_owned());
    Situation { name, busy, missing }
}
