//! Validation of documents by the published schemas.

use jsonschema::Validator;
use serde_json::Value;

/// Returns the published schema with this name.
pub fn schema(name: &str) -> Validator {
    let text =
        std::fs::read_to_string(super::workspace("docs/schema").join(name)).expect("the schema is there");
    let schema: Value = serde_json::from_str(&text).expect("the schema is JSON");
    assert!(jsonschema::meta::is_valid(&schema), "{name} is a schema");
    jsonschema::draft202012::new(&schema).expect("the schema holds together")
}

/// Asserts that the document is valid by the schema.
pub fn assert_valid(schema: &Validator, document: &Value) {
    let errors: Vec<String> =
        schema.iter_errors(document).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}
