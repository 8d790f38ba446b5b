//! Archives and manifests of an app, sound ones and spoiled ones. What needs Android's own programs
//! is in `apk_programs.rs`.

use std::io::{Cursor, Write};

use anyhow::Result;
use trueghz_verify::apk::prove_archive;
use trueghz_verify::manifest::{APP, prove_badging, prove_tree};
use zip::CompressionMethod;
use zip::write::SimpleFileOptions;

fn refusal<T: std::fmt::Debug>(result: Result<T>) -> String {
    format!("{:#}", result.expect_err("it is spoiled"))
}

#[derive(Clone, Copy)]
struct File {
    name: &'static str,
    alignment: u16,
    is_stored: bool,
}

const fn packed(name: &'static str) -> File {
    File { name, alignment: 0, is_stored: false }
}

/// Of Android's own: where a table of words may lie.
const WORD: u16 = 4;

const SOUND: [File; 8] = [
    packed("AndroidManifest.xml"),
    packed("classes.dex"),
    packed("res/layout/measure.xml"),
    File { name: "resources.arsc", alignment: WORD, is_stored: true },
    packed("lib/arm64-v8a/libjnidispatch.so"),
    packed("lib/arm64-v8a/libtrueghz_ffi.so"),
    packed("lib/x86_64/libjnidispatch.so"),
    packed("lib/x86_64/libtrueghz_ffi.so"),
];

fn verdict(files: &[File]) -> Result<String> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for file in files {
        let method = if file.is_stored { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        let options = SimpleFileOptions::default().compression_method(method).with_alignment(file.alignment);
        writer.start_file(file.name, options)?;
        // Of no length that is a multiple of an alignment.
        writer.write_all(&[7; 333])?;
    }
    prove_archive(&writer.finish()?.into_inner())
}

#[test]
fn a_sound_archive_passes() {
    assert_eq!(verdict(&SOUND).expect("sound"), "8 files, 4 libraries");
}

#[test]
fn what_cannot_be_mapped_is_refused() {
    let table = SOUND.iter().position(|file| file.is_stored).expect("the table");
    let mut compressed = SOUND;
    compressed[table].is_stored = false;
    assert!(refusal(verdict(&compressed)).ends_with("is compressed"));
    let mut astray = SOUND;
    astray[table].alignment = 0;
    let why = refusal(verdict(&astray));
    assert!(why.contains("no multiple of 0x4"), "{why}");
}

#[test]
fn what_is_missing_or_not_meant_is_refused() {
    for missing in 4..SOUND.len() {
        let files: Vec<File> =
            SOUND.iter().enumerate().filter(|(place, _)| *place != missing).map(|(_, file)| *file).collect();
        assert!(refusal(verdict(&files)).starts_with("holds the libraries"));
    }
    for name in ["META-INF/MANIFEST.MF", "kotlin/kotlin.kotlin_builtins", "classes2.dex", "stamp-cert-sha256"]
    {
        let why = refusal(verdict(&[&SOUND[..], &[packed(name)]].concat()));
        assert_eq!(why, format!("holds {name}, which is not meant"));
    }
    let other = packed("lib/armeabi-v7a/libtrueghz_ffi.so");
    assert!(refusal(verdict(&[&SOUND[..], &[other]].concat())).starts_with("holds the libraries"));
    assert!(refusal(prove_archive(b"nothing")).contains("no zip archive"));
}

#[test]
fn what_gradles_plugin_says_of_itself_is_allowed() {
    let said = packed("META-INF/com/android/build/gradle/app-metadata.properties");
    assert_eq!(verdict(&[&SOUND[..], &[said]].concat()).expect("sound"), "9 files, 4 libraries");
}

/// Output of aapt2 2.20 for an APK of this app (`aapt2 dump badging`), without the lines that are
/// not read.
const BADGING: &str = "\
package: name='org.trueghz.app' versionCode='1' versionName='0.1.0' platformBuildVersionName='16'
minSdkVersion:'26'
targetSdkVersion:'36'
application: label='TrueGHz' icon='res/mipmap-anydpi-v26/icon.xml'
launchable-activity: name='org.trueghz.app.measure.MeasureActivity'  label='' icon=''
locales: '--_--' 'de'
native-code: 'arm64-v8a' 'x86_64'
";

