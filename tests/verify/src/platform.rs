//! The symbols of an Android version, and whether code uses others.
//!
//! The list comes from gummy-bears, in animal-sniffer's format: Java objects, written one after
//! another and compressed. animal-sniffer itself takes a method that a class of the app inherits
//! for the app's own; here each is searched in all superclasses and interfaces.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;
use std::io::Read;

use anyhow::{Context, Result, bail, ensure};
use jaded::{Parser, Value};

use crate::dex::{Dex, Reference};

/// Symbols that code uses on newer Androids only: symbol, API level, and the reason why it is not
/// reached on older ones.
pub const NEWER: &str = include_str!("../reference/android_newer.tsv");

/// Marks that the format itself defines: every run time knows them, and they are not classes of the
/// system.
const OF_THE_FORMAT: &str = "dalvik/annotation/";

#[derive(Debug, Default)]
struct Class {
    above: Vec<String>,
    members: HashSet<String>,
}

/// The classes of one Android.
#[derive(Debug, Default)]
pub struct Platform {
    classes: HashMap<String, Class>,
}

impl Platform {
    /// Reads a list of signatures.
    ///
    /// # Errors
    /// If it is none.
    pub fn read(compressed: &[u8]) -> Result<Self> {
        let mut bytes = Vec::new();
        flate2::read::GzDecoder::new(compressed).read_to_end(&mut bytes).context("no list of signatures")?;
        let mut parser = Parser::new(&*bytes).context("the list of signatures holds no Java objects")?;
        let mut classes = HashMap::new();
        // Nothing stands for the end.
        while let Some(object) = parser.read()?.value().and_then(Value::object_data) {
            let above = object.get_field("superInterfaces").and_then(Value::array).unwrap_or_default();
            let parent = object.get_field("superClass");
            let above =
                above.iter().chain(parent).filter_map(|name| Some(name.string()?.to_owned())).collect();
            let members =
                set(object.get_field("signatures").context("a class without a list of members")?)?;
            let name: String = object.get_field_as("name")?;
            classes.insert(name, Class { above, members });
        }
        ensure!(!classes.is_empty(), "the list of signatures is empty");
        Ok(Self { classes })
    }

    /// Returns `true` if a class has a member, or inherits it.
    fn has(&self, class: &str, member: &str) -> bool {
        self.classes.get(class).is_some_and(|found| {
            found.members.contains(member) || found.above.iter().any(|above| self.has(above, member))
        })
    }

    fn lacks(&self, asked: &Asked) -> bool {
        match &asked.member {
            Some(member) => !asked.classes.iter().any(|class| self.has(class, member)),
            None => !asked.classes.iter().any(|class| self.classes.contains_key(class)),
        }
    }

    /// Proves that every class and member of the system that code uses is there, or on the list of
    /// those used on newer versions only; returns their number.
    ///
    /// # Errors
    /// Names all symbols that are missing, and unused ones on the list.
    pub fn prove(&self, dex: &Dex, newer: &str) -> Result<String> {
        let all = all_asked(dex);
        let missing: BTreeSet<String> =
            all.iter().filter(|asked| self.lacks(asked)).map(ToString::to_string).collect();
        let newer = symbols(newer)?;
        let strange: Vec<&String> = missing.iter().filter(|name| !newer.contains(name.as_str())).collect();
        ensure!(strange.is_empty(), "asks for what the oldest Android lacks: {strange:?}");
        let stale: Vec<&&str> = newer.iter().filter(|name| !missing.contains(**name)).collect();
        ensure!(stale.is_empty(), "android_newer.tsv names what nobody asks for: {stale:?}");
        Ok(format!("asks {} things of the system, {} of them never on the oldest", all.len(), newer.len()))
    }
}

/// The strings of a Java set: behind three numbers that a `HashSet` writes of itself.
fn set(value: &Value) -> Result<HashSet<String>> {
    let data = value.object_data().context("no set")?;
    let mut written = data.get_annotation(0).context("no set")?;
    // Room, load factor, size.
    let (_, _, size) = (written.read_i32()?, written.read_f32()?, written.read_i32()?);
    (0..size).map(|_| Ok(written.read_object_as::<String>()?)).collect()
}

/// The symbols of the list. Each line states the API level since which the symbol exists, and the
/// reason why it is not reached below.
fn symbols(list: &str) -> Result<BTreeSet<&str>> {
    let mut symbols = BTreeSet::new();
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let [symbol, level, reason] = line.split('\t').collect::<Vec<_>>()[..] else {
            bail!("not symbol, level and reason: {line:?}");
        };
        let is_level = level == "none" || level.parse::<u32>().is_ok();
        ensure!(is_level && !reason.is_empty(), "which level, and why not below? {line:?}");
        symbols.insert(symbol);
    }
    Ok(symbols)
}

/// Something that code asks of the system.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Asked {
    /// The class; of a member all the system's classes from which it may be inherited, the nearest
    /// first.
    classes: Vec<String>,
    /// A method or field; none is the class itself.
    member: Option<String>,
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.classes[0])?;
        self.member.as_ref().map_or(Ok(()), |member| write!(f, ".{member}"))
    }
}

fn all_asked(dex: &Dex) -> BTreeSet<Asked> {
    let is_other = |name: &&String| !dex.classes.contains_key(*name) && !name.starts_with(OF_THE_FORMAT);
    let types = dex.types.iter().filter(is_other);
    let mut asked: BTreeSet<Asked> =
        types.map(|name| Asked { classes: vec![name.clone()], member: None }).collect();
    for Reference { class, member } in &dex.references {
        let mut classes = Vec::new();
        if !is_own(dex, class, member, &mut classes) {
            asked.insert(Asked { classes, member: Some(member.clone()) });
        }
    }
    asked
}

/// Returns `true` if the app itself has the member of a class; gathers the system's classes above
/// that class.
fn is_own(dex: &Dex, class: &str, member: &str, above: &mut Vec<String>) -> bool {
    let Some(own) = dex.classes.get(class) else {
        above.push(class.to_owned());
        return false;
    };
    own.members.contains(member) || own.above.iter().any(|class| is_own(dex, class, member, above))
}
