//! The screens of the apps: states, texts and properties.

mod load;
mod samples;
mod snapshots;
