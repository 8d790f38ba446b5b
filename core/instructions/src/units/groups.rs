//! Which forms wait for the same units: each is mixed with one of every group, until one waits for it.

use super::relation::{Relation, Untold};

/// What tells how two forms, by their numbers, are related.
pub trait Mixing {
    /// Cycles of an instruction by itself.
    fn cycles(&self, form: usize) -> f64;

    /// How two forms are related.
    fn relation(&mut self, one: usize, other: usize) -> Result<Relation, Untold>;

    /// Whether the end was asked for.
    fn is_over(&self) -> bool;

    /// Is told that a form has its group.
    fn grouped(&mut self);
}

/// The groups of these forms, each with its members in order. If the end is asked for, those forms that have had their turn.
pub fn groups(forms: &[usize], mixing: &mut impl Mixing) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for &form in forms {
        if mixing.is_over() {
            break;
        }
        // Those that take as long are asked first: they are the likeliest.
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

/// Members of a group that are asked at most, if those before cannot be mixed with those of the other group.
const ASKED: usize = 4;

/// How two groups are related, by members that can be mixed.
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
