//! Groups forms that wait for the same units: each is mixed with one of every group, until one
//! waits for it.

use super::relation::{Relation, Untold};

/// Source of the relations between forms, which are identified by index.
pub trait Mixing {
    /// Cycles of an instruction by itself.
    fn cycles(&self, form: usize) -> f64;

    /// Returns the relation of two forms.
    fn relation(&mut self, one: usize, other: usize) -> Result<Relation, Untold>;

    /// Returns `true` if cancellation was requested.
    fn is_over(&self) -> bool;

    /// Called when a form has been assigned to a group.
    fn grouped(&mut self);
}

/// Returns the groups of these forms, each with its members in order. After cancellation they
/// contain only the forms processed so far.
pub fn groups(forms: &[usize], mixing: &mut impl Mixing) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for &form in forms {
        if mixing.is_over() {
            break;
        }
        // Groups of similar throughput are tried first: they are the most likely.
        let cycles = mixing.cycles(form);
        let mut order: Vec<usize> = (0..groups.len()).collect();
        let distance = |group: &usize| (mixing.cycles(groups[*group][0]) / cycles).ln().abs();
        order.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
        let its_own = order
            .into_iter()
            .find(|&group| between(&groups[group], &[form], mixing).is_ok_and(|relation| relation.is_same));
        match its_own {
            Some(group) => groups[group].push(form),
            None => groups.push(vec![form]),
        }
        mixing.grouped();
    }
    groups
}

/// Maximum number of members that are tried in each group, if those before cannot be mixed with
/// members of the other group.
const ASKED: usize = 4;

/// Returns the relation of two groups, from members that can be mixed.
pub fn between(one: &[usize], other: &[usize], mixing: &mut impl Mixing) -> Result<Relation, Untold> {
    let mut found = Err(Untold::Unmeasured);
    for &one in one.iter().take(ASKED) {
        for &other in other.iter().take(ASKED) {
            found = mixing.relation(one, other);
            if !matches!(found, Err(Untold::Registers | Untold::UpperHalves)) {
                return found;
            }
        }
    }
    found
}
