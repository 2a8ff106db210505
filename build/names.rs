//! The Rust names that progenitor gives to what the description names.
//!
//! They repeat progenitor's own rule, which is private to it. A name that differs does not compile.

use heck::{ToPascalCase, ToSnakeCase};

/// The name of a function or setter.
pub(crate) fn snake(name: &str) -> String {
    let snake = words(name).to_snake_case();
    if syn::parse_str::<syn::Ident>(&snake).is_ok() { snake } else { format!("{snake}_") }
}

/// The name of a type.
pub(crate) fn pascal(name: &str) -> String {
    words(name).to_pascal_case()
}

fn words(name: &str) -> String {
    name.replace(|c: char| !c.is_ascii_alphanumeric() && c != '_', "-")
}
