//! Chains and loads for artifacts that tests make up.

use object::{Object as _, ObjectSection as _};
use trueghz::chain::{BodyLength, Chain, ChainKind};
use trueghz::load::{Load, LoadClass};

/// The section of chains and loads of this program, which has them because it asks for one of each.
pub fn chains() -> Vec<u8> {
    Chain::new(ChainKind::Add, BodyLength::Short).expect("chains are written for this processor");
    Load::new(LoadClass::Scalar).expect("loads are written for this processor").work();
    let program = std::fs::read(std::env::current_exe().unwrap()).unwrap();
    let file = object::File::parse(&*program).unwrap();
    let names = ["trueghz_chains", "__trueghz"];
    let section = names.iter().find_map(|name| file.section_by_name(name)).expect("the section");
    section.data().unwrap().to_vec()
}
