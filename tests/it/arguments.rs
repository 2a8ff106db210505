//! The argument stage: what callers send in other forms, and what is refused with which words.

use forgejo_mcp::server::arguments::{alias_conflicts, normalise};
use serde_json::{Map, Value, json};

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        other => panic!("not an object: {other}"),
    }
}

fn schema() -> Map<String, Value> {
    object(json!({
        "type": "object",
        "properties": {
            "owner": {"type": "string"},
            "index": {"type": "integer", "minimum": 0, "x-aliases": ["number", "prNumber"]},
            "limit": {"type": "integer", "minimum": 1, "maximum": 50},
            "delta": {"type": "integer"},
            "ratio": {"type": "number", "minimum": 0, "maximum": 1},
            "draft": {"type": "boolean"},
            "file_path": {"type": "string", "x-aliases": ["path"]},
            "state": {"type": "string", "enum": ["APPROVED", "REQUEST_CHANGES", "COMMENT"],
                "x-values": {"APPROVE": "APPROVED", "reject": "REQUEST_CHANGES"}},
            "since": {"type": "string", "format": "date-time"},
            "due_date": {"type": "string", "format": "date-time", "x-empty": true},
            "labels": {"type": "array", "items": {"type": "string"}},
            "ids": {"type": "array", "items": {"type": "integer", "minimum": 1}},
            "kinds": {"type": "array", "items": {"type": "string", "enum": ["Issue", "Pull"]}},
            "comments": {"type": "array", "items": {"type": "object", "properties": {
                "path": {"type": "string"}, "body": {"type": "string"},
                "new_position": {"type": "integer", "minimum": 0, "x-aliases": ["newLineNum"]},
                "tags": {"type": "array", "items": {"type": "string"}}}, "required": ["path", "body"]}},
            "author": {"type": "object", "properties": {
                "name": {"type": "string"}, "e_mail": {"type": "string", "x-aliases": ["email"]}}},
            "inputs": {"type": "object", "properties": {}, "x-entries": {"type": "string"}},
            "arguments": {"type": "object", "properties": {}, "x-entries": {}},
            "empty": {"type": "object", "properties": {}}
        },
        "required": []
    }))
}

fn run(given: Value) -> Result<Value, String> {
    normalise(object(given), &schema()).map(Value::Object)
}

