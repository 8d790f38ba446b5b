//! The Swift package, as SwiftPM itself reads its manifest (`swift package dump-package`).

use anyhow::{Context, Result, ensure};
use serde_json::Value;

/// The product that the package offers, and its oldest supported systems (as the XCFramework's
/// objects state).
const PRODUCT: &str = "TrueGHzKit";
const PLATFORMS: [(&str, &str); 2] = [("ios", "17.0"), ("macos", "14.0")];

/// The module of the core's C functions.
const CORE: &str = "TrueGHzFFI";

/// A setting that a package on which others depend may not have: SwiftPM refuses it there.
const UNSAFE: &str = "unsafeFlags";

/// Proves a package's manifest.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn prove(bytes: &[u8]) -> Result<String> {
    let text = std::str::from_utf8(bytes).context("no text")?;
    let manifest: Value = serde_json::from_str(text).context("no manifest")?;
    ensure!(!text.contains(UNSAFE), "has unsafe flags: nobody could depend on it");
    let platforms: Vec<(&str, &str)> = list(&manifest, "platforms")?
        .iter()
        .map(|platform| (word(platform, "platformName"), word(platform, "version")))
        .collect();
    ensure!(platforms == PLATFORMS, "is for {platforms:?}, not {PLATFORMS:?}");
    let products = list(&manifest, "products")?;
    let offered: Vec<&str> = products
        .iter()
        .filter(|product| product["type"].get("library").is_some())
        .map(|product| word(product, "name"))
        .collect();
    ensure!(offered == [PRODUCT], "offers the libraries {offered:?}, not {PRODUCT}");
    let targets = list(&manifest, "targets")?;
    let target = |name: &str| {
        targets
            .iter()
            .find(|target| word(target, "name") == name)
            .with_context(|| format!("no target {name}"))
    };
    let needs: Vec<&str> = list(target(PRODUCT)?, "dependencies")?.iter().map(dependency).collect();
    ensure!(needs == [CORE], "{PRODUCT} needs {needs:?}, not {CORE}");
    let kind = word(target(CORE)?, "type");
    ensure!(matches!(kind, "system" | "binary"), "{CORE} is of the kind {kind}");
    let resources = list(target(PRODUCT)?, "resources")?;
    let manifest_of_privacy =
        resources.iter().any(|resource| word(resource, "path") == "PrivacyInfo.xcprivacy");
    ensure!(manifest_of_privacy, "carries no privacy manifest");
    ensure!(list(&manifest, "dependencies")?.is_empty(), "needs other packages");
    Ok(format!("library {PRODUCT} over {CORE}, iOS 17, macOS 14, privacy manifest, no unsafe flags"))
}

fn list<'a>(value: &'a Value, name: &str) -> Result<&'a Vec<Value>> {
    value.get(name).and_then(Value::as_array).with_context(|| format!("no {name}"))
}

fn word<'a>(value: &'a Value, name: &str) -> &'a str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// `{"byName": ["TrueGHzFFI", null]}`
fn dependency(value: &Value) -> &str {
    value.pointer("/byName/0").and_then(Value::as_str).unwrap_or("?")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn sound() -> Value {
        json!({
            "name": "TrueGHz",
            "platforms": [
                {"platformName": "ios", "version": "17.0"},
                {"platformName": "macos", "version": "14.0"},
            ],
            "products": [
                {"name": "TrueGHzKit", "type": {"library": ["automatic"]}},
                {"name": "BoundaryBenchmark", "type": {"executable": null}},
            ],
            "targets": [
                {"name": "TrueGHzFFI", "type": "system", "dependencies": [], "resources": []},
                {
                    "name": "TrueGHzKit",
                    "type": "regular",
                    "dependencies": [{"byName": ["TrueGHzFFI", null]}],
                    "resources": [{"path": "PrivacyInfo.xcprivacy"}],
                },
            ],
            "dependencies": [],
        })
    }

    fn refusal(place: &str, value: Value) -> String {
        let mut spoiled = sound();
        *spoiled.pointer_mut(place).expect(place) = value;
        prove(spoiled.to_string().as_bytes()).expect_err(place).to_string()
    }

    #[test]
    fn a_sound_manifest_passes_and_each_spoiled_one_is_refused() {
        prove(sound().to_string().as_bytes()).expect("sound");
        assert!(refusal("/platforms/0/version", json!("16.0")).contains("is for"));
        assert!(refusal("/products/0/name", json!("Other")).contains("offers the libraries"));
        assert!(refusal("/targets/1/dependencies", json!([])).contains("needs []"));
        assert!(refusal("/targets/1/resources", json!([])).contains("privacy manifest"));
        assert!(refusal("/targets/0/type", json!("regular")).contains("of the kind regular"));
        assert!(refusal("/targets/0/name", json!("x")).contains("no target TrueGHzFFI"));
        assert!(refusal("/dependencies", json!([{"sourceControl": []}])).contains("other packages"));
        let flags = json!([{"kind": {"unsafeFlags": {"_0": ["-w"]}}}]);
        assert!(refusal("/name", flags).contains("unsafe flags"));
        assert!(prove(b"{}").unwrap_err().to_string().contains("no platforms"));
    }
}
