//! The windows kept of a run: all of a short one, and stretches from the whole time of a long one.
//!
//! Windows cost memory, and an estimate takes time in proportion to them; an hour has a hundred
//! million. So when the maximum number is reached, every other stretch of the run is dropped, then
//! again every other of the rest. The remaining stretches are spread evenly over the run's time,
//! since a fast clock has more rounds in a second than a slow one and would be favoured if rounds
//! were counted. Stretches consist of whole rounds, so that neighbouring rounds in them are
//! neighbours in time: a window is compared with those next to it.

use crate::clock::Timebase;
use crate::estimate::recording::Window;

/// Windows of one run, bounded.
#[derive(Debug, Clone)]
pub(super) struct ThinnedWindows {
    most: usize,
    stretches: Stretches,
    /// One in this many stretches of the run is kept; a power of two.
    every: u64,
    windows: Vec<Window>,
}

impl ThinnedWindows {
    /// Creates an empty collection of at most `most` windows. Stretches last `stretch_ns`, by a
    /// clock of this timebase.
    pub(super) fn at_most(most: usize, stretch_ns: f64, timebase: Timebase) -> ThinnedWindows {
        let ticks = (stretch_ns / timebase.ns_f64(1)) as u64;
        ThinnedWindows {
            most,
            stretches: Stretches { ticks: ticks.max(1), last: None },
            every: 1,
            windows: Vec::new(),
        }
    }

    /// Takes windows that follow those it was given before.
    pub(super) fn extend(&mut self, windows: &[Window]) {
        for round in windows.chunk_by(|a, b| a.round == b.round) {
            let stretch = self.stretches.of(&round[0]);
            // Beyond the latest stretch there is nothing more to drop.
            if !self.has_room_for(round) && self.every <= stretch {
                self.drop_alternate_stretches();
            }
            // With a clock that barely moves or steps back, there may be no room.
            if stretch.is_multiple_of(self.every) && self.has_room_for(round) {
                self.windows.extend_from_slice(round);
            }
        }
    }

    /// Appends the windows kept of a later time of the same run.
    pub(super) fn append(&mut self, later: &ThinnedWindows) {
        self.every = self.every.max(later.every);
        self.thin();
        self.extend(&later.windows);
    }

    /// Drops stretches until at most `most` windows remain, if the windows' times distinguish
    /// stretches.
    pub(super) fn reduce_to(&mut self, most: usize) {
        self.most = most;
        let Some(last) = self.windows.last() else { return };
        let latest = Stretches { last: None, ..self.stretches }.of(last);
        while self.windows.len() > most && self.every <= latest {
            self.drop_alternate_stretches();
        }
    }

    fn has_room_for(&self, round: &[Window]) -> bool {
        self.windows.len() + round.len() <= self.most
    }

    fn drop_alternate_stretches(&mut self) {
        self.every = self.every.saturating_mul(2);
        self.thin();
    }

    fn thin(&mut self) {
        let (mut stretches, every) = (Stretches { last: None, ..self.stretches }, self.every);
        self.windows.retain(|window| stretches.of(window).is_multiple_of(every));
    }

    /// The windows kept, in the order in which they ran.
    pub(super) fn windows(&self) -> &[Window] {
        &self.windows
    }

    /// Like [`Self::windows`], but consumes `self`.
    pub(super) fn into_windows(self) -> Vec<Window> {
        self.windows
    }
}

/// A run's time, cut into stretches.
#[derive(Debug, Clone, Copy)]
struct Stretches {
    /// Length of a stretch.
    ticks: u64,
    /// The latest window's round, and its stretch.
    last: Option<(u32, u64)>,
}

