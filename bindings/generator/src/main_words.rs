//! Writes the apps' words for both platforms: `generate-words ROOT`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use trueghz_bindings_generator::{read, written};

fn main() -> Result<()> {
    let root = PathBuf::from(std::env::args_os().nth(1).context("usage: generate-words ROOT")?);
    for file in written(&read(&root)?) {
        let path = root.join(&file.path);
        fs::create_dir_all(path.parent().context("every file lies in a folder")?)?;
        fs::write(&path, file.content).with_context(|| format!("cannot write {}", file.path))?;
    }
    Ok(())
}
