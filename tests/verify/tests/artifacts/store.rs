//! The texts for the stores: there in every language of the app, no longer than stores take them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

/// Maximum lengths in F-Droid ("All About Descriptions, Graphics, and Screenshots") and Google Play
/// ("Create and set up your app"), in characters. Changelogs: Play's 500.
const LONGEST: [(&str, usize); 3] =
    [("title.txt", 30), ("short_description.txt", 80), ("full_description.txt", 4000)];
const LONGEST_CHANGELOG: usize = 500;

/// Maximum lengths in the App Store, in characters (App Store Connect, "App information" and
/// "Platform version information").
const LONGEST_OF_APPLE: [(&str, usize); 6] = [
    ("name.txt", 30),
    ("subtitle.txt", 30),
    ("keywords.txt", 100),
    ("promotional_text.txt", 170),
    ("description.txt", 4000),
    ("release_notes.txt", 4000),
];

/// Pictures of each kind of device that Play takes.
const SCREENSHOTS: std::ops::RangeInclusive<usize> = 2..=8;

/// Pictures of a tablet, in the default language only: stores show them for languages that have
/// none. Play's folder for larger tablets takes sides of 1080 pixels and more only, which the
/// tests' tablet has not.
const TABLET: &str = "en-US/images/sevenInchScreenshots";

fn project(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file)
}

fn text(file: &Path, longest: usize) -> Result<()> {
    let name = || file.display().to_string();
    let text = fs::read_to_string(file).with_context(name)?;
    let text = text.trim_end();
    let length = text.chars().count();
    ensure!(length > 0, "{}: is empty", name());
    ensure!(length <= longest, "{}: has {length} characters, more than {longest}", name());
    Ok(())
}

/// Width and height of a PNG: its first chunk.
fn size(file: &Path) -> Result<(u32, u32)> {
    let bytes = fs::read(file).with_context(|| file.display().to_string())?;
    ensure!(bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.len() > 24, "{}: no PNG", file.display());
    let number = |at: usize| u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    Ok((number(16), number(20)))
}

fn names(folder: &Path) -> Result<BTreeSet<String>> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
}

/// Proves the texts and pictures of all languages, by the app's own languages and its version code.
fn prove(folder: &Path, languages: &str, version_code: &str) -> Result<()> {
    let found = names(folder)?;
    let spoken: BTreeSet<&str> = found.iter().filter_map(|name| name.split('-').next()).collect();
    let meant: BTreeSet<&str> = languages.split(',').collect();
    ensure!(spoken == meant, "texts in {spoken:?}, but the app speaks {meant:?}");
    for language in &found {
        let folder = folder.join(language);
        for (file, longest) in LONGEST {
            text(&folder.join(file), longest)?;
        }
        text(&folder.join(format!("changelogs/{version_code}.txt")), LONGEST_CHANGELOG)?;
        screenshots(&folder.join("images/phoneScreenshots"))?;
    }
    screenshots(&folder.join(TABLET))?;
    let icon = size(&folder.join("en-US/images/icon.png"))?;
    ensure!(icon == (512, 512), "the icon has {icon:?} pixels, not 512 by 512");
    let banner = size(&folder.join("en-US/images/featureGraphic.png"))?;
    ensure!(banner == (1024, 500), "the banner has {banner:?} pixels, not 1024 by 500");
    Ok(())
}

/// Proves the texts for the App Store, which has no pictures of a device that was not there.
fn prove_apples(folder: &Path, languages: &str) -> Result<()> {
    let found = names(folder)?;
    let spoken: BTreeSet<&str> = found.iter().filter_map(|name| name.split('-').next()).collect();
    let meant: BTreeSet<&str> = languages.split(',').collect();
    ensure!(spoken == meant, "texts in {spoken:?}, but the app speaks {meant:?}");
    for language in &found {
        for (file, longest) in LONGEST_OF_APPLE {
            text(&folder.join(language).join(file), longest)?;
        }
    }
    Ok(())
}

fn screenshots(folder: &Path) -> Result<()> {
    let screenshots = names(folder)?;
    ensure!(SCREENSHOTS.contains(&screenshots.len()), "{}: {} pictures", folder.display(), screenshots.len());
    for name in &screenshots {
        let (width, height) = size(&folder.join(name))?;
        // Google Play's limits for a side, in pixels.
        ensure!(
            [width, height].iter().all(|side| (320..=3840).contains(side)),
            "{name}: {width} by {height}"
        );
        ensure!(
            width.max(height) <= 2 * width.min(height),
            "{name}: {width} by {height}, which Google Play refuses"
        );
        ensure!(name.contains("rendering"), "{name} does not say that it is a rendering");
    }
    Ok(())
}

