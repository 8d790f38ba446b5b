//! Reads the clock, and turns a benchmark's nanoseconds into cycles.

use std::time::Duration;

use trueghz::{Options, Selection, measure};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::new().cores(Selection::Current).duration(Duration::from_millis(100));
    let measured = measure(options)?.wait()?;
    for reading in &measured.measurement.cores {
        match reading.cycles(100.0) {
            Some(cycles) => println!("consumer: 100 ns are {:.1} to {:.1} cycles", cycles.low, cycles.high),
            None => println!("consumer: no reading: {:?}", reading.reason),
        }
    }
    Ok(())
}
