//! uniffi's generator: `generate-kotlin generate LIBRARY --language kotlin --out-dir FOLDER`.

fn main() {
    uniffi::uniffi_bindgen_main();
}
