//! `trueghz-apple-on-linux [NAME=VALUE...] PROGRAM [ARGUMENT...]`: runs a program for macOS on
//! aarch64 Linux. `settings` lists the names. The program's status is its own; 127 if it could not
//! be loaded.

#[cfg(all(target_os = "linux", target_arch = "aarch64"))]
fn main() {
    let Err(error) = trueghz_apple_on_linux::start::run(std::env::args().skip(1).collect());
    eprintln!("trueghz-apple-on-linux: {error:#}");
    std::process::exit(127);
}

#[cfg(not(all(target_os = "linux", target_arch = "aarch64")))]
fn main() {
    eprintln!("trueghz-apple-on-linux runs on aarch64 Linux only: see tests/apple-on-linux/README.md");
    std::process::exit(2);
}
