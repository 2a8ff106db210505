//! Runs progenitor over the adapted description.

use openapiv3::OpenAPI;
use progenitor::{GenerationSettings, Generator, HooksMode, InterfaceStyle, TagStyle};
use quote::quote;
use serde_json::Value;

use super::Error;
use super::adapt::mocks::adapt_for_mocks;
use super::share::share_sending;

/// The first lines of every generated file.
pub(crate) const HEADER: &str =
    "// Generated from swagger/forgejo.v1.json by build.rs; do not edit, run `cargo build`.\n\n";

/// The typed client with its types.
pub(crate) fn client(adapted: &Value) -> Result<String, Error> {
    let tokens = generator().generate_tokens(&parse(adapted)?).map_err(|error| explain(&error))?;
    let mut client = syn::parse2(tokens)?;
    share_sending(&mut client)?;
    Ok(format(&client))
}

/// Typed mocks of the forge.
pub(crate) fn mock(adapted: &Value) -> Result<String, Error> {
    let spec = parse(&adapt_for_mocks(adapted))?;
    let tokens = generator().httpmock(&spec, "forgejo_mcp::forgejo::api").map_err(|error| explain(&error))?;
    Ok(format(&syn::parse2(tokens)?))
}

/// A generator serves one description only: it collects types.
fn generator() -> Generator {
    let mut settings = GenerationSettings::default();
    settings
        .with_interface(InterfaceStyle::Builder)
        .with_tag(TagStyle::Merged)
        .with_inner_type(quote!(crate::forgejo::Caller))
        .with_hooks(HooksMode::Expected)
        .with_map_type("::std::collections::BTreeMap");
    Generator::new(&settings)
}

fn parse(adapted: &Value) -> Result<OpenAPI, Error> {
    serde_json::from_value(adapted.clone())
        .map_err(|error| format!("the adapted description is no OpenAPI 3.0: {error}").into())
}

fn explain(error: &progenitor::Error) -> Error {
    format!("progenitor cannot take the adapted description: {error}").into()
}

fn format(file: &syn::File) -> String {
    format!("{HEADER}{}", prettyplease::unparse(file))
}
