//! Relocations in Android's compressed form, "APS2": the numbers of ordinary ones as differences,
//! in groups that share what is the same in all of them.
//!
//! The form: AOSP, bionic/tools/relocation_packer/README.TXT and linker/linker_reloc_iterators.h of
//! Android 6.0.

use anyhow::{Context, Result, ensure};

use crate::file::Relocation;

const MAGIC: &[u8] = b"APS2";

// Properties that a group's relocations share.
const SAME_INFO: i64 = 1;
const SAME_STEP: i64 = 2;
const SAME_ADDEND: i64 = 4;
const HAS_ADDEND: i64 = 8;

/// All relocations of a packed section.
///
/// # Errors
/// If the section ends too early or is of another form.
pub fn unpack(section: &[u8]) -> Result<Vec<Relocation>> {
    let mut numbers = Numbers(section.strip_prefix(MAGIC).context("relocations packed in another form")?);
    let count = numbers.take()?;
    let mut last = Relocation { place: numbers.take()?.cast_unsigned(), info: 0, addend: 0 };
    let mut all = Vec::new();
    while (all.len() as i64) < count {
        let (size, flags) = (numbers.take()?, numbers.take()?);
        ensure!(size > 0, "a group of no relocations");
        let has = |flag| flags & flag != 0;
        let step = if has(SAME_STEP) { Some(numbers.take()?) } else { None };
        if has(SAME_INFO) {
            last.info = numbers.take()?.cast_unsigned();
        }
        if !has(HAS_ADDEND) {
            last.addend = 0;
        } else if has(SAME_ADDEND) {
            last.addend += numbers.take()?;
        }
        for _ in 0..size {
            last.place = last.place.wrapping_add_signed(step.map_or_else(|| numbers.take(), Ok)?);
            if !has(SAME_INFO) {
                last.info = numbers.take()?.cast_unsigned();
            }
            if has(HAS_ADDEND) && !has(SAME_ADDEND) {
                last.addend += numbers.take()?;
            }
            all.push(last);
        }
    }
    Ok(all)
}

/// Signed numbers in LEB128, one after another.
struct Numbers<'data>(&'data [u8]);

impl Numbers<'_> {
    fn take(&mut self) -> Result<i64> {
        let mut number = 0;
        // 64 bits have ten bytes of seven.
        for shift in (0..70).step_by(7) {
            let (byte, rest) = self.0.split_first().context("packed relocations end too early")?;
            self.0 = rest;
            number |= i64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                let is_negative = byte & 0x40 != 0 && shift < 57;
                return Ok(if is_negative { number | (-1 << (shift + 7)) } else { number });
            }
        }
        anyhow::bail!("a number of more than 64 bits in packed relocations")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relocation(place: u64, info: u64, addend: i64) -> Relocation {
        Relocation { place, info, addend }
    }

    #[test]
    fn groups_share_what_is_the_same() {
        // Three relocations from 0x1000 on: two of info 3, eight bytes apart, and with addends of
        // their own; then one with nothing shared and no addend.
        let mut section = b"APS2\x03\x80\x20".to_vec();
        section.extend([2, 1 | 2 | 8, 8, 3, 5, 0x7e]);
        section.extend([1, 0, 16, 4]);
        let all = unpack(&section).unwrap();
        assert_eq!(
            all,
            [relocation(0x1008, 3, 5), relocation(0x1010, 3, 3), relocation(0x1020, 4, 0)],
            "-2 after 5 is 3"
        );
    }

    #[test]
    fn an_addend_may_be_the_group_s() {
        let section = [b"APS2\x02\x00".as_slice(), &[2, 1 | 2 | 4 | 8, 8, 7, 9]].concat();
        assert_eq!(unpack(&section).unwrap(), [relocation(8, 7, 9), relocation(16, 7, 9)]);
    }

    #[test]
    fn numbers_have_a_sign_and_many_bytes() {
        let cases: [(&[u8], i64); 5] = [
            (&[0x3f], 63),
            (&[0x40], -64),
            (&[0x80, 0x7f], -128),
            (&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00], i64::MAX),
            (&[0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7f], i64::MIN),
        ];
        for (bytes, number) in cases {
            assert_eq!(Numbers(bytes).take().unwrap(), number);
        }
    }

    #[test]
    fn what_is_cut_off_or_of_another_form_is_refused() {
        let refusal = |section: &[u8]| format!("{:#}", unpack(section).unwrap_err());
        assert!(refusal(b"APR1").contains("another form"));
        assert!(refusal(b"APS2\x01").contains("end too early"));
        assert!(refusal(&[b"APS2".as_slice(), &[0x80; 11]].concat()).contains("more than 64 bits"));
        assert!(refusal(b"APS2\x01\x00\x00\x00").contains("no relocations"));
    }
}
