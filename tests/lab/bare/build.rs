//! Links the bare-metal program to where the emulated machine has its memory.

fn main() {
    println!("cargo:rerun-if-changed=link.ld");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "none") {
        let folder = std::env::var("CARGO_MANIFEST_DIR").expect("cargo names the folder");
        println!("cargo:rustc-link-arg-bins=-T{folder}/link.ld");
    }
}
