//! `trueghz-bionic-loader FOLDER PROGRAM [ARGUMENT...]`: runs a program for Android on aarch64
//! Linux. FOLDER holds Android's libraries. The program's status is its own; 127 if it could not be
//! loaded.

#[cfg(all(target_os = "linux", target_arch = "aarch64"))]
fn main() {
    let error = trueghz_bionic_loader::start::run(std::env::args().skip(1).collect());
    eprintln!("trueghz-bionic-loader: {error:#}");
    std::process::exit(127);
}

#[cfg(not(all(target_os = "linux", target_arch = "aarch64")))]
fn main() {
    eprintln!("trueghz-bionic-loader runs on aarch64 Linux only: see tests/bionic/README.md");
    std::process::exit(2);
}
