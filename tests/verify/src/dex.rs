//! Android's code: the classes in a dex file, and the symbols that it uses of the system.
//!
//! Layout after Android's "Dalvik executable format",
//! <https://source.android.com/docs/core/runtime/dex-format>.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};

/// Bytes of the header, which has one size in all versions up to 040.
const HEADER: usize = 0x70;
/// Bytes of a class definition: eight numbers.
const CLASS: usize = 32;
/// Stands for no class: `java.lang.Object` alone has no class above it.
const NONE: u32 = u32::MAX;

/// A class that is defined in the dex.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Class {
    /// The class above it and its interfaces.
    pub above: Vec<String>,
    /// Its methods and fields, written as in [`Reference::member`].
    pub members: BTreeSet<String>,
}

/// A method or a field as code names it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reference {
    /// The class that the reference names: `android/app/Activity`.
    pub class: String,
    /// `getString(I)Ljava/lang/String;` or `SDK_INT#I`, as animal-sniffer writes them.
    pub member: String,
}

/// The contents of one or several dex files.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Dex {
    /// Classes that are defined, by name.
    pub classes: BTreeMap<String, Class>,
    /// Referenced classes, defined or not; without arrays and primitive types.
    pub types: BTreeSet<String>,
    /// Referenced methods and fields.
    pub references: BTreeSet<Reference>,
}

impl Dex {
    /// Adds a file.
    ///
    /// # Errors
    /// If it is not a dex file, or not whole.
    pub fn read(&mut self, bytes: &[u8]) -> Result<()> {
        let file = File { bytes };
        ensure!(bytes.starts_with(b"dex\n") && bytes.len() > HEADER, "no dex file");
        ensure!(file.number(0x20)? as usize == bytes.len(), "the dex file is cut or longer than it says");
        let tables = Tables::read(&file)?;
        self.types.extend(tables.types.iter().filter_map(|name| class_name(name)));
        let references = tables.methods.iter().chain(&tables.fields);
        // Arrays have no code of their own.
        let named = references.filter_map(|(class, member)| {
            Some(Reference {
                class: class_name(class).filter(|_| class.starts_with('L'))?,
                member: member.clone(),
            })
        });
        self.references.extend(named);
        let (count, start) = (file.number(0x60)? as usize, file.number(0x64)? as usize);
        for index in 0..count {
            let (name, class) = tables.class(&file, start + index * CLASS)?;
            ensure!(self.classes.insert(name.clone(), class).is_none(), "{name} is defined twice");
        }
        Ok(())
    }
}

/// `[[Landroid/app/Activity;` is about `android/app/Activity`; primitive types are about no class.
fn class_name(descriptor: &str) -> Option<String> {
    let element = descriptor.trim_start_matches('[');
    Some(element.strip_prefix('L')?.strip_suffix(';')?.to_owned())
}

struct File<'a> {
    bytes: &'a [u8],
}

impl File<'_> {
    fn slice(&self, offset: usize, length: usize) -> Result<&[u8]> {
        self.bytes.get(offset..offset + length).with_context(|| format!("nothing at {offset:#x} of the dex"))
    }

    fn number(&self, offset: usize) -> Result<u32> {
        Ok(u32::from_le_bytes(self.slice(offset, 4)?.try_into()?))
    }

    fn short(&self, offset: usize) -> Result<usize> {
        Ok(usize::from(u16::from_le_bytes(self.slice(offset, 2)?.try_into()?)))
    }

    /// A number in seven bits a byte; moves the offset behind it.
    fn leb128(&self, offset: &mut usize) -> Result<usize> {
        let mut value = 0;
        for shift in (0..35).step_by(7) {
            let byte = self.slice(*offset, 1)?[0];
            *offset += 1;
            value |= usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        anyhow::bail!("no number at {offset:#x} of the dex")
    }

    /// Names are modified UTF-8; only texts can be outside of it, and none are read here.
    fn text(&self, mut offset: usize) -> Result<String> {
        self.leb128(&mut offset)?;
        let rest = self.bytes.get(offset..).context("a text outside of the dex")?;
        let end = rest.iter().position(|byte| *byte == 0).context("a text without end")?;
        Ok(String::from_utf8_lossy(&rest[..end]).into_owned())
    }

    /// The entries of a table whose size and place are at `head`.
    fn table<T>(&self, head: usize, size: usize, read: impl Fn(usize) -> Result<T>) -> Result<Vec<T>> {
        let (count, start) = (self.number(head)? as usize, self.number(head + 4)? as usize);
        (0..count).map(|index| read(start + index * size)).collect()
    }
}

