//! Files of JSON that a user names: read to a limit, and no further than the first byte shows that they are something else.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::outcome::{Failure, plain};

/// What a file should hold.
#[derive(Debug)]
pub struct Expected {
    /// What it is called.
    pub what: &'static str,
    /// How large it can be.
    pub limit_bytes: u64,
    /// What is said of one that is larger.
    pub too_large: &'static str,
}

/// Editors of Windows put it before a text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// What is read before the first byte is looked at.
const CHUNK_BYTES: u64 = 64 << 10;

/// Reads a file; `-` is standard input.
///
/// # Errors
/// [`Failure`] if it cannot be read, is too large, or does not begin as JSON does.
pub fn read_json(path: &Path, expected: &Expected) -> Result<String, Failure> {
    let text = if path == Path::new("-") {
        read(io::stdin().lock(), expected)
    } else {
        open(path, expected).and_then(|file| read(file, expected))
    };
    text.map_err(|error| Failure::file("read", path, plain(&error)))
}

/// Opens a file, unless it is known to be too large before it is read.
fn open(path: &Path, expected: &Expected) -> io::Result<File> {
    let file = File::open(path)?;
    if file.metadata()?.len() > expected.limit_bytes {
        return Err(io::Error::other(expected.too_large));
    }
    Ok(file)
}

/// Reads to the end, but no more than is allowed, and nothing more of what does not begin as JSON does.
fn read(from: impl Read, expected: &Expected) -> io::Result<String> {
    let mut bytes = Vec::new();
    // A byte more than is allowed tells that there is more.
    let mut from = from.take(expected.limit_bytes.saturating_add(1));
    let chunk =
        |from: &mut io::Take<_>, bytes: &mut Vec<u8>| from.by_ref().take(CHUNK_BYTES).read_to_end(bytes);
    while chunk(&mut from, &mut bytes)? > 0 {
        if bytes.starts_with(b"\xff\xfe") {
            return Err(io::Error::other("it is text in UTF-16, as PowerShell's > writes; save it in UTF-8"));
        }
        let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes);
        let first = text.iter().find(|byte| !byte.is_ascii_whitespace());
        if first.is_some_and(|&byte| byte != b'{') {
            return Err(io::Error::other(format!("it is no {}, which begins with {{", expected.what)));
        }
    }
    if bytes.len() as u64 > expected.limit_bytes {
        return Err(io::Error::other(expected.too_large));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is no text in UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXPECTED: Expected =
        Expected { what: "test", limit_bytes: 1_000_000, too_large: "it is larger than a test" };

    #[test]
    fn what_has_no_end_is_read_to_the_limit() {
        let endless = || io::Cursor::new(b"{").chain(io::repeat(b' '));
        let error = read(endless(), &EXPECTED).unwrap_err().to_string();
        assert_eq!(error, "it is larger than a test");
        assert_eq!(read(endless().take(1_000_000), &EXPECTED).unwrap().len(), 1_000_000);
    }

    #[test]
    fn text_of_windows_is_read_or_named() {
        assert_eq!(read(&b"\xef\xbb\xbf{}"[..], &EXPECTED).unwrap(), "\u{feff}{}");
        let error = read(&b"\xff\xfe{\0"[..], &EXPECTED).unwrap_err().to_string();
        assert_eq!(error, "it is text in UTF-16, as PowerShell's > writes; save it in UTF-8");
    }

    #[test]
    fn what_is_no_json_is_not_read_on() {
        struct Counted(u64);
        impl Read for Counted {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                self.0 += buffer.len() as u64;
                buffer.fill(0);
                Ok(buffer.len())
            }
        }
        let mut zeros = Counted(0);
        assert!(
            read(&mut zeros, &EXPECTED).unwrap_err().to_string().contains("no test, which begins with {")
        );
        assert!(zeros.0 <= CHUNK_BYTES, "{} bytes", zeros.0);
    }
}
