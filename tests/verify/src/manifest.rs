//! An APK's manifest, as aapt2 reads it back: the app's properties and the components that it opens
//! to others.

use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};

/// The app's intended properties.
#[derive(Debug, Clone, Copy)]
pub struct Meant {
    /// Its name for the system.
    pub package: &'static str,
    /// The oldest Android that installs it.
    pub oldest: u32,
    /// The Android that it is written for.
    pub target: u32,
    /// The languages it speaks in addition to the default one, `--_--`: English.
    pub languages: &'static [&'static str],
    /// The components that other apps may start.
    pub exported: &'static [&'static str],
}

/// As android/pom.xml and the app's manifest say.
pub const APP: Meant = Meant {
    package: "org.trueghz.app",
    oldest: 26,
    target: 36,
    languages: &["--_--", "de"],
    // The first screen, the one that opens raw data, and the tile, which the system alone may bind.
    exported: &[
        "org.trueghz.app.measure.MeasureActivity",
        "org.trueghz.app.opened.OpenedActivity",
        "org.trueghz.app.tile.MeasureTile",
    ],
};

const COMPONENTS: [&str; 5] = ["activity", "activity-alias", "provider", "receiver", "service"];

/// Elements by which an app asks for something or lays down who may ask it.
const PERMISSIONS: [&str; 5] =
    ["permission", "permission-group", "permission-tree", "uses-permission", "uses-permission-sdk-23"];

/// Checks the output of `aapt2 dump badging` for an APK.
///
/// # Errors
/// The first thing that is not as it is meant.
pub fn prove_badging(text: &str, meant: &Meant) -> Result<String> {
    let line = |start: &str| text.lines().find_map(|line| line.strip_prefix(start));
    let quoted = |text: &str| text.split('\'').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    let package = line("package: ").map(quoted).context("no package")?;
    let [name, code, version, ..] = &package[..] else {
        anyhow::bail!("no name, code and version: {package:?}")
    };
    ensure!(name == meant.package, "is {name}, not {}", meant.package);
    let number = |start: &str| {
        let text = line(start).map(quoted).and_then(|words| words.first().cloned());
        text.with_context(|| format!("no {start}")).and_then(|text| Ok(text.parse::<u32>()?))
    };
    let (oldest, target) = (number("minSdkVersion:")?, number("targetSdkVersion:")?);
    ensure!(oldest == meant.oldest, "is for Android's API {oldest} and later, not {}", meant.oldest);
    ensure!(target == meant.target, "is written for API {target}, not {}", meant.target);
    let asked = text.lines().find(|line| line.starts_with("uses-permission"));
    ensure!(asked.is_none(), "asks for a permission: {}", asked.unwrap_or_default());
    for word in ["application-debuggable", "testOnly"] {
        ensure!(line(word).is_none(), "is {word}");
    }
    let languages: BTreeSet<String> =
        line("locales: ").map(quoted).context("no languages")?.into_iter().collect();
    let wanted: BTreeSet<String> = meant.languages.iter().map(|name| (*name).to_owned()).collect();
    ensure!(languages == wanted, "speaks {languages:?}, not {wanted:?}");
    ensure!(line("launchable-activity: ").is_some(), "cannot be started");
    Ok(format!("{name} {version} ({code}), API {oldest} to {target}, no permission"))
}

/// An element of the manifest.
struct Element {
    indent: usize,
    kind: String,
    name: Option<String>,
    exported: Option<bool>,
    has_filter: bool,
}

/// Checks the output of `aapt2 dump xmltree` for an APK's manifest.
///
/// # Errors
/// The first thing that is not as it is meant.
pub fn prove_tree(text: &str, meant: &Meant) -> Result<String> {
    let elements = elements(text)?;
    let asked = elements.iter().find(|element| PERMISSIONS.contains(&element.kind.as_str()));
    ensure!(asked.is_none(), "has a {}", asked.map_or("", |element| &element.kind));
    let components: Vec<_> =
        elements.iter().filter(|element| COMPONENTS.contains(&element.kind.as_str())).collect();
    let mut exported = BTreeSet::new();
    for component in &components {
        let name = component.name.as_deref().context("a component without a name")?;
        // If the attribute is missing, a filter opens it.
        if component.exported.unwrap_or(component.has_filter) {
            let package = if name.starts_with('.') { meant.package } else { "" };
            exported.insert(format!("{package}{name}"));
        }
    }
    let wanted: BTreeSet<String> = meant.exported.iter().map(|name| (*name).to_owned()).collect();
    ensure!(exported == wanted, "opens {exported:?} to other apps, not {wanted:?}");
    // Readings stay on the device; libraries are compressed in the archive, so the system has to
    // unpack them.
    for (attribute, value) in [("allowBackup", "false"), ("extractNativeLibs", "true")] {
        let line = text.lines().find(|line| line.contains(&format!(":{attribute}(")));
        let is_so = line.is_some_and(|line| line.trim_end().ends_with(&format!("={value}")));
        ensure!(is_so, "{attribute} is not {value}");
    }
    Ok(format!("{} components, {} of them open to other apps", components.len(), exported.len()))
}

/// Reads lines such as `E: activity (line=20)` and `A: http://...:exported(0x01010010)=true`, by
/// their indent.
fn elements(text: &str) -> Result<Vec<Element>> {
    let mut elements: Vec<Element> = Vec::new();
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        if let Some(rest) = line.trim_start().strip_prefix("E: ") {
            let kind = rest.split(' ').next().unwrap_or_default().to_owned();
            if kind == "intent-filter" {
                let parent = elements.iter_mut().rev().find(|element| element.indent < indent);
                parent.context("a filter of nothing")?.has_filter = true;
            }
            elements.push(Element { indent, kind, name: None, exported: None, has_filter: false });
        } else if let Some(rest) = line.trim_start().strip_prefix("A: ") {
            let element = elements.last_mut().context("an attribute of nothing")?;
            if rest.contains(":name(") {
                element.name = rest.split('"').nth(1).map(str::to_owned);
            } else if rest.contains(":exported(") {
                element.exported = Some(rest.trim_end().ends_with("=true"));
            }
        }
    }
    ensure!(elements.iter().any(|element| element.kind == "application"), "no manifest of an app");
    Ok(elements)
}
