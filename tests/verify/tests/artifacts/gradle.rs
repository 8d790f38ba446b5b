//! Android's two builds, Maven's that runs here and Gradle's for Android Studio and the stores, say
//! the same. The versions that both need stand in Gradle's catalog, and nowhere else.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

/// Values that both need: the key in Gradle's catalog, the property in Maven's pom.
const SHARED: [(&str, &str); 9] = [
    ("app-version-code", "app.version.code"),
    ("android-min-sdk", "android.min.sdk"),
    ("android-target-sdk", "android.target.sdk"),
    ("kotlin", "kotlin.version"),
    ("coroutines", "coroutines.version"),
    ("jna", "jna.version"),
    ("junit", "junit.version"),
    ("robolectric", "robolectric.version"),
    ("serialization", "serialization.version"),
];

fn project(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The text between two texts, once.
fn between<'a>(text: &'a str, start: &str, end: &str) -> Result<&'a str> {
    let (_, rest) = text.split_once(start).with_context(|| format!("no {start}"))?;
    Ok(rest.split_once(end).with_context(|| format!("no end of {start}"))?.0)
}

/// The versions of a catalog: lines `key = "version"` under their heading.
fn versions(catalog: &str) -> Result<BTreeMap<&str, &str>> {
    let section = between(catalog, "[versions]\n", "\n[")?;
    let lines = section.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let (key, version) = line.split_once(" = ").with_context(|| format!("no version: {line}"))?;
            Ok((key, version.trim_matches('"')))
        })
        .collect()
}

/// Everything that both builds say must be the same.
fn in_step(catalog: &str, pom: &str, app: &str, gradle: &str, make: &str) -> Result<()> {
    let cargo = project("Cargo.toml");
    let versions = versions(catalog)?;
    let version = |key: &str| versions.get(key).copied().with_context(|| format!("the catalog has no {key}"));
    let same = |what: &str, ours: &str, others: &str| {
        ensure!(ours == others, "{what}: Maven says {ours}, Gradle {others}");
        Ok(())
    };
    for (key, property) in SHARED {
        version(key)?;
        ensure!(!pom.contains(&format!("<{property}>")), "{property} has a version of its own in pom.xml");
        let handed = format!("-D{property}=$(call catalog,{key})");
        ensure!(make.contains(&handed), "make/android.mk does not hand {key} to Maven");
    }
    same("version", between(&cargo, "\nversion = \"", "\"")?, version("app-version-name")?)?;
    let id = between(app, "<app.id>", "<")?;
    same("app id", id, between(gradle, "applicationId = \"", "\"")?)?;
    same("namespace", id, between(gradle, "namespace = \"", "\"")?)?;
    let languages = between(gradle, "localeFilters += listOf(", ")")?.replace(['"', ' '], "");
    same("languages", between(pom, "<app.languages>", "<")?, &languages)
}

fn verdict(change: impl Fn(&str) -> String) -> Result<()> {
    let catalog = change(&project("android/gradle/libs.versions.toml"));
    let gradle = change(&project("android/app/build.gradle.kts"));
    let pom = change(&project("android/pom.xml"));
    let make = change(&project("make/android.mk"));
    in_step(&catalog, &pom, &project("android/app/pom.xml"), &gradle, &make)
}

#[test]
fn the_two_builds_are_in_step() {
    verdict(str::to_owned).unwrap();
}

#[test]
fn one_that_goes_ahead_is_found() {
    let changes = [
        ("<revision>", "<jna.version>5</jna.version><revision>", "jna.version has a version of its own"),
        ("-Dkotlin.version", "-Dkotlins.version", "make/android.mk does not hand kotlin to Maven"),
        ("catalog,android-min-sdk", "catalog,min-sdk", "make/android.mk does not hand android-min-sdk"),
        ("app-version-name = \"", "app-version-name = \"9", "version: Maven says"),
        ("applicationId = \"org", "applicationId = \"com", "app id: Maven says"),
        ("listOf(\"en\", \"de\")", "listOf(\"en\")", "languages: Maven says"),
        ("\njna = \"", "\njava-native = \"", "the catalog has no jna"),
    ];
    for (from, to, why) in changes {
        let error = verdict(|text| text.replacen(from, to, 1)).expect_err(why);
        assert!(format!("{error:#}").starts_with(why), "{error:#} instead of {why}");
    }
}

