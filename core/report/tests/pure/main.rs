//! The tests in which this machine has no part: readings are recorded, simulated or made up.

mod compare;
#[path = "../../../tests/pure/environment.rs"]
mod environment;
mod html;
mod moving_pages;
mod openmetrics;
mod outline;
mod plots;
mod random_pages;
