//! The permitted licences.

use std::sync::LazyLock;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use spdx::expression::ExprNode;
use spdx::{Expression, Licensee, ParseMode};

/// The licences permitted for anything that is shipped: the list to which cargo-deny holds the
/// crates.
static ALLOWED: LazyLock<Vec<Licensee>> = LazyLock::new(|| {
    let deny: Deny = toml::from_str(include_str!("../../../../deny.toml")).expect("a list of licences");
    let licensee = |licence: &String| Licensee::parse(licence).expect("SPDX's name of a licence");
    deny.licenses.allow.iter().map(licensee).collect()
});

/// The fields of deny.toml that are read.
#[derive(Deserialize)]
struct Deny {
    licenses: Licenses,
}

#[derive(Deserialize)]
struct Licenses {
    allow: Vec<String>,
}

fn is_allowed(licence: &spdx::LicenseReq) -> bool {
    ALLOWED.iter().any(|allowed| allowed.satisfies(licence))
}

/// Reads an expression; cargo's old way of writing `MIT/Apache-2.0` too.
fn parse(expression: &str) -> Result<Expression> {
    Expression::parse_mode(expression, ParseMode::LAX)
        .map_err(|error| anyhow::anyhow!("{expression:?} is no SPDX expression: {}", error.reason))
}

/// The licences that a part is used under: those of its own that are allowed.
///
/// # Errors
/// If they do not suffice.
pub fn allowed(expression: &str) -> Result<String> {
    if !parse(expression)?.evaluate(is_allowed) {
        bail!("is under {expression}, which is not allowed");
    }
    Ok(names(expression)?.join(" / "))
}

/// The allowed licences in an expression.
fn names(expression: &str) -> Result<Vec<String>> {
    let expression = parse(expression)?;
    let mut names: Vec<String> = expression
        .requirements()
        .filter(|required| is_allowed(&required.req))
        .map(|required| required.req.to_string())
        .collect();
    names.sort();
    names.dedup();
    Ok(names)
}

/// The words of the allowed licences in an expression, for a part that brings none.
///
/// # Errors
/// If one is not known.
pub fn texts(expression: &str) -> Result<Vec<String>> {
    let expression = parse(expression)?;
    let mut texts = Vec::new();
    for node in expression.iter() {
        let ExprNode::Req(required) = node else { continue };
        if !is_allowed(&required.req) {
            continue;
        }
        let id = required.req.license.id().with_context(|| format!("{} is not SPDX's", required.req))?;
        let exception = required.req.addition.as_ref().and_then(spdx::AdditionItem::id);
        let exception = exception.map(spdx::ExceptionId::text);
        let text = [Some(id.text()), exception].into_iter().flatten().collect::<Vec<_>>().join("\n\n");
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_suffices_is_told_and_what_does_not_is_refused() {
        assert_eq!(allowed("MIT OR Apache-2.0").unwrap(), "Apache-2.0 / MIT");
        assert_eq!(allowed("Unlicense/MIT").unwrap(), "MIT / Unlicense");
        assert_eq!(allowed("LGPL-2.1-or-later OR Apache-2.0").unwrap(), "Apache-2.0");
        let exception = "GPL-3.0-or-later WITH GCC-exception-3.1";
        assert_eq!(allowed(exception).unwrap(), exception);
        for refused in ["GPL-3.0-only", "GPL-3.0-or-later", "MIT AND GPL-2.0-only", "LGPL-2.1-or-later"] {
            let error = allowed(refused).expect_err(refused).to_string();
            assert!(error.contains("not allowed"), "{error}");
        }
        assert!(allowed("as is").expect_err("no expression").to_string().contains("no SPDX expression"));
    }

    #[test]
    fn every_allowed_licence_has_words() {
        assert!(!ALLOWED.is_empty());
        for licence in ALLOWED.iter() {
            let words = texts(&licence.to_string()).unwrap();
            assert!(words.len() == 1 && words[0].len() > 200, "{licence}: {words:?}");
        }
        assert_eq!(texts("LGPL-2.1-or-later OR Apache-2.0").unwrap(), texts("Apache-2.0").unwrap());
    }
}