#[test]
fn other_forms_are_accepted() {
    let deep = json!({"a": null, "b": [{"c": null, "unknownKey": "12"}]});
    let cases = [
        // whole numbers
        (json!({"index": 12}), json!({"index": 12})),
        (json!({"index": "12"}), json!({"index": 12})),
        (json!({"index": " 12\n"}), json!({"index": 12})),
        (json!({"index": 12.0}), json!({"index": 12})),
        (json!({"index": "12.0"}), json!({"index": 12})),
        (json!({"index": "12.000"}), json!({"index": 12})),
        (json!({"index": -0.0}), json!({"index": 0})),
        (json!({"index": 1e3}), json!({"index": 1000})),
        (json!({"index": i64::MAX}), json!({"index": i64::MAX})),
        (json!({"index": "9223372036854775807"}), json!({"index": i64::MAX})),
        (json!({"delta": "-9223372036854775808"}), json!({"delta": i64::MIN})),
        (json!({"delta": -3.0}), json!({"delta": -3})),
        (json!({"limit": 1}), json!({"limit": 1})),
        (json!({"limit": "50"}), json!({"limit": 50})),
        // numbers
        (json!({"ratio": "0.5"}), json!({"ratio": 0.5})),
        (json!({"ratio": "1"}), json!({"ratio": 1})),
        (json!({"ratio": "1e-2"}), json!({"ratio": 0.01})),
        // booleans
        (json!({"draft": "true"}), json!({"draft": true})),
        (json!({"draft": "False"}), json!({"draft": false})),
        // text
        (json!({"owner": 12}), json!({"owner": "12"})),
        (json!({"owner": 1.0}), json!({"owner": "1.0"})),
        (json!({"owner": true}), json!({"owner": "true"})),
        (json!({"owner": "  spaces stay \n"}), json!({"owner": "  spaces stay \n"})),
        (json!({"owner": "[1]"}), json!({"owner": "[1]"})),
        (json!({"owner": ""}), json!({"owner": ""})),
        // words
        (json!({"state": "approved"}), json!({"state": "APPROVED"})),
        (json!({"state": "approve"}), json!({"state": "APPROVED"})),
        (json!({"state": " Request_Changes "}), json!({"state": "REQUEST_CHANGES"})),
        (json!({"state": "REJECT"}), json!({"state": "REQUEST_CHANGES"})),
        // times
        (json!({"since": "2026-01-31"}), json!({"since": "2026-01-31T00:00:00Z"})),
        (json!({"since": "2026-01-31T12:00:00+02:00"}), json!({"since": "2026-01-31T10:00:00Z"})),
        (json!({"since": "2026-01-31T12:00:00.250Z"}), json!({"since": "2026-01-31T12:00:00.250Z"})),
        (json!({"since": "2024-02-29"}), json!({"since": "2024-02-29T00:00:00Z"})),
        (json!({"due_date": ""}), json!({"due_date": ""})),
        // lists
        (json!({"labels": "a, b,,c ,"}), json!({"labels": ["a", "b", "c"]})),
        (json!({"labels": ""}), json!({"labels": []})),
        (json!({"labels": " , "}), json!({"labels": []})),
        (json!({"labels": []}), json!({"labels": []})),
        (json!({"labels": "[\"a,b\", 3]"}), json!({"labels": ["a,b", "3"]})),
        (json!({"labels": ["a,b", 7, true]}), json!({"labels": ["a,b", "7", "true"]})),
        (json!({"labels": 5}), json!({"labels": ["5"]})),
        (json!({"labels": "[bug] crash"}), json!({"labels": ["[bug] crash"]})),
        (json!({"ids": "[1]"}), json!({"ids": [1]})),
        (json!({"ids": "1,2"}), json!({"ids": [1, 2]})),
        (json!({"ids": 4}), json!({"ids": [4]})),
        (json!({"ids": ["4", 5.0]}), json!({"ids": [4, 5]})),
        (json!({"kinds": "issue, PULL"}), json!({"kinds": ["Issue", "Pull"]})),
        // records
        (
            json!({"comments": "[{\"path\":\"main.go\",\"body\":\"Fix this\",\"newLineNum\":10}]"}),
            json!({"comments": [{"path": "main.go", "body": "Fix this", "new_position": 10}]}),
        ),
        (
            json!({"comments": [{"path": "a", "body": 1, "newLineNum": "10", "new_position": 10.0, "tags": "x,y"}]}),
            json!({"comments": [{"path": "a", "body": "1", "new_position": 10, "tags": ["x", "y"]}]}),
        ),
        (
            json!({"comments": ["{\"path\":\"a\",\"body\":\"b\"}"]}),
            json!({"comments": [{"path": "a", "body": "b"}]}),
        ),
        (json!({"comments": {"path": "a", "body": "b"}}), json!({"comments": [{"path": "a", "body": "b"}]})),
        (json!({"comments": ""}), json!({"comments": []})),
        (json!({"author": "{\"email\": \"x\"}"}), json!({"author": {"e_mail": "x"}})),
        (json!({"author": {"name": null}}), json!({"author": {}})),
        (
            json!({"inputs": {"Version": 3, "dry-run": true, "off": null}}),
            json!({"inputs": {"Version": "3", "dry-run": "true"}}),
        ),
        (json!({"inputs": "{\"a\": 1}"}), json!({"inputs": {"a": "1"}})),
        (json!({"arguments": deep}), json!({"arguments": deep})),
        (json!({"empty": {}}), json!({"empty": {}})),
        // names
        (json!({"number": 3}), json!({"index": 3})),
        (json!({"prNumber": 3, "index": "3"}), json!({"index": 3})),
        (json!({"pr_number": 3}), json!({"index": 3})),
        (json!({"filePath": "a"}), json!({"file_path": "a"})),
        (json!({"file-path": "a"}), json!({"file_path": "a"})),
        (json!({"path": "a", "filePath": "a", "file_path": "a"}), json!({"file_path": "a"})),
        (json!({"Owner": "a"}), json!({"owner": "a"})),
        (
            json!({"comments": [{"path": "a", "body": "b", "newPosition": 1}]}),
            json!({"comments": [{"path": "a", "body": "b", "new_position": 1}]}),
        ),
        // null is absent
        (
            json!({"index": null, "owner": null, "whatever": null, "path": null, "file_path": "a"}),
            json!({"file_path": "a"}),
        ),
    ];
    for (given, expected) in cases {
        assert_eq!(run(given.clone()), Ok(expected), "{given}");
    }
}

