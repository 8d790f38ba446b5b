//! Checks that the files of a command differ: none that is written is also read, or written twice.

use std::fs;
use std::path::{Path, PathBuf};

use crate::outcome::Failure;
use crate::output_file::folder_of;

/// Identity of a file, whatever its name: two names with equal identities are the same file.
#[derive(Debug, PartialEq, Eq)]
enum Identity {
    /// An existing file.
    #[cfg(unix)]
    Inode { device: u64, number: u64 },
    /// A file that does not exist yet; on systems without inode numbers also an existing file, by
    /// its path with links resolved.
    Name(PathBuf),
}

impl Identity {
    /// Identity of a file; `None` for a device, a pipe or a standard stream, which lose nothing,
    /// and for paths that cannot be inspected.
    fn of(path: &Path) -> Option<Identity> {
        if path == Path::new("-") {
            return None;
        }
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => Identity::of_file(path, &metadata),
            Ok(_) => None,
            // A dangling link identifies its target, whatever its own name.
            Err(_) => match fs::read_link(path) {
                Ok(target) => Identity::of(&folder_of(path).join(target)),
                Err(_) => Some(Identity::Name(folder_of(path).canonicalize().ok()?.join(path.file_name()?))),
            },
        }
    }

    #[cfg(unix)]
    fn of_file(_: &Path, metadata: &fs::Metadata) -> Option<Identity> {
        use std::os::unix::fs::MetadataExt;
        Some(Identity::Inode { device: metadata.dev(), number: metadata.ino() })
    }

    #[cfg(not(unix))]
    fn of_file(path: &Path, _: &fs::Metadata) -> Option<Identity> {
        path.canonicalize().ok().map(Identity::Name)
    }
}

/// Checks that these files, each with the option that specifies it, are different.
///
/// # Errors
/// [`Failure`] with the options of two that are the same file.
pub fn distinct(files: &[(&str, Option<&Path>)]) -> Result<(), Failure> {
    let mut known: Vec<(&str, Identity)> = Vec::new();
    for (option, path) in files {
        let Some((path, identity)) = path.and_then(|path| Some((path, Identity::of(path)?))) else {
            continue;
        };
        if let Some((other, _)) = known.iter().find(|(_, other)| *other == identity) {
            return Err(Failure::file("write", path, format!("{other} and {option} are the same file")));
        }
        known.push((option, identity));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_by_two_names_is_one() {
        let folder = tempfile::tempdir().unwrap();
        let (file, new) = (folder.path().join("a.json"), folder.path().join("new.html"));
        fs::write(&file, "{}").unwrap();
        let again = folder.path().join(".").join("a.json");
        let new_again = folder.path().join(".").join("new.html");
        let refused = |one: &Path, other: &Path| distinct(&[("FILE", Some(one)), ("--html", Some(other))]);
        assert!(refused(&file, &again).is_err() && refused(&new, &new_again).is_err());
        assert!(refused(&file, &new).is_ok());
        assert!(distinct(&[("--raw", None), ("--html", Some(&file)), ("--svg", None)]).is_ok());
        #[cfg(unix)]
        {
            let (hard, soft) = (folder.path().join("hard"), folder.path().join("soft"));
            fs::hard_link(&file, &hard).unwrap();
            std::os::unix::fs::symlink("new.html", &soft).unwrap();
            assert!(refused(&file, &hard).is_err() && refused(&new, &soft).is_err());
            let null = Path::new("/dev/null");
            assert!(refused(null, null).is_ok(), "it keeps nothing");
        }
        let message = refused(&file, &again).unwrap_err().to_string();
        assert!(message.contains("FILE and --html are the same file"), "{message}");
    }
}
