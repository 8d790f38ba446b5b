//! The tuned numbers of the model. All were tuned on simulated clocks (docs/adr/0021-a-model-of-the-windows.md); none is validated
//! by a machine.

/// Two levels nearer than this part are one: by the verdict's own resolution.
pub(super) const NEAR: f64 = 180e-6;

/// A clock on one level still moves by this part: spread spectrum, and drift within a window's time.
pub(super) const WITHIN_A_LEVEL: f64 = 15e-6;

/// A mode of a sort's times counts that holds this part of what the fullest holds.
pub(super) const LOWEST_MODE: f64 = 0.25;

/// Windows that a mode needs.
pub(super) const FEWEST_OF_A_MODE: usize = 3;

/// Of a sort's windows this part must agree with their neighbours in time for the sort to be put on their scale.
pub(super) const AGREE: f64 = 0.4;

/// Levels that are told apart at most: with ten the sum over all paths takes a tenth of a second.
pub(super) const MOST_LEVELS: usize = 10;

/// Neighbouring windows that are late by the same part within so many standard errors propose a level, ...
pub(super) const SAME_SIGMAS: f64 = 3.0;

/// ...if each is late by more than so many reads of the clock, which may come late themselves, ...
pub(super) const LATE_READS: f64 = 4.0;

/// ...and if they agree so many standard errors more often than windows far apart do by chance, ...
pub(super) const BEYOND_CHANCE: f64 = 4.0;

/// ...or if this part of the windows on the level have a neighbour there.
pub(super) const STOOD: f64 = 0.5;

/// Pairs that a level needs.
pub(super) const FEWEST_PAIRS: f64 = 2.0;

/// A level must make the windows more probable by so many nats: as many as a level has parameters, thrice.
pub(super) const NATS_A_LEVEL: f64 = 12.0;

/// How long a clock stays on a level before anything is known of it, in nanoseconds...
pub(super) const DWELL_NS: f64 = 20e6;

/// ...with the weight of so many changes that were seen.
pub(super) const DWELL_WEIGHT: f64 = 0.5;

/// The share of the time beyond [`NEAR`] that makes a clock vary: the verdict's definition.
pub(super) const AWAY: f64 = 0.02;

/// Mean and usual level within this part are one number: the verdict's definition.
pub(super) const ONE_NUMBER: f64 = 50e-6;

/// What the tail of the reads may leave between long and short windows, in nanoseconds.
pub(super) const READ_TAIL_NS: f64 = 0.1;

/// The interval covers so many times what the decoding left undecided: how long visits within a window were, what hides in windows
/// in which the clock changed, and lateness that an interruption or a lower clock may have made. Of 1,116 simulated readings the error
/// was within 1.2 times that in all but 2 %, which leaves as much again for motions that nobody thought of.
pub(super) const UNDECIDED: f64 = 2.0;

/// Batches that scatter so many times more than their noise: the clock drifts within the level.
pub(super) const DRIFTS: f64 = 2.5;