impl Stretches {
    /// The stretch of a window: the one in which its round began. Windows come in the order in
    /// which they ran.
    fn of(&mut self, window: &Window) -> u64 {
        let stretch = match self.last {
            Some((round, stretch)) if round == window.round => stretch,
            _ => window.start_ticks / self.ticks,
        };
        self.last = Some((window.round, stretch));
        stretch
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::{BodyLength, ChainKind};

    /// Windows in a round, and what each takes with the gap before it, in nanoseconds.
    const SORTS: usize = 25;
    const WINDOW_NS: u64 = 100;

    /// Rounds in a stretch.
    const ROUNDS: usize = 32;
    const STRETCH_NS: u64 = (ROUNDS * SORTS) as u64 * WINDOW_NS;

    const MOST: usize = 16 * ROUNDS * SORTS;

    fn rounds(count: u64) -> Vec<Window> {
        let window = |place: u64| Window {
            kind: ChainKind::Add,
            length: BodyLength::Long,
            iterations: 1,
            round: (place / SORTS as u64) as u32,
            start_ticks: place * WINDOW_NS,
            elapsed_ticks: 90,
            polls: 0,
            ran_on: None,
        };
        (0..count * SORTS as u64).map(window).collect()
    }

    fn kept_of(all: &[Window], stretch_ns: u64) -> ThinnedWindows {
        let mut kept = ThinnedWindows::at_most(MOST, stretch_ns as f64, Timebase::NANOSECONDS);
        // A run hands over whole rounds.
        for piece in all.chunks(4 * SORTS) {
            kept.extend(piece);
            assert!(kept.windows().len() <= MOST);
        }
        kept
    }

    #[test]
    fn a_short_run_is_kept_whole() {
        let all = rounds(16 * ROUNDS as u64);
        assert_eq!(kept_of(&all, STRETCH_NS).into_windows(), all);
    }

    #[test]
    fn of_a_long_run_whole_stretches_are_kept_evenly() {
        for count in [513, 600, 1_000, 5_000, 20_011] {
            let kept = kept_of(&rounds(count), STRETCH_NS).into_windows();
            let place = |window: &Window| window.start_ticks / STRETCH_NS;
            let stretches: Vec<&[Window]> = kept.chunk_by(|a, b| place(a) == place(b)).collect();
            assert!((8..=16).contains(&stretches.len()), "{count}: {}", stretches.len());
            let (last, whole) = stretches.split_last().unwrap();
            assert!(whole.iter().all(|list| list.len() == ROUNDS * SORTS), "{count}");
            let places: Vec<u64> = stretches.iter().map(|list| place(&list[0])).collect();
            let every = places[1] - places[0];
            assert!(places.windows(2).all(|pair| pair[1] - pair[0] == every) && places[0] == 0, "{places:?}");
            assert!(last[0].start_ticks + every * STRETCH_NS >= count * SORTS as u64 * WINDOW_NS, "{count}");
        }
    }

    #[test]
    fn what_is_reduced_is_what_a_smaller_store_would_have_kept() {
        let all = rounds(5_000);
        let mut reduced = kept_of(&all, STRETCH_NS);
        reduced.reduce_to(MOST / 4);
        let mut smaller = ThinnedWindows::at_most(MOST / 4, STRETCH_NS as f64, Timebase::NANOSECONDS);
        smaller.extend(&all);
        assert_eq!(reduced.windows(), smaller.windows());
        assert!(reduced.windows().len() > MOST / 8 && reduced.windows().len() <= MOST / 4);
    }

    #[test]
    fn rounds_stay_whole_wherever_stretches_end() {
        for stretch_ns in [STRETCH_NS + 1_234, 3 * WINDOW_NS, 1] {
            let kept = kept_of(&rounds(5_000), stretch_ns).into_windows();
            assert!(kept.len() >= MOST / 4, "{stretch_ns}: {}", kept.len());
            let mut rounds = kept.chunk_by(|a, b| a.round == b.round);
            assert!(rounds.all(|round| round.len() == SORTS), "{stretch_ns}");
        }
    }

    #[test]
    fn a_clock_that_stands_still_or_goes_back_makes_it_no_larger() {
        let mut all = rounds(2_000);
        for window in &mut all {
            window.start_ticks %= STRETCH_NS;
        }
        assert_eq!(kept_of(&all, STRETCH_NS).windows(), &all[..MOST]);
    }

    #[test]
    fn what_was_kept_in_two_parts_is_what_is_kept_in_one() {
        let all = rounds(3_000);
        let (early, late) = all.split_at(600 * SORTS);
        let mut joined = kept_of(early, STRETCH_NS);
        joined.append(&kept_of(late, STRETCH_NS));
        assert_eq!(joined.windows(), kept_of(&all, STRETCH_NS).windows());
    }
}
