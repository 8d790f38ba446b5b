use super::*;

const BASE: u64 = 0x7_0000_0000;

/// Encodings of two functions in the tests: one with a frame and x19, x20, d8, d9; one without a
/// frame, with 32 bytes of stack and x21, x22.
const WITH_FRAME: u32 = FRAME | 0x101;
const WITHOUT: u32 = FRAMELESS | 2 << 12 | 0x2;

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Tables with one page: common codes, the place of one personality, an index, one function with a
/// table, and a page.
fn info(common: &[u32], page: &[u8]) -> Vec<u8> {
    let index = 28 + 4 * common.len() as u32 + 4;
    let tables = index + 24;
    let mut info = words(&[1, 28, common.len() as u32, index - 4, 1, index, 2]);
    info.extend(words(common));
    info.extend(words(&[0x9000]));
    info.extend(words(&[0x1000, tables + 8, tables, 0x1300, 0, tables + 8]));
    info.extend(words(&[0x1100, 0x2222]));
    info.extend(page);
    info
}

fn rewritten(info: &[u8], frames: &[u8]) -> Result<Rewritten> {
    let pointer = |place| {
        assert_eq!(place, BASE + 0x9000, "where the program has its only pointer");
        0xabcd
    };
    rewrite(Tables { base: BASE, info, frames: (frames, BASE + 0x5000), pointer: &pointer })
}

/// The entries of rewritten tables: begin, length, the table, and instructions without what fills
/// them up; each with its CIE's personality.
fn entries(rewritten: &Rewritten) -> Vec<(u64, u64, u64, Vec<u8>, u64)> {
    let tables = &rewritten.bytes;
    let entry = |&place: &usize| {
        let length = word(tables, place).unwrap() as usize;
        let common = place + 4 - word(tables, place + 4).unwrap() as usize;
        let has_table = &tables[common + 9..common + 14] == b"zPLR\0";
        let personality = if has_table { long(tables, common + 19).unwrap() } else { 0 };
        let (table, own) = if has_table { (long(tables, place + 25).unwrap(), 33) } else { (0, 25) };
        let instructions = &tables[place + own..place + 4 + length];
        let used = instructions.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        let (begin, size) = (long(tables, place + 8).unwrap(), long(tables, place + 16).unwrap());
        (begin, size, table, instructions[..used].to_vec(), personality)
    };
    rewritten.entries.iter().map(entry).collect()
}

#[test]
fn functions_of_both_kinds_of_pages_are_described() {
    let frame =
        vec![CFA_DEF_CFA, 29, 16, 0x80 | 30, 1, 0x80 | 29, 2, 0x80 | 19, 3, 0x80 | 20, 4, 5, 72, 5, 5, 73, 6];
    let frameless = vec![CFA_DEF_CFA, 31, 32, 0x80 | 21, 1, 0x80 | 22, 2];
    let expected =
        [(BASE + 0x1000, 0x100, 0, frameless, 0), (BASE + 0x1100, 0x200, BASE + 0x2222, frame, 0xabcd)];
    let with_table = WITH_FRAME | HAS_TABLE | 1 << PERSONALITY.0;
    // A code for each function.
    let mut page = words(&[REGULAR]);
    page.extend([8_u16, 2].iter().flat_map(|half| half.to_le_bytes()));
    page.extend(words(&[0x1000, WITHOUT, 0x1100, with_table]));
    assert_eq!(entries(&rewritten(&info(&[], &page), &[]).unwrap()), expected);
    // Numbers of codes: one that is shared, one of the page.
    let mut page = words(&[COMPRESSED]);
    page.extend([12_u16, 2, 20, 1].iter().flat_map(|half| half.to_le_bytes()));
    page.extend(words(&[0, 1 << 24 | 0x100, with_table]));
    assert_eq!(entries(&rewritten(&info(&[WITHOUT], &page), &[]).unwrap()), expected);
}

#[test]
fn an_entry_of_dwarf_is_taken_over() {
    // A CIE whose personality and table are relative to themselves, and an entry of the function at
    // 0x1000.
    let mut frames = words(&[28, 0]);
    frames.extend(b"\x01zPLR\0\x01\x78\x1e\x07\x9b");
    let personality = frames.len();
    let distance = |place: usize, to: u64| to.wrapping_sub(BASE + 0x5000 + place as u64);
    frames.extend((distance(personality, BASE + 0x9000) as u32).to_le_bytes());
    frames.extend([0x10, 0x10, CFA_DEF_CFA, 31, 0]);
    frames.resize(32, 0);
    let entry = frames.len();
    frames.extend(words(&[36, 36]));
    frames.extend(distance(entry + 8, BASE + 0x1000).to_le_bytes());
    frames.extend(0x80_u64.to_le_bytes());
    frames.push(8);
    frames.extend(distance(entry + 25, BASE + 0x3333).to_le_bytes());
    frames.extend([0x0e, 64, 0x80 | 19, 7]);
    frames.resize(entry + 40, 0);

    let mut page = words(&[REGULAR]);
    page.extend([8_u16, 1].iter().flat_map(|half| half.to_le_bytes()));
    page.extend(words(&[0x1000, DWARF | entry as u32]));
    let info = info(&[], &page);
    let expected = [(BASE + 0x1000, 0x300, BASE + 0x3333, vec![0x0e, 64, 0x80 | 19, 7], 0xabcd)];
    assert_eq!(entries(&rewritten(&info, &frames).unwrap()), expected);
    let error = |frames: &[u8]| rewritten(&info, frames).unwrap_err().to_string();
    let mut other = frames.clone();
    other[entry + 8] ^= 4;
    assert_eq!(error(&other), "an entry of another function");
    let mut other = frames.clone();
    other[9] = b'y';
    assert_eq!(error(&other), "entries in another form");
    assert!(error(&frames[..entry + 30]).contains("cut off"));
}

#[test]
fn tables_of_another_form_are_refused() {
    let error = |info: &[u8]| rewritten(info, &[]).unwrap_err().to_string();
    assert_eq!(error(&info(&[], &words(&[4, 0]))), "a page of functions of the kind 4");
    let mut page = words(&[REGULAR]);
    page.extend([8_u16, 1].iter().flat_map(|half| half.to_le_bytes()));
    page.extend(words(&[0x1000, WITHOUT]));
    let sound = info(&[], &page);
    for length in 0..sound.len() {
        assert!(error(&sound[..length]).contains("cut off"), "{length}");
    }
}
