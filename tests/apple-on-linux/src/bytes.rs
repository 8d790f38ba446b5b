//! Numbers in tables, the lowest byte first.

use anyhow::{Context, Result, bail};

/// Writes a number in DWARF's form of any length.
pub fn put_uleb(bytes: &mut Vec<u8>, mut value: u64) {
    while value > 0x7f {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// A number in DWARF's form of any length, and where the next byte is.
///
/// # Errors
/// If it is cut off.
pub fn uleb(bytes: &[u8], place: usize) -> Result<(u64, usize)> {
    let mut value = 0;
    for (number, byte) in bytes.iter().skip(place).take(9).enumerate() {
        value |= u64::from(byte & 0x7f) << (7 * number);
        if byte & 0x80 == 0 {
            return Ok((value, place + number + 1));
        }
    }
    bail!("a number is cut off")
}

/// Two bytes.
///
/// # Errors
/// If they are not there.
pub fn half(bytes: &[u8], place: usize) -> Result<u16> {
    let bytes = bytes.get(place..place + 2).context("a table is cut off")?;
    Ok(u16::from_le_bytes(bytes.try_into()?))
}

/// Four bytes.
///
/// # Errors
/// If they are not there.
pub fn word(bytes: &[u8], place: usize) -> Result<u32> {
    let bytes = bytes.get(place..place + 4).context("a table is cut off")?;
    Ok(u32::from_le_bytes(bytes.try_into()?))
}

/// Eight bytes.
///
/// # Errors
/// If they are not there.
pub fn long(bytes: &[u8], place: usize) -> Result<u64> {
    let bytes = bytes.get(place..place + 8).context("a table is cut off")?;
    Ok(u64::from_le_bytes(bytes.try_into()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_none_beyond_the_end() {
        let bytes = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        assert_eq!((half(&bytes, 1).unwrap(), word(&bytes, 1).unwrap()), (0x0302, 0x0504_0302));
        assert_eq!(long(&bytes, 1).unwrap(), 0x0908_0706_0504_0302);
        assert!(half(&bytes, 8).is_err() && word(&bytes, 6).is_err() && long(&bytes, 2).is_err());
    }

    #[test]
    fn numbers_of_any_length_are_read_and_written() {
        for (number, bytes) in [(0, &[0][..]), (127, &[127]), (128, &[0x80, 1]), (65520, &[0xf0, 0xff, 3])] {
            let mut written = Vec::new();
            put_uleb(&mut written, number);
            assert_eq!((written.as_slice(), uleb(&written, 0).unwrap()), (bytes, (number, bytes.len())));
        }
        assert!(uleb(&[0x80], 0).is_err());
    }
}
