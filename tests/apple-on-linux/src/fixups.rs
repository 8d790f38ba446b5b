//! The addresses that are written when a program is loaded, in chains: each place holds its value
//! and how far the next one is. Layouts: `<mach-o/fixup-chains.h>`.

use anyhow::{Context, Result, bail, ensure};

use crate::bytes::{half, long, word};

/// `DYLD_CHAINED_IMPORT`: an import is one word.
const IMPORT: u32 = 1;

/// `DYLD_CHAINED_PTR_64`: targets are addresses of the file.
const ADDRESSES: u16 = 2;

/// `DYLD_CHAINED_PTR_64_OFFSET`: targets are distances from the file's begin.
const DISTANCES: u16 = 6;

/// `DYLD_CHAINED_PTR_START_NONE`: a page without any.
const NONE: u16 = 0xffff;

/// The table behind `LC_DYLD_CHAINED_FIXUPS`.
#[derive(Debug)]
pub struct Fixups<'data> {
    /// The names that the program imports, by their numbers.
    pub imports: Vec<&'data str>,
    segments: Vec<Segment>,
}

/// Where the chains of a segment begin.
#[derive(Debug)]
struct Segment {
    form: u16,
    /// In bytes from the image's begin.
    starts: Vec<u64>,
}

impl<'data> Fixups<'data> {
    /// Reads the table.
    ///
    /// # Errors
    /// If it is cut off, or of another form.
    pub fn read(table: &'data [u8]) -> Result<Self> {
        // dyld_chained_fixups_header: version, starts, imports, symbols, number of imports, their
        // form, the symbols' form.
        let header = |number: usize| word(table, number * 4);
        let (starts, imports, symbols) = (header(1)? as usize, header(2)? as usize, header(3)? as usize);
        ensure!(header(5)? == IMPORT && header(6)? == 0, "has imports in another form");
        // Eight bits for the library, one for "may be missing", the rest for the name.
        let name = |number| {
            let place = symbols + (word(table, imports + 4 * number)? >> 9) as usize;
            let rest = table.get(place..).context("an import's name is cut off")?;
            let end = rest.iter().position(|byte| *byte == 0).context("an import's name is cut off")?;
            Ok(std::str::from_utf8(&rest[..end])?)
        };
        let imports = (0..header(4)? as usize).map(name).collect::<Result<_>>()?;
        let places = (0..word(table, starts)? as usize).map(|number| word(table, starts + 4 + 4 * number));
        let places: Vec<u32> = places.collect::<Result<_>>()?;
        let segments = places.into_iter().filter(|place| *place != 0);
        let segments =
            segments.map(|place| Segment::read(table, starts + place as usize)).collect::<Result<_>>()?;
        Ok(Self { imports, segments })
    }

    /// Writes all addresses into an image that was mapped at `base` and whose file begins at
    /// `preferred`; `targets` are the imports' addresses. Returns how many were written.
    ///
    /// # Errors
    /// If a chain leaves the image, or names an import that is not there.
    pub fn write(&self, image: &mut [u8], base: u64, preferred: u64, targets: &[u64]) -> Result<usize> {
        let mut count = 0;
        for segment in &self.segments {
            for start in &segment.starts {
                let mut place = *start as usize;
                loop {
                    let value = image.get(place..place + 8).context("a chain leaves the program")?;
                    let value = u64::from_le_bytes(value.try_into()?);
                    let address = segment.address(value, base, preferred, targets)?;
                    image[place..place + 8].copy_from_slice(&address.to_le_bytes());
                    count += 1;
                    match value >> 51 & 0xfff {
                        0 => break,
                        next => place += next as usize * 4,
                    }
                }
            }
        }
        Ok(count)
    }
}

impl Segment {
    /// `dyld_chained_starts_in_segment`: its size, a page's size, the form, the segment's begin,
    /// the highest pointer, the number of pages, a start for each.
    fn read(table: &[u8], place: usize) -> Result<Self> {
        let (page, form) = (half(table, place + 4)?, half(table, place + 6)?);
        ensure!([ADDRESSES, DISTANCES].contains(&form), "has chains of the form {form}");
        let begin = long(table, place + 8)?;
        let mut starts = Vec::new();
        for number in 0..half(table, place + 20)? {
            match half(table, place + 22 + 2 * usize::from(number))? {
                NONE => {}
                start => starts.push(begin + u64::from(number) * u64::from(page) + u64::from(start)),
            }
        }
        Ok(Self { form, starts })
    }

