//! The first process of a lab's machine: runs one program and hands over what it wrote.
//!
//! `/arguments` holds the program's arguments, each ended by a zero byte. The program runs in
//! `/out`; its output and its error output are files there too. In the end every file of that
//! folder is written to the host, and its exit status to the host's `exit`, by the emulator's
//! semihosting.
//!
//! `guest.json` among them says what the guest itself saw: CLOCK_MONOTONIC_RAW and CNTVCT_EL0 when
//! the clock's profile started, and how many timer interrupts came while the program ran.

#[cfg(all(target_os = "linux", target_arch = "aarch64"))]
mod guest;
#[cfg(all(target_os = "linux", target_arch = "aarch64"))]
mod load;

#[cfg(all(target_os = "linux", target_arch = "aarch64"))]
fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match &words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["hog"] => load::hog(),
        ["interrupts", hz] => {
            let error = load::interrupts(hz.parse().unwrap_or_default());
            eprintln!("lab init: no interrupts: {error:?}");
        }
        ["migrate", numbers @ ..] => {
            let numbers: Vec<u32> = numbers.iter().filter_map(|number| number.parse().ok()).collect();
            let &[process, after_us, core] = &numbers[..] else { return };
            if let Err(error) = load::migrate(process, after_us, core) {
                eprintln!("lab init: not migrated: {error}");
            }
        }
        _ => guest::run(),
    }
}

#[cfg(not(all(target_os = "linux", target_arch = "aarch64")))]
fn main() {
    eprintln!("trueghz-lab-init runs on the lab's machines only: see tests/lab/README.md");
    std::process::exit(2);
}
