//! `trueghz-verify ARTIFACT...`: proves artifacts, a line each; ends with 1 if one is not as it
//! should be. `trueghz-verify --licences FOLDER STANDARD-LIBRARY MAVEN POM PRODUCT...`: writes each
//! product's licences.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use trueghz_verify::artifact::prove;
use trueghz_verify::licences::{self, Places};
use trueghz_verify::sizes::Sizes;
use trueghz_verify::{apple_on_linux, bionic};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.as_slice() {
        [first, rest @ ..] if first == "--licences" => write_licences(rest),
        artifacts => run(artifacts),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("trueghz-verify: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn write_licences(arguments: &[String]) -> Result<bool> {
    let [folder, standard_library, maven, pom, products @ ..] = arguments else {
        anyhow::bail!("--licences wants FOLDER STANDARD-LIBRARY MAVEN POM PRODUCT...");
    };
    let places = Places {
        root: Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."),
        standard_library: standard_library.into(),
        maven: maven.into(),
        pom: pom.into(),
    };
    licences::write(&places, products, Path::new(folder))?;
    Ok(true)
}

/// Returns `true` if all are as they should be.
fn run(artifacts: &[String]) -> Result<bool> {
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("sizes.tsv");
    let mut sizes = Sizes::read(&record, std::env::var_os("TRUEGHZ_WRITE_SIZES").is_some())?;
    let mut sound = true;
    for artifact in artifacts {
        let path = Path::new(artifact);
        let bytes = size(path).with_context(|| artifact.clone())?;
        // The name in the record is the same wherever the project lies.
        let name = path.iter().skip_while(|part| *part != "dist").skip(1).collect::<std::path::PathBuf>();
        // A description of an artifact is not itself an artifact: only its content counts.
        let weighs = path.extension().is_none_or(|extension| extension != "json");
        let is_aar = path.extension().is_some_and(|extension| extension == "aar");
        let is_xcframework = path.extension().is_some_and(|extension| extension == "xcframework");
        let is_for_macos = name.starts_with("aarch64-macos");
        let held = prove(path).and_then(|mut lines| {
            if is_aar {
                match bionic::Tools::from_environment() {
                    Ok(tools) => lines.push(bionic::prove(path, &tools)?),
                    Err(why) => println!("not run {}: on Android's C library: {why:#}", name.display()),
                }
            }
            if is_for_macos {
                match apple_on_linux::Tools::from_environment() {
                    Ok(tools) => lines.push(apple_on_linux::prove(path, &tools)?),
                    Err(why) => println!("not run {}: {why:#}", name.display()),
                }
            }
            if is_xcframework {
                let app = apple_on_linux::app();
                match app.and_then(|app| Ok((app, apple_on_linux::Tools::from_environment()?))) {
                    Ok((app, tools)) => lines.push(apple_on_linux::prove_app(&app, &tools)?),
                    Err(why) => println!("not run {}: {why:#}", name.display()),
                }
            }
            if weighs {
                sizes.hold(&name.display().to_string(), bytes)?;
            }
            Ok(lines)
        });
        match held {
            Ok(lines) => {
                let kilobytes = bytes.div_ceil(1000);
                lines.iter().for_each(|line| println!("sound   {}: {line}", name.display()));
                println!("sound   {}: {kilobytes} kB", name.display());
            }
            Err(error) => {
                sound = false;
                println!("UNSOUND {}: {error:#}", name.display());
            }
        }
    }
    sizes.finish()?;
    Ok(sound)
}

/// Bytes of a file, or of all files in a folder.
fn size(path: &Path) -> Result<u64> {
    if path.is_file() {
        return Ok(path.metadata()?.len());
    }
    std::fs::read_dir(path)?.map(|entry| size(&entry?.path())).sum()
}
