//! Each pass of the adaptation on a small example.

use serde_json::{Value, json};

use crate::build::adapt::{definitions, mocks, parameters, responses};

fn spec(operation: Value, schemas: Value) -> Value {
    json!({ "paths": { "/x/{name}": { "get": operation } }, "components": { "schemas": schemas } })
}

fn answering(schema: Value) -> Value {
    json!({ "parameters": [], "responses": { "2XX": {
        "description": "", "content": { "application/json": { "schema": schema } }
    } } })
}

fn sending(schema: Value) -> Value {
    json!({ "parameters": [], "responses": {}, "requestBody": {
        "required": true, "content": { "application/json": { "schema": schema } }
    } })
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn object(properties: Value) -> Value {
    json!({ "type": "object", "properties": properties })
}

fn operation(spec: &Value) -> &Value {
    &spec["paths"]["/x/{name}"]["get"]
}

fn answer(spec: &Value) -> &Value {
    &operation(spec)["responses"]["2XX"]["content"]["application/json"]["schema"]
}

#[test]
fn multipart_operations_are_dropped() {
    let upload = json!({ "requestBody": { "content": { "multipart/form-data": {} } } });
    let mut spec = json!({ "paths": {
        "/a": { "get": {}, "post": upload },
        "/b": { "post": upload },
    } });
    parameters::drop_multipart(&mut spec);
    assert_eq!(spec["paths"], json!({ "/a": { "get": {} } }));
}

#[test]
fn texts_in_the_path_become_path_segments() {
    let parameter = |place: &str, schema: Value| json!({ "name": "n", "in": place, "schema": schema });
    let text = json!({ "type": "string" });
    let words = json!({ "type": "string", "enum": ["diff"] });
    let number = json!({ "type": "integer" });
    let parameters = json!([
        parameter("path", text.clone()),
        parameter("path", words.clone()),
        parameter("path", number.clone()),
        parameter("query", text.clone()),
    ]);
    let mut spec = spec(json!({ "parameters": parameters }), json!({}));
    parameters::make_path_segments_safe(&mut spec);
    let schemas: Vec<&Value> =
        operation(&spec)["parameters"].as_array().unwrap().iter().map(|p| &p["schema"]).collect();
    assert_eq!(schemas, [&reference("PathSegment"), &words, &number, &text]);
    let pattern = &spec["components"]["schemas"]["PathSegment"]["pattern"];
    assert_eq!(pattern, parameters::PATH_SEGMENT_PATTERN);
}

#[test]
fn one_success_is_left_and_every_success_status_is_read_as_it() {
    let typed = json!({ "description": "", "content": { "application/json": { "schema": reference("A") } } });
    let empty = json!({ "description": "nothing" });
    let folded = |described: Value| {
        let mut spec = spec(json!({ "responses": described }), json!({}));
        responses::accept_any_success(&mut spec);
        operation(&spec)["responses"].clone()
    };
    let described = json!({ "204": empty, "201": typed, "303": empty, "404": typed, "default": typed });
    assert_eq!(folded(described), json!({ "2XX": typed }));
    assert_eq!(folded(json!({ "204": empty, "422": typed })), json!({ "2XX": empty }));
    assert_eq!(folded(json!({ "404": typed })), json!({ "2XX": { "description": "success" } }));
}

#[test]
fn contents_are_untyped_and_topics_wrapped() {
    let mut contents = spec(answering(reference("ContentsResponse")), json!({}));
    contents["paths"]["/x/{name}"]["get"]["operationId"] = json!("repoGetContents");
    responses::leave_contents_untyped(&mut contents);
    assert_eq!(*answer(&contents), json!({}));

    let mut topics =
        spec(answering(json!({ "type": "array", "items": reference("TopicResponse") })), json!({}));
    topics["paths"]["/x/{name}"]["get"]["operationId"] = json!("topicSearch");
    responses::wrap_found_topics(&mut topics);
    let list = json!({ "type": "array", "items": reference("TopicResponse") });
    assert_eq!(*answer(&topics), object(json!({ "topics": list })));
}

#[test]
fn unused_definitions_are_forgotten() {
    let schemas = json!({
        "Used": object(json!({ "inner": { "type": "array", "items": reference("Inner") } })),
        "Inner": object(json!({})),
        "Error": object(json!({})),
    });
    let mut spec = spec(answering(reference("Used")), schemas);
    definitions::forget_unused(&mut spec);
    let left: Vec<&String> = spec["components"]["schemas"].as_object().unwrap().keys().collect();
    assert_eq!(left, ["Used", "Inner"]);
}

#[test]
fn plain_definitions_are_put_in_place_but_closed_words_of_requests_stay() {
    let words = json!({ "type": "string", "enum": ["open"] });
    let schemas = json!({
        "State": words,
        "Seconds": { "type": "integer" },
        "Alias": reference("Body"),
        "Answer": object(json!({ "state": reference("State"), "time": reference("Seconds") })),
        "Body": object(json!({ "state": reference("State"), "time": reference("Seconds") })),
    });
    let mut sent = sending(reference("Alias"));
    sent["responses"] = answering(reference("Answer"))["responses"].clone();
    let mut spec = spec(sent, schemas);
    definitions::inline_plain_definitions(&mut spec);
    let all = &spec["components"]["schemas"];
    assert_eq!(all["Answer"], object(json!({ "state": words, "time": { "type": "integer" } })));
    assert_eq!(all["Body"], object(json!({ "state": reference("State"), "time": { "type": "integer" } })));
    let body = &operation(&spec)["requestBody"]["content"]["application/json"]["schema"];
    assert_eq!(*body, reference("Body"));
}

#[test]
fn answers_are_open_and_requests_closed() {
    let thing = json!({ "type": "object", "required": ["state"], "properties": {
        "state": { "type": "string", "enum": ["open"] },
        "at": { "type": "string", "format": "date-time" },
        "kinds": { "type": "array", "items": { "type": "string", "enum": ["a"] } },
    } });
    let pass = |spec: &mut Value| {
        definitions::open_response_enums(spec);
        definitions::read_dates_as_text(spec);
        definitions::require_nothing_of_responses(spec);
    };
    let mut answered = spec(answering(reference("Thing")), json!({ "Thing": thing }));
    pass(&mut answered);
    let text = json!({ "type": "string" });
    let open = json!({ "state": text, "at": text, "kinds": { "type": "array", "items": text } });
    assert_eq!(answered["components"]["schemas"]["Thing"], object(open));

    let mut sent = spec(sending(reference("Thing")), json!({ "Thing": thing }));
    pass(&mut sent);
    assert_eq!(sent["components"]["schemas"]["Thing"], thing);
}

#[test]
fn required_names_without_properties_are_forgotten() {
    let map = json!({ "type": "object", "required": ["url"], "additionalProperties": { "type": "string" } });
    let thing =
        json!({ "type": "object", "required": ["url"], "properties": { "url": { "type": "string" } } });
    let mut spec = spec(sending(reference("Map")), json!({ "Map": map, "Thing": thing }));
    definitions::require_only_named_properties(&mut spec);
    let all = &spec["components"]["schemas"];
    assert_eq!(all["Map"], json!({ "type": "object", "additionalProperties": { "type": "string" } }));
    assert_eq!(all["Thing"], thing);
}

#[test]
fn collections_may_be_null_unless_required() {
    let list = json!({ "type": "array", "items": { "type": "string" } });
    let mut nullable = list.clone();
    nullable["nullable"] = json!(true);
    let thing = |optional: &Value| {
        json!({ "type": "object", "required": ["must"], "properties": {
            "must": list, "may": optional, "text": { "type": "string" },
        } })
    };
    let mut spec = spec(answering(list.clone()), json!({ "Thing": thing(&list) }));
    definitions::take_null_for_collections(&mut spec);
    assert_eq!(spec["components"]["schemas"]["Thing"], thing(&nullable));
    assert_eq!(*answer(&spec), list);
    definitions::take_null_for_listed_answers(&mut spec);
    assert_eq!(*answer(&spec), nullable);
}

#[test]
fn a_deleted_file_may_be_null() {
    let files = |items: Value| object(json!({ "files": { "type": "array", "items": items } }));
    let mut spec = spec(json!({}), json!({ "FilesResponse": files(reference("ContentsResponse")) }));
    definitions::take_null_for_deleted_files(&mut spec);
    let nullable = json!({ "nullable": true, "allOf": [reference("ContentsResponse")] });
    assert_eq!(spec["components"]["schemas"]["FilesResponse"], files(nullable));
}

#[test]
fn defaults_are_dropped() {
    let thing = object(json!({ "active": { "type": "boolean", "default": false } }));
    let mut spec = spec(sending(reference("Thing")), json!({ "Thing": thing }));
    definitions::drop_defaults(&mut spec);
    assert_eq!(spec["components"]["schemas"]["Thing"], object(json!({ "active": { "type": "boolean" } })));
}

#[test]
fn mocks_get_what_they_can_say() {
    let mut listing = answering(json!({ "type": "array", "nullable": true, "items": reference("A") }));
    listing["parameters"] = json!([
        { "name": "filepath", "in": "path", "schema": { "type": "string" } },
        { "name": "labels", "in": "query", "schema": { "type": "array", "items": { "type": "integer" } } },
    ]);
    let checking = answering(json!({ "type": "boolean" }));
    let spec = json!({ "paths": {
        "/repos/{owner}/{repo}/raw/{filepath}": { "get": listing },
        "/check": { "get": checking },
    } });
    let adapted = mocks::adapt_for_mocks(&spec);
    let raw = &adapted["paths"]["/repos/{owner}/{repo}/raw/.*"]["get"];
    let labels = json!({ "name": "labels", "in": "query", "schema": { "type": "string" } });
    assert_eq!(raw["parameters"], json!([labels]));
    let schema = &raw["responses"]["2XX"]["content"]["application/json"]["schema"];
    assert_eq!(*schema, json!({ "type": "array", "items": reference("A") }));
    let schema =
        &adapted["paths"]["/check"]["get"]["responses"]["2XX"]["content"]["application/json"]["schema"];
    assert_eq!(*schema, json!({ "type": "object" }));
}
