//! The JVM libraries that an app gets with the AAR: those that its POM asks for, and those that
//! they ask for.

use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use roxmltree::{Document, Node};

use super::{Part, policy};

/// A library by its address at Maven's.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Address {
    group: String,
    artifact: String,
    version: String,
}

impl Address {
    fn pom(&self, repository: &Path) -> PathBuf {
        let Self { group, artifact, version } = self;
        let folder = repository.join(group.replace('.', "/")).join(artifact).join(version);
        folder.join(format!("{artifact}-{version}.pom"))
    }
}

/// The libraries that `pom` needs when it runs, from what Maven has fetched into `repository`. If
/// there are two versions, the nearer one counts, then the first: Maven's own rule.
pub fn parts(repository: &Path, pom: &Path) -> Result<Vec<Part>> {
    let text = std::fs::read_to_string(pom).with_context(|| pom.display().to_string())?;
    let mut wanted: VecDeque<Address> = dependencies(&text)?.into();
    let (mut seen, mut parts) = (BTreeSet::new(), Vec::new());
    while let Some(address) = wanted.pop_front() {
        if !seen.insert((address.group.clone(), address.artifact.clone())) {
            continue;
        }
        let pom = address.pom(repository);
        let text = std::fs::read_to_string(&pom).with_context(|| pom.display().to_string())?;
        let context = || format!("{}:{}", address.group, address.artifact);
        wanted.extend(dependencies(&text).with_context(context)?);
        parts.push(part(&address, &text).with_context(context)?);
    }
    Ok(parts)
}

/// An element's child of that name.
fn child<'a, 'input>(node: Node<'a, 'input>, name: &str) -> Option<Node<'a, 'input>> {
    node.children().find(|child| child.tag_name().name() == name)
}

fn text<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    child(node, name)?.text().map(str::trim)
}

/// The dependencies of a POM at run time.
fn dependencies(pom: &str) -> Result<Vec<Address>> {
    let document = Document::parse(pom)?;
    let Some(listed) = child(document.root_element(), "dependencies") else { return Ok(Vec::new()) };
    let runs = |node: Node<'_, '_>| {
        let scope = text(node, "scope").unwrap_or("compile");
        matches!(scope, "compile" | "runtime") && text(node, "optional") != Some("true")
    };
    let mut addresses = Vec::new();
    for node in listed.children().filter(|node| node.is_element() && runs(*node)) {
        let part = |name: &str| {
            let text = text(node, name).with_context(|| format!("a dependency without {name}"))?;
            ensure!(!text.contains("${"), "{text} is not told here");
            Ok(text.to_owned())
        };
        addresses.push(Address {
            group: part("groupId")?,
            artifact: part("artifactId")?,
            version: part("version")?,
        });
    }
    Ok(addresses)
}

/// Names of licences that are not SPDX identifiers.
const OTHER_NAMES: [(&str, &str); 1] = [("The Apache Software License, Version 2.0", "Apache-2.0")];

fn part(address: &Address, pom: &str) -> Result<Part> {
    let document = Document::parse(pom)?;
    let root = document.root_element();
    let licences = child(root, "licenses").context("states no licence")?;
    let names = licences.children().filter_map(|licence| text(licence, "name"));
    let spdx = |name: &str| {
        OTHER_NAMES.iter().find(|(other, _)| *other == name).map_or(name, |(_, spdx)| spdx).to_owned()
    };
    // Several are a choice: so Maven's own documents say.
    let licence = names.map(spdx).collect::<Vec<_>>().join(" OR ");
    let developers = child(root, "developers").into_iter().flat_map(|all| all.children());
    let whose: Vec<&str> = developers.filter_map(|developer| text(developer, "name")).collect();
    let whose = if whose.is_empty() { address.artifact.clone() } else { whose.join(", ") };
    Ok(Part {
        name: format!("{}:{}", address.group, address.artifact),
        version: address.version.clone(),
        texts: policy::texts(&licence)?.into_iter().map(|text| format!("{whose}\n\n{text}")).collect(),
        licence,
        source: text(root, "url").unwrap_or_default().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dependency(artifact: &str, version: &str, more: &str) -> String {
        format!(
            "<dependency><groupId>org.x</groupId><artifactId>{artifact}</artifactId>\
             <version>{version}</version>{more}</dependency>"
        )
    }

    fn pom(licences: &[&str], dependencies: &[String]) -> String {
        let licences: String =
            licences.iter().map(|name| format!("<license><name>{name}</name></license>")).collect();
        let dependencies = dependencies.concat();
        format!(
            "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><licenses>{licences}</licenses>\
             <dependencies>{dependencies}</dependencies></project>"
        )
    }

    fn fetched(repository: &Path, artifact: &str, version: &str, pom: &str) {
        let folder = repository.join("org/x").join(artifact).join(version);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(format!("{artifact}-{version}.pom")), pom).unwrap();
    }

    #[test]
    fn what_runs_is_followed_and_the_nearer_version_counts() {
        let folder = tempfile::tempdir().unwrap();
        let repository = folder.path();
        let test = "<scope>test</scope>";
        let own = [dependency("a", "1", ""), dependency("b", "2", ""), dependency("junit", "4", test)];
        fetched(
            repository,
            "a",
            "1",
            &pom(&["Apache-2.0"], &[dependency("b", "1", ""), dependency("c", "3", "")]),
        );
        fetched(repository, "b", "2", &pom(&["The Apache Software License, Version 2.0"], &[]));
        let choice =
            pom(&["LGPL-2.1-or-later", "Apache-2.0"], &[dependency("d", "1", "<optional>true</optional>")]);
        fetched(repository, "c", "3", &choice);
        let asked = repository.join("own.pom");
        std::fs::write(&asked, pom(&[], &own)).unwrap();
        let parts = parts(repository, &asked).unwrap();
        let found: Vec<(&str, &str, &str)> = parts
            .iter()
            .map(|part| (part.name.as_str(), part.version.as_str(), part.licence.as_str()))
            .collect();
        let either = "LGPL-2.1-or-later OR Apache-2.0";
        assert_eq!(
            found,
            [("org.x:a", "1", "Apache-2.0"), ("org.x:b", "2", "Apache-2.0"), ("org.x:c", "3", either)]
        );
        assert!(parts.iter().all(|part| part.texts.len() == 1));
    }

    #[test]
    fn a_library_that_states_no_licence_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let asked = folder.path().join("own.pom");
        std::fs::write(&asked, pom(&[], &[dependency("a", "1", "")])).unwrap();
        assert!(parts(folder.path(), &asked).is_err(), "it was not fetched");
        fetched(folder.path(), "a", "1", "<project/>");
        let error = format!("{:#}", parts(folder.path(), &asked).unwrap_err());
        assert!(error.contains("org.x:a: states no licence"), "{error}");
    }
}
