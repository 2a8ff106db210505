//! The translation from Swagger 2.0 to OpenAPI 3.0, on small examples.

use serde_json::{Value, json};

use crate::build::convert::convert;

fn converted(operation: Value) -> Value {
    let swagger = json!({
        "swagger": "2.0",
        "info": { "title": "t", "version": "1" },
        "basePath": "/api/v1",
        "paths": { "/things": { "post": operation } },
        "definitions": { "Thing": {
            "type": "object",
            "title": "a thing",
            "properties": { "name": { "type": "string", "uniqueItems": true, "x-go-name": "Name" } },
            "x-go-package": "p",
        } },
        "responses": {
            "Thing": { "description": "one", "schema": { "$ref": "#/definitions/Thing" } },
            "empty": { "description": "nothing" },
        },
    });
    convert(&swagger).unwrap()
}

fn operation(spec: &Value) -> &Value {
    &spec["paths"]["/api/v1/things"]["post"]
}

#[test]
fn the_base_path_is_part_of_every_path_and_extensions_are_left_behind() {
    let spec = converted(json!({ "operationId": "x", "responses": {} }));
    assert_eq!(operation(&spec)["operationId"], "x");
    let thing = json!({ "type": "object", "properties": { "name": { "type": "string" } } });
    assert_eq!(spec["components"]["schemas"]["Thing"], thing);
}

#[test]
fn parameters_carry_their_schema() {
    let parameter = json!({ "name": "q", "in": "query", "type": "array", "items": { "type": "string" } });
    let spec = converted(json!({ "parameters": [parameter], "responses": {} }));
    let expected =
        json!([{ "name": "q", "in": "query", "schema": { "type": "array", "items": { "type": "string" } } }]);
    assert_eq!(operation(&spec)["parameters"], expected);
}

#[test]
fn bodies_and_forms_become_request_bodies() {
    let body = json!({ "name": "body", "in": "body", "schema": { "$ref": "#/definitions/Thing" } });
    let spec = converted(json!({ "parameters": [body], "responses": {} }));
    let schema = &operation(&spec)["requestBody"]["content"]["application/json"]["schema"];
    assert_eq!(*schema, json!({ "$ref": "#/components/schemas/Thing" }));

    let field = json!({ "name": "file", "in": "formData", "type": "file", "required": true });
    let spec = converted(json!({ "parameters": [field], "responses": {} }));
    let schema = &operation(&spec)["requestBody"]["content"]["multipart/form-data"]["schema"];
    let properties = json!({ "file": { "type": "string", "format": "binary" } });
    assert_eq!(*schema, json!({ "type": "object", "properties": properties, "required": ["file"] }));
}

#[test]
fn answers_have_the_type_that_is_produced() {
    let content = |produces: &str, response: Value| {
        let spec = converted(json!({ "produces": [produces], "responses": { "200": response } }));
        operation(&spec)["responses"]["200"].get("content").cloned()
    };
    let shared = json!({ "$ref": "#/responses/Thing" });
    let thing = json!({ "schema": { "$ref": "#/components/schemas/Thing" } });
    assert_eq!(content("application/json", shared.clone()), Some(json!({ "application/json": thing })));
    assert_eq!(content("application/ld+json", shared), Some(json!({ "application/json": thing })));
    assert_eq!(content("application/json", json!({ "$ref": "#/responses/empty" })), None);

    let bytes = json!({ "schema": { "type": "string", "format": "binary" } });
    let download = content("application/zip", json!({ "description": "the archive" }));
    assert_eq!(download, Some(json!({ "application/zip": bytes })));
    let file =
        content("application/octet-stream", json!({ "description": "", "schema": { "type": "file" } }));
    assert_eq!(file, Some(json!({ "application/octet-stream": bytes })));
}