#[test]
#[allow(clippy::too_many_lines)]
fn what_has_no_single_meaning_is_refused_by_name() {
    let cases = [
        (json!({"index": "12abc"}), "`index` must be a whole number, at least 0, got \"12abc\""),
        (json!({"index": 1.5}), "`index` must be a whole number, at least 0, got 1.5"),
        (json!({"index": "1.5"}), "got \"1.5\""),
        (json!({"index": -1}), "`index` must be a whole number, at least 0, got -1"),
        (json!({"number": "-1"}), "`index` must be"),
        (json!({"index": 9_223_372_036_854_775_808_u64}), "`index` must be"),
        (json!({"index": "9223372036854775808"}), "`index` must be"),
        (json!({"index": 9.3e18}), "`index` must be"),
        (json!({"delta": -9.3e18}), "`delta` must be a whole number, got"),
        (json!({"index": ""}), "`index` must be"),
        (json!({"index": "0x10"}), "`index` must be"),
        (json!({"index": "1_000"}), "`index` must be"),
        (json!({"index": "1e3"}), "`index` must be"),
        (json!({"index": "１２"}), "`index` must be"),
        (json!({"index": "12."}), "`index` must be"),
        (json!({"index": true}), "got true"),
        (json!({"index": [12]}), "got a list"),
        (json!({"index": {"a": 1}}), "got an object"),
        (json!({"limit": 0}), "`limit` must be a whole number from 1 to 50, got 0"),
        (json!({"limit": "51"}), "`limit` must be"),
        (json!({"ratio": 1.01}), "`ratio` must be a number from 0 to 1, got 1.01"),
        (json!({"ratio": "inf"}), "`ratio` must be"),
        (json!({"ratio": "NaN"}), "`ratio` must be"),
        (json!({"ratio": "true"}), "`ratio` must be"),
        (json!({"draft": "yes"}), "`draft` must be true or false, got \"yes\""),
        (json!({"draft": 1}), "`draft` must be"),
        (json!({"draft": ""}), "`draft` must be"),
        (json!({"owner": ["a"]}), "`owner` must be text, got a list"),
        (json!({"owner": {}}), "`owner` must be text, got an object"),
        (
            json!({"state": "INVALID"}),
            "`state` must be one of APPROVED, REQUEST_CHANGES, COMMENT, got \"INVALID\"",
        ),
        (json!({"state": "aproved"}), "did you mean \"APPROVED\"?"),
        (json!({"state": "rejects"}), "did you mean \"REQUEST_CHANGES\"?"),
        (json!({"state": ""}), "`state` must be one of"),
        (
            json!({"since": "yesterday"}),
            "`since` must be a time (RFC 3339, such as 2026-01-31T12:00:00Z) or a date",
        ),
        (json!({"since": "2026-02-30"}), "`since` must be"),
        (json!({"since": "2026-1-5"}), "`since` must be"),
        (json!({"since": "+2026-1-05"}), "`since` must be"),
        (json!({"since": "2026-01-31T12:00:00"}), "`since` must be"),
        (json!({"since": 1_700_000_000}), "`since` must be"),
        (json!({"since": ""}), "`since` must be"),
        (json!({"since": "0000-01-01T00:00:00+23:59"}), "`since` must be"),
        (json!({"since": "9999-12-31T23:59:59-23:59"}), "`since` must be"),
        (json!({"labels": {"a": 1}}), "`labels` must be a list, each element text, got an object"),
        (json!({"labels": "[broken]"}), "`labels` must be a list, each element text, got \"[broken]\""),
        (json!({"labels": ["a", null]}), "`labels[1]` must be text, got null"),
        (json!({"labels": [["a"]]}), "`labels[0]` must be text, got a list"),
        (json!({"ids": "1,x"}), "`ids[1]` must be a whole number, at least 1, got \"x\""),
        (json!({"ids": [1, 0]}), "`ids[1]` must be"),
        (
            json!({"kinds": ["Isue"]}),
            "`kinds[0]` must be one of Issue, Pull, got \"Isue\"; did you mean \"Issue\"?",
        ),
        (json!({"comments": "main.go: fix"}), "`comments` must be a list, each element an object"),
        (json!({"comments": 3}), "`comments` must be"),
        (json!({"comments": "[1]"}), "`comments[0]` must be an object, got 1"),
        (
            json!({"comments": [{"path": "a", "body": "b"}, {}]}),
            "missing required parameters `comments[1].path` (text), `comments[1].body` (text)",
        ),
        (
            json!({"comments": [{"path": "a", "body": "b", "new_position": "x"}]}),
            "`comments[0].new_position` must be",
        ),
        (
            json!({"comments": [{"path": "a", "body": "b", "newPositon": 1}]}),
            "unknown argument `comments[0].newPositon`; did you mean `comments[0].new_position`?",
        ),
        (
            json!({"comments": [{"path": "a", "body": "b", "newLineNum": 1, "new_position": 2}]}),
            "`newLineNum` and `new_position` are the same parameter (`comments[0].new_position`)",
        ),
        (json!({"author": "x"}), "`author` must be an object, got \"x\""),
        (json!({"author": "[]"}), "`author` must be an object"),
        (
            json!({"author": {"nam": "x"}}),
            "unknown argument `author.nam`; did you mean `author.name`?; valid here: `name`, `e_mail`",
        ),
        (json!({"inputs": {"a": {}}}), "`inputs.a` must be text, got an object"),
        (json!({"empty": {"a": 1}}), "unknown argument `empty.a`; none is taken here"),
        (json!({"onwer": "x"}), "unknown argument `onwer`; did you mean `owner`?"),
        (json!({"lable": "x"}), "did you mean `labels`?"),
        (json!({"pth": "x"}), "did you mean `file_path`?"),
        (json!({"zzzzzz": "x"}), "unknown argument `zzzzzz`; valid here: `owner`, `index`"),
        (
            json!({"number": 3, "index": 4}),
            "`number` and `index` are the same parameter (`index`) and were given different values",
        ),
        (json!({"path": "a", "filePath": "b"}), "`path` and `filePath` are the same parameter (`file_path`)"),
    ];
    for (given, expected) in cases {
        match run(given.clone()) {
            Ok(value) => panic!("{given} was accepted as {value}"),
            Err(message) => {
                assert!(message.contains(expected), "{given}: {message}");
                assert!(!message.ends_with('.'), "{message}");
            }
        }
    }
}

