//! Machines that are recorded or made up. The system under the test has no part.

mod devices;
mod odd_machines;
mod properties;
