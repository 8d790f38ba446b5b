//! The rate, by records that are made up.