#[test]
fn all_missing_parameters_are_named_at_once() {
    let schema = object(json!({"type": "object", "properties": {
        "owner": {"type": "string"}, "index": {"type": "integer", "minimum": 0}, "title": {"type": "string"}},
        "required": ["owner", "index", "title"]}));
    let missing = |given: Value| normalise(object(given), &schema).unwrap_err();
    assert_eq!(
        missing(json!({"owner": null})),
        "missing required parameters `owner` (text), `index` (a whole number, at least 0), `title` (text)"
    );
    assert_eq!(missing(json!({"owner": "a", "index": 0})), "missing required parameter `title` (text)");
}

#[test]
fn defaults_are_left_to_serde_and_schemas_without_type_accept_all() {
    let schema = object(
        json!({"type": "object", "properties": {"page": {"type": "integer", "default": 1}, "any": {}}}),
    );
    let given = object(json!({"any": [null, {"x": 1}]}));
    assert_eq!(normalise(given.clone(), &schema), Ok(given));
}

#[test]
fn a_broken_schema_does_not_panic() {
    for schema in [
        json!({}),
        json!({"properties": 3, "required": "x"}),
        json!({"properties": {"a": true}, "required": [1, null]}),
        json!({"properties": {"a": {"type": "array"}}}),
        json!({"properties": {"a": {"type": ["x"], "x-aliases": 3}}}),
        json!({"properties": {"a": {"type": "string", "enum": 3, "x-values": []}}}),
    ] {
        let _ = normalise(object(json!({"a": [1, "2"]})), &object(schema));
    }
}

