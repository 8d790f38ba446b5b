//! The boundary, tested with recorded windows. Programs of their own: `session` measures this
//! machine, and `logging` sets the one logger of its process.

mod compare;
mod instructions;
mod store;
mod sustained;
mod vectors;
