//! uniffi's generator for Swift: `generate-swift LIBRARY FOLDER --swift-sources --headers
//! --modulemap`.

fn main() {
    uniffi::uniffi_bindgen_swift();
}
