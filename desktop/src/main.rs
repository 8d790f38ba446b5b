//! The command line of TrueGHz.

fn main() {}