/// Named things, by their numbers.
struct Tables {
    types: Vec<String>,
    methods: Vec<(String, String)>,
    fields: Vec<(String, String)>,
}

/// The entry of a table that another entry names.
fn entry<T>(table: &[T], index: usize) -> Result<&T> {
    table.get(index).with_context(|| format!("names entry {index} of a table of {}", table.len()))
}

impl Tables {
    fn read(file: &File<'_>) -> Result<Self> {
        let strings = file.table(0x38, 4, |at| file.text(file.number(at)? as usize))?;
        let name = |at: usize| Ok::<_, anyhow::Error>(entry(&strings, file.number(at)? as usize)?.clone());
        let types = file.table(0x40, 4, name)?;
        let prototypes = file.table(0x48, 12, |at| {
            let returned = entry(&types, file.number(at + 4)? as usize)?;
            let parameters = list(file, file.number(at + 8)? as usize, &types)?;
            Ok(format!("({}){returned}", parameters.concat()))
        })?;
        let fields = file.table(0x50, 8, |at| {
            let (class, kind) = (entry(&types, file.short(at)?)?, entry(&types, file.short(at + 2)?)?);
            Ok((class.clone(), format!("{}#{kind}", name(at + 4)?)))
        })?;
        let methods = file.table(0x58, 8, |at| {
            let (class, prototype) =
                (entry(&types, file.short(at)?)?, entry(&prototypes, file.short(at + 2)?)?);
            Ok((class.clone(), format!("{}{prototype}", name(at + 4)?)))
        })?;
        Ok(Self { types, methods, fields })
    }

    fn class(&self, file: &File<'_>, at: usize) -> Result<(String, Class)> {
        let name =
            class_name(entry(&self.types, file.number(at)? as usize)?).context("an array is defined")?;
        let parent = file.number(at + 8)?;
        let mut above = list(file, file.number(at + 12)? as usize, &self.types)?;
        if parent != NONE {
            above.insert(0, entry(&self.types, parent as usize)?.clone());
        }
        let above = above.iter().filter_map(|name| class_name(name)).collect();
        let mut offset = file.number(at + 24)? as usize;
        let mut members = BTreeSet::new();
        // Nothing but the marks on it: a class without fields and methods.
        if offset != 0 {
            let mut counts = [0; 4];
            for count in &mut counts {
                *count = file.leb128(&mut offset)?;
            }
            let [static_fields, fields, direct_methods, methods] = counts;
            // A field has an index and flags; a method also has its code.
            for (count, table, numbers) in [
                (static_fields, &self.fields, 2),
                (fields, &self.fields, 2),
                (direct_methods, &self.methods, 3),
                (methods, &self.methods, 3),
            ] {
                let mut index = 0;
                for _ in 0..count {
                    index += file.leb128(&mut offset)?;
                    for _ in 1..numbers {
                        file.leb128(&mut offset)?;
                    }
                    members.insert(entry(table, index)?.1.clone());
                }
            }
        }
        Ok((name, Class { above, members }))
    }
}

/// A list of types; none at place 0.
fn list(file: &File<'_>, place: usize, types: &[String]) -> Result<Vec<String>> {
    if place == 0 {
        return Ok(Vec::new());
    }
    let count = file.number(place)? as usize;
    (0..count).map(|index| Ok(entry(types, file.short(place + 4 + index * 2)?)?.clone())).collect()
}