/// The libraries of a module's tests, by Maven's pom and by Gradle's script with its catalog.
fn libraries_of_tests<'a>(pom: &'a str, script: &'a str, catalog: &'a str) -> [BTreeSet<&'a str>; 2] {
    // Modules not on either list: the project's own, Android's classes, Kotlin's.
    let own = ["trueghz-parent", "trueghz", "trueghz-ffi", "trueghz-app", "android-all", "kotlin-stdlib"];
    // Modules that only one build has to name: a launcher, and libraries that Maven's tests get
    // from the module next to them.
    let alone = ["junit-platform-launcher", "kotlinx-coroutines-core", "jna"];
    let libraries = pom.split("<dependencies>").nth(1).and_then(|rest| rest.split("<build>").next());
    // Not what is excluded.
    let named = libraries.unwrap_or_default().split("<dependency>");
    let mavens = named.filter_map(|library| between(library, "<artifactId>", "<").ok());
    let gradles = script.split("\n    test").skip(1).filter_map(|line| between(line, "(libs.", ")").ok());
    let gradles = gradles.filter_map(|alias| {
        let line = format!("\n{} = {{ module = \"", alias.replace('.', "-"));
        between(catalog, &line, "\"").ok()?.split(':').nth(1)
    });
    let shared = |name: &&str| !own.contains(name) && !alone.contains(name);
    let plain = |name: &'a str| name.strip_suffix("-jvm").unwrap_or(name);
    [mavens.map(plain).filter(shared).collect(), gradles.filter(shared).collect()]
}

/// `make gradle-sources` compiles what Gradle would; this compares what the tests need when they
/// run.
#[test]
fn both_builds_test_with_the_same_libraries() {
    let catalog = project("android/gradle/libs.versions.toml");
    for module in ["lib", "app"] {
        let pom = project(&format!("android/{module}/pom.xml"));
        let script = project(&format!("android/{module}/build.gradle.kts"));
        let [mavens, gradles] = libraries_of_tests(&pom, &script, &catalog);
        assert!(!mavens.is_empty());
        assert_eq!(mavens, gradles, "{module}");
        let fewer = script.replacen("\n    testImplementation(libs.kotlin", "\n    // (libs.kotlin", 1);
        let [mavens, gradles] = libraries_of_tests(&pom, &fewer, &catalog);
        assert_ne!(mavens, gradles, "{module} with a library less");
    }
}

/// Classes of Android and of its libraries that stand in for those would hide them in Gradle's
/// build.
#[test]
fn stand_ins_are_for_maven_alone() {
    for module in ["lib", "app"] {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../android").join(module).join("src");
        let tests = fs::read_dir(sources.join("test/kotlin")).unwrap();
        let packages: Vec<_> = tests.map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(packages, ["org"], "{module}");
        assert!(sources.join("mavenTest/kotlin").is_dir());
    }
}

/// Gradle knows the modules and rules by their places.
#[test]
fn what_gradle_names_is_there() {
    let settings = project("android/settings.gradle.kts");
    let modules = between(&settings, "include(", ")").unwrap();
    for module in modules.split(',').map(|name| name.trim().trim_matches('"').trim_start_matches(':')) {
        let script = project(&format!("android/{module}/build.gradle.kts"));
        project(&format!("android/{module}/pom.xml"));
        for alias in script.split("(libs.").skip(1).filter_map(|rest| rest.split(')').next()) {
            let key = alias.trim_start_matches("plugins.").replace('.', "-");
            assert!(project("android/gradle/libs.versions.toml").contains(&format!("\n{key} = ")), "{key}");
        }
    }
    project("android/app/proguard-rules.pro");
    project("android/app/src/licences/res/values/parts.xml");
    project("android/aar/src/proguard.txt");
    let wrapper = project("android/gradle/wrapper/gradle-wrapper.properties");
    assert!(wrapper.contains("-bin.zip"), "{wrapper}");
}

/// The packages of this project that `package` needs, itself among them, by their folders.
fn folders_of(package: &str, folders: &mut BTreeSet<String>) {
    if !folders.insert(package.to_owned()) {
        return;
    }
    let (workspace, manifest) = (project("Cargo.toml"), project(&format!("{package}/Cargo.toml")));
    for (name, rest) in workspace.lines().filter_map(|line| line.split_once(" = { path = \"")) {
        if manifest.contains(&format!("\n{name} = {{ workspace")) {
            folders_of(rest.split('"').next().unwrap(), folders);
        }
    }
}

