//! The files that are loaded, and what each finds in the others.

use anyhow::{Context, Result};

use crate::dl;
use crate::image::Image;

/// All files that are loaded, in the order in which they were.
pub struct Linker {
    folder: String,
    images: Vec<Image>,
}

/// Result of loading a file.
pub struct Loaded {
    /// Its number among all.
    pub number: usize,
    /// Functions of the new files to call before it is used, in this order.
    pub initialisers: Vec<usize>,
}

impl Linker {
    /// One that has loaded nothing.
    pub const fn new() -> Self {
        Self { folder: String::new(), images: Vec::new() }
    }

    /// Looks for libraries in a folder.
    pub fn look_in(&mut self, folder: &str) {
        folder.clone_into(&mut self.folder);
    }

    /// Every file that is loaded.
    pub fn images(&self) -> &[Image] {
        &self.images
    }

    /// Loads a file and all that it needs, unless it is there already.
    ///
    /// # Errors
    /// If one of them cannot be loaded, or lacks a symbol; then none of them is.
    pub fn load(&mut self, name: &str) -> Result<Loaded> {
        let before = self.images.len();
        let loaded = self.load_new(name, before);
        if loaded.is_err() {
            self.images.truncate(before);
        }
        loaded
    }

    fn load_new(&mut self, name: &str, before: usize) -> Result<Loaded> {
        let number = self.map(name)?;
        let mut next = before;
        while let Some(image) = self.images.get(next) {
            for needed in image.file.needed.clone() {
                self.map(needed)?;
            }
            next += 1;
        }
        for image in &self.images[before..] {
            image.relocate(|name| self.find(name)).with_context(|| image.name())?;
        }
        let mut order = Vec::new();
        self.needed_first(number, &mut order);
        let new = order.into_iter().filter(|number| *number >= before);
        let initialisers = new.flat_map(|number| self.images[number].initialisers()).collect();
        Ok(Loaded { number, initialisers })
    }

    /// Maps a file, unless it is there; says its number.
    fn map(&mut self, name: &str) -> Result<usize> {
        let own = name.rsplit_once('/').map_or(name, |(_, own)| own);
        if let Some(number) = self.images.iter().position(|image| image.name() == own) {
            return Ok(number);
        }
        let path = if name.contains('/') { name.to_owned() } else { format!("{}/{name}", self.folder) };
        self.images.push(Image::map(&path).with_context(|| format!("library \"{name}\""))?);
        Ok(self.images.len() - 1)
    }

    /// A file's number after those of all that it needs.
    fn needed_first(&self, number: usize, order: &mut Vec<usize>) {
        if order.contains(&number) {
            return;
        }
        for needed in &self.images[number].file.needed {
            if let Some(needed) = self.images.iter().position(|image| image.name() == *needed) {
                self.needed_first(needed, order);
            }
        }
        order.push(number);
    }

    /// The address of a name: the loader's own functions of libdl, else the first file's that has
    /// it.
    pub fn find(&self, name: &str) -> Option<usize> {
        dl::function(name).or_else(|| self.images.iter().find_map(|image| image.find(name)))
    }

    /// Like [`Linker::find`], but only in one file and those that it needs.
    pub fn find_in(&self, number: usize, name: &str) -> Option<usize> {
        let mut order = Vec::new();
        self.needed_first(number, &mut order);
        order.iter().rev().find_map(|number| self.images[*number].find(name))
    }
}
