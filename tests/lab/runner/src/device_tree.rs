//! Tells the kernel the timer's rate by the device tree, as boards do whose rate register is wrong.
//!
//! The form: Devicetree Specification 0.4, chapter 5, "Flattened Devicetree Format".

/// Words of the header: where the structure and the strings are, and how long all and the structure are.
const TOTAL_SIZE: usize = 1;
const STRUCTURE_AT: usize = 2;
const STRINGS_AT: usize = 3;
const STRINGS_SIZE: usize = 8;
const STRUCTURE_SIZE: usize = 9;

const BEGIN_NODE: u32 = 1;
const PROPERTY: u32 = 3;

fn word(tree: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(tree.get(at..at + 4)?.try_into().ok()?))
}

fn header(tree: &[u8], field: usize) -> Option<usize> {
    Some(word(tree, field * 4)? as usize)
}

/// The tree with `clock-frequency` in its timer's node; `None` if it has no such node, or no property of that
/// name elsewhere (the emulator's serial line has).
pub fn with_timer_rate(tree: &[u8], hz: u32) -> Option<Vec<u8>> {
    let (structure, strings) = (header(tree, STRUCTURE_AT)?, header(tree, STRINGS_AT)?);
    // Names are padded to whole words, and this one fills two with its zero byte.
    let node = [&BEGIN_NODE.to_be_bytes()[..], b"timer\0\0\0"].concat();
    let body = tree.get(structure..structure + header(tree, STRUCTURE_SIZE)?)?;
    let found = (0..body.len()).step_by(4).find(|at| body[*at..].starts_with(&node))?;
    let at = structure + found + node.len();
    let names = tree.get(strings..strings + header(tree, STRINGS_SIZE)?)?;
    let name = names.windows(17).position(|name| name == b"\0clock-frequency\0")? + 1;
    let property = [PROPERTY, 4, name as u32, hz].map(u32::to_be_bytes).concat();
    // The emulator leaves room behind the tree, a megabyte, and doubles it: more than the kernel maps.
    let end = (structure + body.len()).max(strings + names.len());
    let mut changed = [&tree[..at], &property, tree.get(at..end)?].concat();
    set(&mut changed, TOTAL_SIZE, end + property.len());
    set(&mut changed, STRUCTURE_SIZE, body.len() + property.len());
    // What lies behind the structure has moved.
    if strings > structure {
        set(&mut changed, STRINGS_AT, strings + property.len());
    }
    Some(changed)
}

fn set(tree: &mut [u8], field: usize, value: usize) {
    tree[field * 4..field * 4 + 4].copy_from_slice(&(value as u32).to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree of two nodes, made by hand.
    fn tree() -> Vec<u8> {
        let structure: [&[u8]; 4] =
            [b"\0\0\0\x01\0\0\0\0", b"\0\0\0\x01timer\0\0\0", b"\0\0\0\x02", b"\0\0\0\x02"];
        let structure = structure.concat();
        let strings = b"compatible\0clock-frequency\0";
        let (at, end) = (40, 40 + structure.len());
        let total = end + strings.len() + 1000;
        let header = [0xd00d_feed, total, at, end, 0, 17, 16, 0, strings.len(), structure.len()];
        let header: Vec<u8> = header.iter().flat_map(|word| (*word as u32).to_be_bytes()).collect();
        [&header[..], &structure, strings, &[0; 1000]].concat()
    }

    #[test]
    fn the_timer_has_a_rate() {
        let changed = with_timer_rate(&tree(), 24_000_000).unwrap();
        assert_eq!(changed.len(), tree().len() - 1000 + 16);
        assert_eq!(header(&changed, TOTAL_SIZE), Some(changed.len()));
        let at = 40 + 8 + 12;
        let written = [0, 4, 8, 12].map(|offset| word(&changed, at + offset).unwrap());
        assert_eq!(written, [PROPERTY, 4, 11, 24_000_000]);
        assert!(changed[header(&changed, STRINGS_AT).unwrap()..].starts_with(b"compatible\0"));
    }

    #[test]
    fn a_tree_without_a_timer_stays_as_it_is() {
        let mut tree = tree();
        tree[52..57].copy_from_slice(b"timid");
        assert_eq!(with_timer_rate(&tree, 24_000_000), None);
    }
}
