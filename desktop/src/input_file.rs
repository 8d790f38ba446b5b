//! JSON files given by the user: read up to a limit, and only until a byte shows that they are not
//! JSON.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::outcome::{Failure, plain};

/// Expected contents of a file.
#[derive(Debug)]
pub struct Expected {
    /// Name of the contents in messages.
    pub what: &'static str,
    /// Maximum size.
    pub limit_bytes: u64,
    /// Message for a larger file.
    pub too_large: &'static str,
}

/// Windows editors put it before a text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Number of bytes read between checks of the first byte.
const CHUNK_BYTES: u64 = 64 << 10;

/// Reads a file; `-` is standard input.
///
/// # Errors
/// [`Failure`] if it cannot be read, is too large, or does not begin with `{`.
pub fn read_json(path: &Path, expected: &Expected) -> Result<String, Failure> {
    let text = if path == Path::new("-") {
        read(io::stdin().lock(), expected)
    } else {
        open(path, expected).and_then(|file| read(file, expected))
    };
    text.map_err(|error| Failure::file("read", path, plain(&error)))
}

/// Opens a file, unless its size already shows that it is too large.
fn open(path: &Path, expected: &Expected) -> io::Result<File> {
    let file = File::open(path)?;
    if file.metadata()?.len() > expected.limit_bytes {
        return Err(io::Error::other(expected.too_large));
    }
    Ok(file)
}

/// Reads to the end, but at most the allowed size; stops if the text does not begin with `{`.
fn read(from: impl Read, expected: &Expected) -> io::Result<String> {
    let mut bytes = Vec::new();
    // One byte more than allowed shows that the file is too large.
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
            return Err(io::Error::other(format!("it is not a {}, which begins with {{", expected.what)));
        }
    }
    if bytes.len() as u64 > expected.limit_bytes {
        return Err(io::Error::other(expected.too_large));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8 text"))
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
            read(&mut zeros, &EXPECTED).unwrap_err().to_string().contains("not a test, which begins with {")
        );
        assert!(zeros.0 <= CHUNK_BYTES, "{} bytes", zeros.0);
    }
}
