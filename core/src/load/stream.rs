//! Memory that no cache holds, read by the loads of the class `memory`.

use crate::host::{Evidence, LiveSystem, online_cpus};

use super::{LANES, NoLoad};

/// Size of a stream if the size of the last cache is unknown, as on phones: four times the largest
/// of phones (32 MiB, docs/sources.md, Loads).
const UNKNOWN_CACHE: usize = 128 << 20;

/// Size of a stream as a multiple of the last cache: data that a pass leaves there are gone before
/// the next one.
const CACHES: usize = 2;

/// Maximum size, so that a server with 1 GB of cache does not take the memory of others.
const MOST: usize = 1 << 30;

/// Caches of a processor that are queried: first-level ones of code and of data, and three levels
/// more.
const INDICES: u32 = 5;

/// A line of doubles: the smallest unit that caches hold.
type Line = [f64; LANES];

/// Doubles that are read one after the other, twice as many as the last cache holds. All lines are
/// alike.
#[derive(Debug)]
pub struct Stream(Vec<Aligned>);

#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
struct Aligned(Line);

impl Stream {
    /// Makes a stream for this machine.
    ///
    /// # Errors
    /// [`NoLoad::Memory`] if the system does not provide that much.
    pub fn new() -> Result<Stream, NoLoad> {
        let cache = last_cache_bytes(&LiveSystem, &online_cpus());
        let bytes = cache.map_or(UNKNOWN_CACHE, |cache| cache.saturating_mul(CACHES)).min(MOST);
        let lines = bytes / size_of::<Aligned>();
        let mut stream = Vec::new();
        stream.try_reserve_exact(lines).map_err(|_| NoLoad::Memory(bytes >> 20))?;
        // Pages that have not been written to may all be the same one.
        let line = Aligned(std::array::from_fn(|lane| 1.0 + 0.61 / (1.0 + lane as f64)));
        stream.resize(lines, line);
        Ok(Stream(stream))
    }

    /// Its size.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.0.as_slice())
    }

    /// Address of its byte `offset`: a multiple of a line's size, within the stream.
    pub(super) fn at(&self, offset: usize) -> *const u8 {
        (&raw const self.0[offset / size_of::<Aligned>()]).cast()
    }
}

/// Size of the last level of cache, if the system reports it: Linux, and Android if apps may read
/// it.
fn last_cache_bytes(evidence: &dyn Evidence, cpus: &[u32]) -> Option<usize> {
    let size = |cpu: &u32, index: u32| {
        let path = format!("/sys/devices/system/cpu/cpu{cpu}/cache/index{index}/size");
        // "32768K", as the kernel writes all of them.
        evidence.file(&path).ok()?.trim().strip_suffix('K')?.parse::<usize>().ok()?.checked_mul(1024)
    };
    cpus.iter().flat_map(|cpu| (0..INDICES).filter_map(move |index| size(cpu, index))).max()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::RecordedSystem;

    #[test]
    fn a_stream_is_larger_than_the_last_cache() {
        let folder = "/sys/devices/system/cpu";
        let recording = serde_json::json!({
            "device": "", "origin": "synthetic", "platform": "linux",
            "files": {
                format!("{folder}/cpu0/cache/index0/size"): "48K\n",
                format!("{folder}/cpu4/cache/index2/size"): "2048K\n",
                format!("{folder}/cpu4/cache/index3/size"): "65536K\n",
            },
        });
        let system = RecordedSystem::from_json(&recording.to_string()).expect("a recording");
        assert_eq!(last_cache_bytes(&system, &[0]), Some(48 << 10));
        assert_eq!(last_cache_bytes(&system, &[0, 4]), Some(64 << 20));
        assert_eq!(last_cache_bytes(&system, &[1]), None);
    }
}
