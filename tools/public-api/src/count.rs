//! Number of a crate's items, from rustdoc's JSON: modules, types, traits, functions and constants.
//! Fields, variants and methods belong to their types.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

/// Kinds of items that have a page of their own.
const KINDS: [&str; 9] =
    ["module", "struct", "enum", "union", "trait", "function", "type_alias", "constant", "static"];

/// Numbers of items.
#[derive(Debug, PartialEq, Eq)]
pub struct Count {
    /// Items that the documentation shows.
    pub public: usize,
    /// Items that can be used but are hidden from the documentation.
    pub hidden: usize,
}

impl Count {
    /// Counts the items in rustdoc's JSON, which has the hidden ones, too.
    pub fn of(rustdoc: &Path) -> Result<Count> {
        let text = fs::read_to_string(rustdoc).with_context(|| rustdoc.display().to_string())?;
        let json: Value = serde_json::from_str(&text)?;
        let (mut public, mut all) = (BTreeSet::new(), BTreeSet::new());
        collect(&json, &json["root"], false, &mut public);
        collect(&json, &json["root"], true, &mut all);
        Ok(Count { public: public.len(), hidden: all.difference(&public).count() })
    }
}

/// Adds the identifiers of the items below `id` to `items`.
fn collect(json: &Value, id: &Value, with_hidden: bool, items: &mut BTreeSet<String>) {
    let item = &json["index"][id.to_string()];
    let attributes = item["attrs"].as_array().map_or(&[][..], Vec::as_slice);
    let is_hidden = attributes.iter().any(|attribute| attribute["other"] == "#[doc(hidden)]");
    if is_hidden && !with_hidden {
        return;
    }
    let inner = &item["inner"];
    if let Some(target) = inner.get("use") {
        // An item of another crate, or one in a hidden module, which is public by this name.
        if !items.insert(target["id"].to_string()) || target["id"].is_null() {
            return;
        }
    } else if KINDS.iter().any(|kind| inner.get(kind).is_some()) && !items.insert(id.to_string()) {
        return;
    }
    for below in inner["module"]["items"].as_array().into_iter().flatten() {
        collect(json, below, with_hidden, items);
    }
}