    fn address(&self, value: u64, base: u64, preferred: u64, targets: &[u64]) -> Result<u64> {
        if value >> 63 != 0 {
            let Some(target) = targets.get((value & 0xff_ffff) as usize) else {
                bail!("an import without a name")
            };
            return Ok(target + (value >> 24 & 0xff));
        }
        let (target, high) = (value & 0xf_ffff_ffff, (value >> 36 & 0xff) << 56);
        let distance = if self.form == DISTANCES { target } else { target.wrapping_sub(preferred) };
        Ok(base.wrapping_add(distance) | high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table for one segment of two pages of 64 bytes at 0x40, the second without addresses, and
    /// two imports.
    fn table(form: u16) -> Vec<u8> {
        let words = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>();
        let mut table = words(&[0, 28, 68, 76, 2, IMPORT, 0]);
        // Two segments, of which the first has none; then the second's.
        table.extend(words(&[2, 0, 12]));
        table.extend(words(&[26]));
        table.extend([64_u16.to_le_bytes(), form.to_le_bytes()].concat());
        table.extend(words(&[0x40, 0, 0]));
        table.extend([2_u16, 8, NONE, 0].iter().flat_map(|half| half.to_le_bytes()));
        table.extend(words(&[1 | 1 << 9, 1 | 7 << 9]));
        table.extend(b"\0_free\0_malloc\0");
        assert_eq!(table.len(), 76 + 15);
        table
    }

    /// An image with a chain of three places, 16 and 8 bytes apart: an import with an addend, an
    /// address of the file, an import.
    fn image(target: u64) -> Vec<u8> {
        let mut image = vec![0; 0xc0];
        let mut put =
            |place: usize, value: u64| image[place..place + 8].copy_from_slice(&value.to_le_bytes());
        put(0x48, 1 << 63 | 4 << 51 | 5 << 24 | 1);
        put(0x58, 2 << 51 | 0x80 << 36 | target);
        put(0x60, 1 << 63);
        image
    }

    fn at(image: &[u8], place: usize) -> u64 {
        u64::from_le_bytes(image[place..place + 8].try_into().unwrap())
    }

    #[test]
    fn a_chain_is_followed_in_both_forms() {
        for (form, target) in [(ADDRESSES, 0x1_0000_0010), (DISTANCES, 0x10)] {
            let (table, mut image) = (table(form), image(target));
            let fixups = Fixups::read(&table).unwrap();
            assert_eq!(fixups.imports, ["_free", "_malloc"]);
            let count = fixups.write(&mut image, 0x7000_0000, 0x1_0000_0000, &[0xf000, 0xa000]).unwrap();
            assert_eq!(count, 3);
            assert_eq!(
                [0x48, 0x58, 0x60].map(|place| at(&image, place)),
                [0xa005, 0x80 << 56 | 0x7000_0010, 0xf000]
            );
            assert_eq!(
                image.iter().filter(|byte| **byte != 0).count(),
                2 + 3 + 1,
                "nothing else was written"
            );
        }
    }

    #[test]
    fn other_forms_and_tables_that_are_cut_off_are_refused() {
        let error = |table: &[u8]| format!("{:#}", Fixups::read(table).unwrap_err());
        assert_eq!(error(&table(1)), "has chains of the form 1");
        let mut other = table(DISTANCES);
        other[20] = 2;
        assert_eq!(error(&other), "has imports in another form");
        let sound = table(DISTANCES);
        for length in 0..sound.len() {
            assert!(error(&sound[..length]).contains("cut off"), "{length}");
        }
    }

    #[test]
    fn a_chain_that_leaves_the_image_is_refused() {
        let table = table(DISTANCES);
        let fixups = Fixups::read(&table).unwrap();
        let error =
            |image: &mut [u8], targets: &[u64]| fixups.write(image, 0, 0, targets).unwrap_err().to_string();
        assert_eq!(error(&mut image(0)[..0x60], &[1, 2]), "a chain leaves the program");
        assert_eq!(error(&mut image(0), &[1]), "an import without a name");
    }
}