/// A task of Gradle's does not run again if none of its inputs has changed.
fn has_all_inputs(script: &str) -> Result<()> {
    let inputs = between(script, "\nval rust =\n    files(", "\n    )\n")?;
    let mut folders = BTreeSet::new();
    folders_of("bindings", &mut folders);
    let files =
        ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml"].map(|file| format!("root.file(\"{file}\")"));
    // The kernel's folder holds the other crates of the library.
    let is_within = |folder: &str| folders.iter().any(|other| folder.starts_with(&format!("{other}/")));
    let outermost = folders.iter().filter(|folder| !is_within(folder));
    for input in outermost.map(|folder| format!("root.dir(\"{folder}\")")).chain(files) {
        ensure!(inputs.contains(&input), "{input} is no input");
    }
    Ok(())
}

#[test]
fn the_native_library_is_built_anew_when_what_it_is_made_of_changes() {
    let script = project("android/lib/build.gradle.kts");
    has_all_inputs(&script).unwrap();
    for input in
        ["file(\"rust-toolchain.toml\")", "file(\"Cargo.lock\")", "dir(\"core\")", "dir(\"bindings\")"]
    {
        assert!(has_all_inputs(&script.replace(&format!("root.{input},"), "")).is_err(), "without {input}");
    }
}

/// Android Studio's daemon has a PATH without cargo's folder.
fn looks_in_cargos_folder(script: &str) -> bool {
    let runs_found_programs = script.contains("commandLine(listOf(found.path) + arguments.drop(1))");
    let bare = ["commandLine(\"cargo\"", "commandLine(\"rustc\""];
    runs_found_programs
        && script.contains("listOf(cargoHome.resolve(\"bin\").path) + inherited")
        && !bare.iter().any(|call| script.contains(call))
}

#[test]
fn cargo_is_found_without_a_path_to_it() {
    let script = project("android/lib/build.gradle.kts");
    assert!(looks_in_cargos_folder(&script));
    assert!(!looks_in_cargos_folder(&script.replace("found.path", "program")));
    assert!(!looks_in_cargos_folder(&script.replace("listOf(cargoHome.resolve(\"bin\").path) + ", "")));
}

/// Folders of the builder in a panic message would make each build another: both builds take out
/// the same.
#[test]
fn both_builds_take_out_the_same_folders() {
    let (ours, theirs) = (project("tools/lib.sh"), project("android/lib/build.gradle.kts"));
    for folder in ["--remap-path-prefix", "/=", "/registry/src/="] {
        assert!(ours.contains(folder) && theirs.contains(folder), "{folder}");
    }
}

/// The elements that Maven Central requires of a POM ("Requirements", Sonatype), from outside in.
const CENTRAL: [&[&str]; 10] = [
    &["groupId"],
    &["version"],
    &["name"],
    &["description"],
    &["url"],
    &["licenses", "license", "name"],
    &["licenses", "license", "url"],
    &["developers", "developer", "email"],
    &["scm", "connection"],
    &["scm", "url"],
];

fn fit_for_central(pom: &str) -> Result<()> {
    for path in CENTRAL {
        let mut rest = pom;
        for element in path {
            rest = between(rest, &format!("<{element}>"), &format!("</{element}>"))?;
        }
        ensure!(!rest.trim().is_empty(), "{path:?} is empty");
    }
    Ok(())
}

/// The archives that Central requires in addition are made and released.
#[test]
fn the_librarys_pom_is_fit_for_maven_central() {
    let pom = project("android/aar/src/trueghz.pom");
    fit_for_central(&pom).unwrap();
    for path in CENTRAL {
        let element = path.last().unwrap();
        let spoiled =
            pom.replace(&format!("<{element}>"), "<other>").replace(&format!("</{element}>"), "</other>");
        assert!(fit_for_central(&spoiled).is_err(), "without {element}");
    }
    for script in ["make/android.mk", "tools/release.sh"] {
        assert!(project(script).contains("{sources,javadoc}.jar"), "{script}");
    }
}
