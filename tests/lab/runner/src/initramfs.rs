//! The archive that the kernel unpacks as its root: cpio in the "newc" form.
//!
//! The form: Linux, Documentation/driver-api/early-userspace/buffer-format.rst.

/// An archive that grows.
#[derive(Debug, Default)]
pub struct Archive {
    bytes: Vec<u8>,
    files: u32,
}

const FOLDER: u32 = 0o040_755;
const PROGRAM: u32 = 0o100_755;
const DEVICE: u32 = 0o020_600;

impl Archive {
    /// An archive with the folders and the console that the kernel opens for the first process.
    pub fn new() -> Self {
        let mut archive = Self::default();
        for folder in ["dev", "proc", "sys", "tmp"] {
            archive.entry(folder, FOLDER, (0, 0), &[]);
        }
        archive.entry("dev/console", DEVICE, (5, 1), &[]);
        archive
    }

    /// Adds a file that can be run.
    pub fn file(&mut self, name: &str, content: &[u8]) {
        self.entry(name, PROGRAM, (0, 0), content);
    }

    /// The whole archive.
    pub fn finish(mut self) -> Vec<u8> {
        self.entry("TRAILER!!!", 0, (0, 0), &[]);
        self.bytes
    }

    fn entry(&mut self, name: &str, mode: u32, device: (u32, u32), content: &[u8]) {
        self.files += 1;
        let name_length = name.len() as u32 + 1;
        // Inode, mode, owner, group, links, time, length, its file system's device, its own, name,
        // checksum.
        let fields =
            [self.files, mode, 0, 0, 1, 0, content.len() as u32, 0, 0, device.0, device.1, name_length, 0];
        self.bytes.extend_from_slice(b"070701");
        for field in fields {
            self.bytes.extend_from_slice(format!("{field:08x}").as_bytes());
        }
        self.bytes.extend_from_slice(name.as_bytes());
        self.bytes.push(0);
        self.align();
        self.bytes.extend_from_slice(content);
        self.align();
    }

    fn align(&mut self) {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_aligned_and_say_how_long_they_are() {
        let mut archive = Archive::default();
        archive.file("init", b"12345");
        let bytes = archive.finish();
        // A header of 110 bytes, "init" and its zero byte: 115, aligned to 116.
        assert_eq!(&bytes[..6], b"070701");
        assert_eq!(&bytes[54..62], b"00000005", "the length of the content");
        assert_eq!(&bytes[94..102], b"00000005", "the length of the name, with its zero byte");
        assert_eq!(&bytes[110..115], b"init\0");
        assert_eq!(&bytes[116..121], b"12345");
        assert_eq!(&bytes[124..130], b"070701", "the next entry is aligned");
        assert!(bytes.len().is_multiple_of(4));
    }
}
