//! A signature "for no one in particular" (ad hoc): the hash of each page of the program. Apple's
//! processors run nothing without, and end a program when a page is not what its hash says.
//!
//! The form follows XNU's `cs_blobs.h`: numbers begin with their highest byte.

use std::ops::Range;

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};

/// `CSMAGIC_EMBEDDED_SIGNATURE`, a list of parts, and `CSMAGIC_CODEDIRECTORY`, the part of the
/// hashes.
const MAGIC: (u32, u32) = (0xfade_0cc0, 0xfade_0c02);

/// `CS_HASHTYPE_SHA256`.
const SHA256: u8 = 2;

fn number(bytes: &[u8], at: usize) -> Result<u32> {
    let bytes = bytes.get(at..at + 4).context("the signature is cut off")?;
    Ok(u32::from_be_bytes(bytes.try_into()?))
}

fn small(bytes: &[u8], at: usize) -> Result<u8> {
    bytes.get(at).copied().context("the signature is cut off")
}

/// Proves that each page of the file is what its hash says, up to the signature.
///
/// # Errors
/// The first page that is not, or what is wrong with the signature.
pub fn prove(file: &[u8], place: Range<usize>) -> Result<()> {
    let signature = file.get(place.clone()).context("the signature lies outside the file")?;
    ensure!(number(signature, 0)? == MAGIC.0, "the signature is none");
    let parts = number(signature, 8)? as usize;
    let starts = (0..parts).map(|part| Ok(number(signature, 12 + 8 * part + 4)? as usize));
    let starts = starts.collect::<Result<Vec<usize>>>()?;
    let is_directory = |&start: &usize| number(signature, start).is_ok_and(|magic| magic == MAGIC.1);
    let start = starts.into_iter().find(is_directory).context("the signature holds no hashes")?;
    let directory = &signature[start..];
    let (hashes, pages, limit) = (number(directory, 16)?, number(directory, 28)?, number(directory, 32)?);
    ensure!(small(directory, 37)? == SHA256, "the hashes are not SHA-256");
    ensure!(limit as usize == place.start, "the signature is of {limit} bytes, not {}", place.start);
    let page_bytes = 1_usize << small(directory, 39)?;
    let signed = file[..place.start].chunks(page_bytes);
    ensure!(signed.len() == pages as usize, "the signature is of {pages} pages, not {}", signed.len());
    for (page, bytes) in signed.enumerate() {
        let at = hashes as usize + 32 * page;
        let hash = directory.get(at..at + 32).context("the signature is cut off")?;
        ensure!(Sha256::digest(bytes).as_slice() == hash, "page {page} is not what was signed");
    }
    Ok(())
}
