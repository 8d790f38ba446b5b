//! Loaded cores, and their work.

use clap::ValueEnum;
use trueghz::load::LoadClass;
use trueghz_loads::sustained::SustainedLoad;

/// Work of busy cores.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum Class {
    /// Additions and multiplications of single numbers
    Scalar,
    /// Fused multiply-adds on the widest vectors of the core
    #[default]
    Vector,
    /// Like vector, with data from more memory than the caches hold
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

/// Cores that a sustained load runs on.
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