#[test]
fn alias_conflicts_are_found_at_every_depth() {
    assert_eq!(alias_conflicts(&schema()), Vec::<String>::new());
    let schema = object(json!({"properties": {
        "path": {"type": "string", "x-aliases": ["filePath"]},
        "file_path": {"type": "string"},
        "comments": {"type": "array", "items": {"type": "object", "properties": {
            "a": {"x-aliases": ["c"]}, "b": {"x-aliases": ["c"]}}}}}}));
    assert_eq!(alias_conflicts(&schema).len(), 3, "{:?}", alias_conflicts(&schema));
}

#[test]
fn messages_stay_short_and_show_no_raw_controls() {
    let long = "é".repeat(100_000);
    for given in [
        json!({"index": long}),
        json!({"state": long}),
        json!({ &long: 1 }),
        json!({"author": { &long: 1 }}),
        json!({"inputs": { &long: [] }}),
    ] {
        let message = run(given).unwrap_err();
        assert!(message.len() < 600, "{} bytes", message.len());
    }
    let message = run(json!({"index": "1\u{1b}[31m\n\u{202e}"})).unwrap_err();
    assert!(!message.contains(['\u{1b}', '\n', '\u{202e}']), "{message}");
}

#[test]
fn large_input_is_linear() {
    let start = std::time::Instant::now();
    let words = "label,".repeat(200_000);
    let records: Vec<Value> =
        (0..20_000).map(|n| json!({"path": "a", "body": n, "newLineNum": "3"})).collect();
    let inputs: Map<String, Value> = (0..50_000).map(|n| (format!("key{n}"), json!(n))).collect();
    let given = json!({"labels": words, "comments": Value::Array(records).to_string(), "inputs": inputs});
    let taken = run(given).unwrap();
    assert_eq!(taken["labels"].as_array().unwrap().len(), 200_000);
    assert_eq!(taken["comments"][19_999], json!({"path": "a", "body": "19999", "new_position": 3}));
    assert!(start.elapsed().as_secs() < 10);
    let nested = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for name in ["labels", "ids", "comments", "author", "arguments"] {
        assert!(run(json!({ name: nested })).is_err());
    }
}

/// Throws every kind of value at every parameter; nothing may panic, and what is accepted is stable.
#[test]
fn accepted_arguments_are_a_fixed_point() {
    let values = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(1e300),
        json!(u64::MAX),
        json!(""),
        json!(" "),
        json!("a,b"),
        json!("[1]"),
        json!("{}"),
        json!("{\"name\":1}"),
        json!("null"),
        json!("[null]"),
        json!("\u{0}"),
        json!([]),
        json!([[]]),
        json!([1, "1"]),
        json!({}),
        json!({"name": []}),
        json!({"path": 1, "body": {}}),
        json!("2026-01-31"),
        json!("APPROVE"),
        json!("issue"),
        json!("-0"),
        json!("1.0"),
        json!("é"),
    ];
    let properties = object(schema()["properties"].clone());
    for name in properties.keys() {
        for value in &values {
            let Ok(taken) = run(json!({ name: value })) else { continue };
            assert_eq!(run(taken.clone()), Ok(taken), "{name}: {value}");
        }
    }
}
