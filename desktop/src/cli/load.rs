//! How much of the machine is busy, and with what.

use clap::ValueEnum;
use trueghz::load::LoadClass;
use trueghz::report::sustained::SustainedLoad;

/// What busy cores work on.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum Class {
    /// Additions and multiplications, one number at a time
    Scalar,
    /// Fused multiplications and additions of the widest vectors that the core has
    #[default]
    Vector,
    /// The same, with numbers from more memory than the caches hold
    Memory,
}

impl From<Class> for LoadClass {
    fn from(class: Class) -> LoadClass {
        match class {
            Class::Scalar => LoadClass::Scalar,
            Class::Vector => LoadClass::Vector,
            Class::Memory => LoadClass::Memory,
        }
    }
}

/// How much of the machine is busy.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum Load {
    /// The measured core
    #[default]
    One,
    /// All cores of its type
    Kind,
    /// All cores
    All,
}

impl From<Load> for SustainedLoad {
    fn from(load: Load) -> SustainedLoad {
        match load {
            Load::One => SustainedLoad::One,
            Load::Kind => SustainedLoad::Kind,
            Load::All => SustainedLoad::All,
        }
    }
}