#[test]
fn a_sound_badge_passes_and_spoiled_ones_do_not() {
    let proven = prove_badging(BADGING, &APP).expect("sound");
    assert_eq!(proven, "org.trueghz.app 0.1.0 (1), API 26 to 36, no permission");
    for (from, to, why) in [
        ("name='org.trueghz.app'", "name='org.trueghz.debug'", "is org.trueghz.debug, not"),
        ("minSdkVersion:'26'", "minSdkVersion:'24'", "is for Android's API 24 and later, not 26"),
        ("targetSdkVersion:'36'", "targetSdkVersion:'35'", "is written for API 35, not 36"),
        ("minSdkVersion:'26'\n", "", "no minSdkVersion"),
        (
            "application:",
            "uses-permission: name='android.permission.INTERNET'\napplication:",
            "asks for a perm",
        ),
        ("application:", "application-debuggable\napplication:", "is application-debuggable"),
        ("'--_--' 'de'", "'--_--' 'de' 'en-XA'", "speaks"),
        ("'--_--' 'de'", "'--_--'", "speaks"),
        ("launchable-activity", "leanback-launchable-activity", "cannot be started"),
    ] {
        let why_not = refusal(prove_badging(&BADGING.replace(from, to), &APP));
        assert!(why_not.starts_with(why), "{why_not:?} instead of {why:?}");
    }
}

/// Output for its manifest (`aapt2 dump xmltree`), and a provider as intended.
const TREE: &str = r#"N: android=http://schemas.android.com/apk/res/android (line=3)
  E: manifest (line=3)
    A: package="org.trueghz.app" (Raw: "org.trueghz.app")
      E: application (line=4)
        A: http://schemas.android.com/apk/res/android:name(0x01010003)=".TrueGhzApp" (Raw: ".TrueGhzApp")
        A: http://schemas.android.com/apk/res/android:allowBackup(0x01010280)=false
        A: http://schemas.android.com/apk/res/android:extractNativeLibs(0x010104ea)=true
          E: activity (line=17)
            A: http://schemas.android.com/apk/res/android:name(0x01010003)=".measure.MeasureActivity" 
            A: http://schemas.android.com/apk/res/android:exported(0x01010010)=true
              E: intent-filter (line=21)
                  E: action (line=22)
                    A: http://schemas.android.com/apk/res/android:name(0x01010003)="MAIN" (Raw: "MAIN")
          E: activity (line=24)
            A: http://schemas.android.com/apk/res/android:name(0x01010003)=".opened.OpenedActivity" (Raw: "")
            A: http://schemas.android.com/apk/res/android:exported(0x01010010)=true
          E: service (line=27)
            A: http://schemas.android.com/apk/res/android:name(0x01010003)=".tile.MeasureTile" (Raw: "")
            A: http://schemas.android.com/apk/res/android:exported(0x01010010)=true
          E: provider (line=30)
            A: http://schemas.android.com/apk/res/android:name(0x01010003)=".share.Readings" (Raw: "")
            A: http://schemas.android.com/apk/res/android:exported(0x01010010)=false
"#;

#[test]
fn a_sound_manifest_passes_and_spoiled_ones_do_not() {
    let proven = prove_tree(TREE, &APP).expect("sound");
    assert_eq!(proven, "4 components, 3 of them open to other apps");
    let filter = "              E: intent-filter (line=34)\n";
    for (from, to, why) in [
        ("exported(0x01010010)=false", "exported(0x01010010)=true", "opens {\"org.trueghz.app.measure"),
        ("exported(0x01010010)=true", "exported(0x01010010)=false", "opens {} to other apps"),
        ("E: provider", "E: uses-permission", "has a uses-permission"),
        ("E: provider", "E: permission", "has a permission"),
        ("allowBackup(0x01010280)=false", "allowBackup(0x01010280)=true", "allowBackup is not false"),
        ("extractNativeLibs(0x010104ea)=true", "x(0x010104ea)=true", "extractNativeLibs is not true"),
        (
            "extractNativeLibs(0x010104ea)=true",
            "extractNativeLibs(0x010104ea)=false",
            "extractNativeLibs is not true",
        ),
        ("E: application", "E: instrumentation", "no manifest of an app"),
    ] {
        let why_not = refusal(prove_tree(&TREE.replace(from, to), &APP));
        assert!(why_not.starts_with(why), "{why_not:?} instead of {why:?}");
    }
    // A component with a filter and without the attribute: the filter opens it.
    let line = "            A: http://schemas.android.com/apk/res/android:exported(0x01010010)=false\n";
    assert!(prove_tree(&TREE.replace(line, ""), &APP).is_ok());
    assert!(
        refusal(prove_tree(&TREE.replace(line, filter), &APP)).contains("org.trueghz.app.share.Readings")
    );
}