fn property(name: &str) -> String {
    let pom = fs::read_to_string(project("android/pom.xml")).unwrap();
    let (_, rest) = pom.split_once(&format!("<{name}>")).expect(name);
    rest.split('<').next().unwrap().to_owned()
}

fn version_code() -> String {
    let catalog = fs::read_to_string(project("android/gradle/libs.versions.toml")).unwrap();
    let code = catalog.lines().find_map(|line| line.strip_prefix("app-version-code = ")).unwrap();
    code.trim_matches('"').to_owned()
}

/// Where F-Droid looks for them: nowhere but at the root (fdroidserver, update.py).
const TEXTS: &str = "fastlane/metadata/android";
const TEXTS_OF_APPLE: &str = "ios/fastlane/metadata";

#[test]
fn the_texts_are_whole_and_short_enough() {
    prove(&project(TEXTS), &property("app.languages"), &version_code()).unwrap();
}

#[test]
fn the_app_stores_texts_are_whole_and_short_enough() {
    let languages = property("app.languages");
    prove_apples(&project(TEXTS_OF_APPLE), &languages).unwrap();
    let folder = tempfile::tempdir().unwrap();
    copy(&project(TEXTS_OF_APPLE), folder.path());
    fs::write(folder.path().join("de-DE/subtitle.txt"), "ü".repeat(31)).unwrap();
    let error = prove_apples(folder.path(), &languages).expect_err("spoiled");
    assert!(format!("{error:#}").contains("31 characters, more than 30"), "{error:#}");
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for name in names(from).unwrap() {
        let (from, to) = (from.join(&name), to.join(&name));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(from, to).unwrap();
        }
    }
}

/// The result for texts that are spoiled in one respect.
fn spoiled(change: impl Fn(&Path)) -> String {
    let folder = tempfile::tempdir().unwrap();
    copy(&project(TEXTS), folder.path());
    change(folder.path());
    format!("{:#}", prove(folder.path(), "en,de", "1").expect_err("spoiled"))
}

#[test]
fn what_a_store_would_refuse_is_found() {
    let longer = |file: &'static str, by: usize| {
        spoiled(move |folder| fs::write(folder.join(file), "ü".repeat(by)).unwrap())
    };
    assert!(longer("de-DE/title.txt", 31).contains("31 characters, more than 30"));
    assert!(longer("en-US/short_description.txt", 81).contains("more than 80"));
    assert!(longer("de-DE/full_description.txt", 4001).contains("more than 4000"));
    assert!(longer("en-US/changelogs/1.txt", 501).contains("more than 500"));
    assert!(longer("en-US/title.txt", 0).contains("is empty"));
    let gone = |file: &'static str| spoiled(move |folder| fs::remove_file(folder.join(file)).unwrap());
    assert!(gone("de-DE/changelogs/1.txt").contains("changelogs/1.txt"));
    assert!(spoiled(|folder| fs::remove_dir_all(folder.join("de-DE")).unwrap()).contains("the app speaks"));
    assert!(longer("en-US/images/icon.png", 9).contains("no PNG"));
    assert!(longer("en-US/images/featureGraphic.png", 9).contains("no PNG"));
    let unnamed = |folder: &Path| {
        let pictures = folder.join("en-US/images/phoneScreenshots");
        let first = names(&pictures).unwrap().pop_first().unwrap();
        fs::rename(pictures.join(first), pictures.join("photo.png")).unwrap();
    };
    // It is more than twice as wide as high.
    let wide = |folder: &Path| {
        let images = folder.join("en-US/images");
        let wide = images.join("phoneScreenshots/9-wide-rendering.png");
        fs::copy(images.join("featureGraphic.png"), wide).unwrap();
    };
    assert!(spoiled(wide).contains("which Google Play refuses"));
    assert!(spoiled(|folder| fs::remove_dir_all(folder.join(TABLET)).unwrap()).contains(TABLET));
    assert!(spoiled(unnamed).contains("does not say that it is a rendering"));
}
