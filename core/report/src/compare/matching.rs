//! Matching of the readings of two measurements by core.

use trueghz::report::Reading;

/// The readings of two measurements, matched.
#[derive(Debug)]
pub(super) struct Matches<'a> {
    /// Readings of the same core, or of the only one of its kind, in the order of the first
    /// measurement.
    pub pairs: Vec<(&'a Reading, &'a Reading)>,
    /// Readings of the first that have no counterpart.
    pub only_first: Vec<&'a Reading>,
    /// Readings of the other that have none.
    pub only_other: Vec<&'a Reading>,
}

impl<'a> Matches<'a> {
    /// The pairs of this kind.
    pub fn of_kind(&self, kind: &str) -> impl Iterator<Item = (&'a Reading, &'a Reading)> {
        self.pairs.iter().filter(move |(first, _)| first.kind == kind).copied()
    }
}

/// Matches by number and kind, then the remaining readings by kind if each side has one of it left:
/// several cannot be assigned to each other.
pub(super) fn match_cores<'a>(first: &'a [Reading], other: &'a [Reading]) -> Matches<'a> {
    let mut counterparts: Vec<Option<usize>> = Vec::with_capacity(first.len());
    for reading in first {
        let is_same = |place: &usize| other[*place].cpu == reading.cpu && other[*place].kind == reading.kind;
        let place = (0..other.len()).find(|place| is_same(place) && !counterparts.contains(&Some(*place)));
        counterparts.push(place);
    }
    let by_number = counterparts.clone();
    for (reading, counterpart) in first.iter().zip(&mut counterparts) {
        let left_of_first = first
            .iter()
            .zip(&by_number)
            .filter(|(other, place)| place.is_none() && other.kind == reading.kind);
        let left_of_other: Vec<usize> = (0..other.len())
            .filter(|place| !by_number.contains(&Some(*place)) && other[*place].kind == reading.kind)
            .collect();
        if let (None, 1, [only]) = (*counterpart, left_of_first.count(), left_of_other.as_slice()) {
            *counterpart = Some(*only);
        }
    }
    let found = || first.iter().zip(&counterparts);
    Matches {
        pairs: found().filter_map(|(reading, place)| Some((reading, &other[(*place)?]))).collect(),
        only_first: found().filter(|(_, place)| place.is_none()).map(|(reading, _)| reading).collect(),
        only_other: (0..other.len())
            .filter(|place| !counterparts.contains(&Some(*place)))
            .map(|place| &other[place])
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use trueghz::estimate::verdict::Reason;
    use trueghz::report::{CoreContext, CoreOutcome, RawCore};

    use super::*;

    fn readings(cores: &[(u32, &str)]) -> Vec<Reading> {
        let one = |&(cpu, kind): &(u32, &str)| {
            let context = CoreContext { cpu: Some(cpu), kind: kind.to_owned(), ..CoreContext::simulated() };
            RawCore { context, outcome: CoreOutcome::Refused(Reason::TooFewWindows) }.reading()
        };
        cores.iter().map(one).collect()
    }

    /// The numbers of the pairs, of the cores of the first only and of the cores of the other only.
    fn matched(first: &[(u32, &str)], other: &[(u32, &str)]) -> (Vec<(u32, u32)>, Vec<u32>, Vec<u32>) {
        let (first, other) = (readings(first), readings(other));
        let matches = match_cores(&first, &other);
        let cpu = |reading: &Reading| reading.cpu.expect("a number");
        (
            matches.pairs.iter().map(|(a, b)| (cpu(a), cpu(b))).collect(),
            matches.only_first.iter().map(|reading| cpu(reading)).collect(),
            matches.only_other.iter().map(|reading| cpu(reading)).collect(),
        )
    }

    #[test]
    fn numbers_count_before_kinds() {
        let (both, big) = ([(0, "big"), (1, "big")], [(1, "big"), (2, "big")]);
        assert_eq!(matched(&both, &both), (vec![(0, 0), (1, 1)], vec![], vec![]));
        assert_eq!(matched(&both, &big), (vec![(0, 2), (1, 1)], vec![], vec![]), "one is left of each");
    }

    #[test]
    fn the_only_core_of_a_kind_is_found_under_another_number() {
        let (first, other) = ([(0, "little"), (7, "big")], [(3, "little"), (7, "big")]);
        assert_eq!(matched(&first, &other), (vec![(0, 3), (7, 7)], vec![], vec![]));
    }

    #[test]
    fn which_of_several_is_meant_is_not_guessed() {
        let (first, other) = ([(0, "big"), (1, "big")], [(2, "big"), (3, "big")]);
        assert_eq!(matched(&first, &other), (vec![], vec![0, 1], vec![2, 3]));
        assert_eq!(matched(&first[..1], &other), (vec![], vec![0], vec![2, 3]));
    }

    #[test]
    fn readings_of_one_core_are_matched_in_their_order() {
        let twice = readings(&[(0, "big"), (0, "big")]);
        let matches = match_cores(&twice, &twice);
        let is_itself = |(a, b): &(&Reading, &Reading)| std::ptr::eq(*a, *b);
        assert!(matches.pairs.len() == 2 && matches.pairs.iter().all(is_itself));
    }

    #[test]
    fn a_core_of_another_kind_is_another_core() {
        assert_eq!(matched(&[(0, "big")], &[(0, "little")]), (vec![], vec![0], vec![0]));
    }
}
