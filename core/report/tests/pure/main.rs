//! The tests in which this machine has no part: readings are recorded, simulated or made up.

mod compare;
mod html;
mod moving_pages;
mod openmetrics;
mod outline;
mod plots;
mod random_pages;
#[path = "../../../tests/pure/site.rs"]
mod site;
