//! The record of sizes: a growth of more than 5 % fails until the record is changed.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

/// A growth that has to be decided on, in percent of the recorded size.
const GROWTH_PERCENT: u64 = 5;

/// The record, a line for each artifact: name, tab, bytes.
#[derive(Debug, Clone)]
pub struct Sizes {
    file: PathBuf,
    bytes: BTreeMap<String, u64>,
    writes: bool,
}

impl Sizes {
    /// Reads the record; one that `writes` accepts every size unchanged.
    ///
    /// # Errors
    /// If the file cannot be read, or a line is none of the record.
    pub fn read(file: &Path, writes: bool) -> Result<Self> {
        let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
        let line = |line: &str| {
            let (name, bytes) = line.split_once('\t').with_context(|| format!("no size: {line:?}"))?;
            Ok((name.to_owned(), bytes.parse()?))
        };
        let bytes = text.lines().map(line).collect::<Result<_>>()?;
        Ok(Self { file: file.to_owned(), bytes, writes })
    }

    /// Holds a size against the record.
    ///
    /// # Errors
    /// If it has grown too much, or is not recorded.
    pub fn hold(&mut self, name: &str, bytes: u64) -> Result<()> {
        if self.writes {
            self.bytes.insert(name.to_owned(), bytes);
            return Ok(());
        }
        let advice = "TRUEGHZ_WRITE_SIZES=1 changes the record";
        let recorded = *self.bytes.get(name).with_context(|| format!("no size is recorded: {advice}"))?;
        let growth = (bytes as f64 / recorded as f64 - 1.0) * 100.0;
        let allowed = bytes * 100 <= recorded * (100 + GROWTH_PERCENT);
        ensure!(allowed, "has {bytes} bytes, {growth:.1} % more than recorded: {advice}");
        Ok(())
    }

    /// Writes the record, if it is to be written.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(self) -> Result<()> {
        if !self.writes {
            return Ok(());
        }
        let mut text = String::new();
        for (name, bytes) in &self.bytes {
            let _ = writeln!(text, "{name}\t{bytes}");
        }
        std::fs::write(&self.file, text).with_context(|| self.file.display().to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_fails_until_the_record_is_changed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sizes.tsv");
        std::fs::write(&file, "library\t1000\n").unwrap();
        let mut sizes = Sizes::read(&file, false).unwrap();
        assert!(sizes.hold("library", 1050).is_ok());
        assert!(sizes.hold("library", 1051).unwrap_err().to_string().contains("5.1 % more"));
        assert!(sizes.hold("program", 1).unwrap_err().to_string().contains("no size is recorded"));
        sizes.finish().unwrap();
        let mut changed = Sizes::read(&file, true).unwrap();
        changed.hold("library", 2000).unwrap();
        changed.finish().unwrap();
        assert!(Sizes::read(&file, false).unwrap().hold("library", 2000).is_ok());
    }
}
