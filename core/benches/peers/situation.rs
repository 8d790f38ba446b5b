//! What else runs on the machine while the clock is read.

use trueghz::host::{LiveSystem, Machine, allowed_cpus};

use crate::hog::Hog;

/// A situation in which the core's clock is read.
pub struct Situation {
    /// For the table.
    pub name: String,
    /// Where a process is busy; `None` is nowhere.
    busy: Option<u32>,
    /// Why it cannot be had.
    pub missing: Option<String>,
}

impl Situation {
    /// The three of them for a core: idle, beside a busy process on it, beside one on another processor.
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

    /// Begins it; it lasts as long as what is returned is held.
    pub fn begin(&self) -> Result<Option<Hog>, String> {
        self.busy.map(Hog::on).transpose()
    }
}

/// The other processor: an SMT sibling where there is one, since no other disturbs more.
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
