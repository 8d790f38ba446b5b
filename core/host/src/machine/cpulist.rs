//! Lists of processors as Linux writes them: `0-3,7,9-10`, `0 1 2 3`, strides `0-6:2/4`.

use std::collections::BTreeSet;
use thiserror::Error;

/// Maximum plausible number of processors: `CONFIG_NR_CPUS` of Linux goes up to 8,192 (x86, arm64
/// less). A list with more does not come from a kernel.
pub const CPU_LIMIT: u32 = 8192;

/// Reason why a text is not a list of processors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CpuListError {
    /// Something other than a number, range or stride.
    #[error("not a CPU list")]
    Malformed,
    /// A number of [`CPU_LIMIT`] or more.
    #[error("CPU number {CPU_LIMIT} or above")]
    TooLarge,
}

/// Reads a list: numbers and ranges between commas or blanks, in any order. Empty text is the empty
/// list.
///
/// The form is the kernel's `bitmap_parselist` (Documentation/admin-guide/kernel-parameters.rst),
/// which sysfs writes; `related_cpus` of cpufreq separates by blanks.
///
/// # Errors
/// See [`CpuListError`]. Nothing is guessed from a list that is partly wrong.
pub fn parse(text: &str) -> Result<Vec<u32>, CpuListError> {
    // A bitmap, so that a hostile list of many wide ranges costs no more than its length allows.
    let mut set = vec![false; CPU_LIMIT as usize];
    let items = text.split(|c: char| c == ',' || c.is_ascii_whitespace());
    for item in items.filter(|item| !item.is_empty()) {
        let (range, stride) = match item.split_once(':') {
            Some((range, stride)) => (range, Some(stride)),
            None => (item, None),
        };
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last) = (number(first)?, number(last)?);
        if last < first {
            return Err(CpuListError::Malformed);
        }
        let (used, group) = match stride {
            Some(stride) => {
                let (used, group) = stride.split_once('/').ok_or(CpuListError::Malformed)?;
                (number(used)?, number(group)?)
            }
            None => (1, 1),
        };
        if used == 0 || used > group {
            return Err(CpuListError::Malformed);
        }
        let span = set.iter_mut().skip(first as usize).take((last - first + 1) as usize);
        for (offset, member) in (0..).zip(span) {
            *member |= offset % group < used;
        }
    }
    Ok((0..).zip(set).filter_map(|(cpu, member)| member.then_some(cpu)).collect())
}

fn number(text: &str) -> Result<u32, CpuListError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(CpuListError::Malformed);
    }
    match text.parse::<u32>() {
        Ok(cpu) if cpu < CPU_LIMIT => Ok(cpu),
        _ => Err(CpuListError::TooLarge),
    }
}

/// Writes a list the way [`parse`] reads it: `0-3,7`.
pub fn format(cpus: &[u32]) -> String {
    let sorted: BTreeSet<u32> = cpus.iter().copied().collect();
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for cpu in sorted {
        match ranges.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(cpu) => *last = cpu,
            _ => ranges.push((cpu, cpu)),
        }
    }
    let words = ranges
        .into_iter()
        .map(|(first, last)| if first == last { first.to_string() } else { format!("{first}-{last}") });
    words.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_the_kernel() {
        assert_eq!(parse("0-3,7\n"), Ok(vec![0, 1, 2, 3, 7]));
        assert_eq!(parse("4 5 6 7 \n"), Ok(vec![4, 5, 6, 7]));
        assert_eq!(parse("0-6:2/4"), Ok(vec![0, 1, 4, 5]));
        assert_eq!(parse("\n"), Ok(vec![]));
        assert_eq!(parse("9,0-1,1"), Ok(vec![0, 1, 9]));
        assert_eq!(parse("0-1023").map(|cpus| cpus.len()), Ok(1024));
    }

    #[test]
    fn nonsense_is_refused_as_a_whole() {
        for text in ["0-", "-3", "3-0", "a", "0-3:1", "0-3:0/2", "0-3:3/2", "+1", "0x1", "1.5", "0-3-5"] {
            assert_eq!(parse(text), Err(CpuListError::Malformed), "{text}");
        }
        for text in ["8192", "0-4294967295", "99999999999999999999"] {
            assert_eq!(parse(text), Err(CpuListError::TooLarge), "{text}");
        }
    }

    #[test]
    fn written_lists_read_back() {
        for list in [vec![], vec![0], vec![0, 1, 2, 3, 7], vec![1, 3, 5, 8191]] {
            assert_eq!(parse(&format(&list)), Ok(list));
        }
        assert_eq!(format(&[7, 0, 1, 2, 3]), "0-3,7");
    }
}
