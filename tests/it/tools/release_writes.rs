//! Creating, changing and deleting releases.

use serde_json::{Value, json};

use crate::harness::{Answer, Upstream};

fn workshop(more: Value) -> Value {
    let mut arguments = json!({ "owner": "harbor", "repo": "workshop" });
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    arguments
}

const CREATE: &str = "POST /repos/harbor/workshop/releases";

#[tokio::test]
async fn create_release_sends_what_is_named_and_answers_its_identity() {
    let forge = Upstream::start();
    let recorded = forge.replay("releases/create_release");
    let made = forge.call("create_release", workshop(recorded.sent.clone())).await.json();
    assert_eq!(forge.last(CREATE).json(), recorded.sent);
    assert_eq!((&made["id"], &made["tag"], &made["name"]), (&json!(19), &json!("v2.0"), &json!("Two lamps")));
    assert_eq!(made["url"], format!("{}/harbor/workshop/releases/tag/v2.0", forge.url));
    assert_eq!(made.get("body"), None);
}

#[tokio::test]
async fn i12_the_title_of_a_release_is_its_tag_when_left_out_or_empty() {
    let forge = Upstream::start();
    forge.replay("releases/create_release_name_defaults_to_tag");
    let made = forge.call("create_release", workshop(json!({ "tag": "v2.1", "name": "" }))).await.json();
    assert_eq!(forge.last(CREATE).json(), json!({ "tag_name": "v2.1" }));
    assert_eq!((&made["tag"], made.get("name")), (&json!("v2.1"), None));
    forge.replay("versions/11.0/releases/create_release_name_defaults_to_tag");
    let made = forge.call("create_release", workshop(json!({ "tag_name": "v2.1" }))).await.json();
    assert_eq!((&made["tag"], made.get("name")), (&json!("v2.1"), None));
}

#[tokio::test]
async fn odd_tags_and_drafts_are_taken() {
    let forge = Upstream::start();
    forge.replay("releases/create_release_odd_tag");
    let odd = workshop(json!({ "tag_name": "v2.2/rc#1", "prerelease": "true" }));
    let made = forge.call("create_release", odd).await.json();
    assert_eq!((&made["tag"], &made["prerelease"]), (&json!("v2.2/rc#1"), &json!(true)));
    forge.replay("releases/create_release_draft");
    let draft = workshop(json!({ "tag_name": "v3.0", "draft": true, "name": "Soon" }));
    let made = forge.call("create_release", draft).await.json();
    assert_eq!(made["draft"], true);
    // The forge puts files of others that hang nowhere into its answer.
    assert_eq!(made.get("attachments"), None, "{made}");
}

#[tokio::test]
async fn s15_tags_that_git_refuses_are_refused_here() {
    let forge = Upstream::start();
    for tag in [
        "a..b", "a b", "a~1", "a^", "a:b", "a?", "a*", "a[", "a\\b", ".a", "a/.b", "a.lock", "a/", "/a",
        "-a", "@", "a@{b", "a.", "", "a\u{7}",
    ] {
        let called = forge.call("create_release", workshop(json!({ "tag_name": tag }))).await;
        assert_eq!(called.kind(), "invalid_arguments", "{tag:?}");
        let called = forge.call("edit_release", workshop(json!({ "release_id": 19, "tag_name": tag }))).await;
        assert_eq!(called.kind(), "invalid_arguments", "{tag:?}");
    }
    assert!(forge.seen().is_empty(), "{:?}", forge.targets());
}

#[tokio::test]
async fn s15_a_release_in_an_archived_repository_is_explained() {
    let forge = Upstream::start();
    forge.on(CREATE, Answer::json(500, &json!({ "message": "" })));
    forge.on("GET /repos/harbor/workshop", Answer::json(200, &json!({ "archived": true })));
    let called = forge.call("create_release", workshop(json!({ "tag_name": "v4" }))).await;
    assert_eq!(called.kind(), "precondition_failed");
    assert!(called.error().contains("harbor/workshop is archived"), "{}", called.error());
    forge.on("GET /repos/harbor/workshop", Answer::json(200, &json!({ "archived": false })));
    let called = forge.call("create_release", workshop(json!({ "tag_name": "v4/a" }))).await;
    assert_eq!(called.kind(), "unavailable");
    assert!(called.error().contains("v1/a"), "{}", called.error());
    assert_eq!(forge.writes().len(), 2, "a write is never repeated");
}

#[tokio::test]
async fn refusals_say_what_is_wrong() {
    let forge = Upstream::start();
    forge.replay("releases/create_release_tag_taken_409");
    let taken = forge.call("create_release", workshop(json!({ "tag_name": "v2.0" }))).await;
    assert_eq!(taken.kind(), "conflict");
    assert!(taken.error().contains("the tag v2.0 has a release already"), "{}", taken.error());
    forge.replay("releases/create_release_missing_target");
    let target = workshop(json!({ "tag_name": "v9.9", "target": "no-such" }));
    let target = forge.call("create_release", target).await;
    assert!(target.error().contains("there is no branch or commit no-such"), "{}", target.error());
    forge.replay("releases/create_release_as_reader_403");
    assert_eq!(forge.call("create_release", workshop(json!({ "tag_name": "x" }))).await.kind(), "forbidden");
}

#[tokio::test]
async fn edit_release_changes_only_what_is_named() {
    let forge = Upstream::start();
    forge.replay("releases/edit_release_one_field");
    let named = workshop(json!({ "id": 19, "title": "Two bright lamps" }));
    let edited = forge.call("edit_release", named).await.json();
    assert_eq!(edited["name"], "Two bright lamps");
    let sent = forge.last("PATCH /repos/harbor/workshop/releases/19").json();
    assert_eq!(sent, json!({ "name": "Two bright lamps" }));
    forge.replay("releases/edit_release_publish_draft");
    let published =
        forge.call("edit_release", workshop(json!({ "release_id": "22", "draft": false }))).await.json();
    assert_eq!(published.get("draft"), None);
    let sent = forge.last("PATCH /repos/harbor/workshop/releases/22").json();
    assert_eq!(sent, json!({ "draft": false }));
}

/// The forge keeps name and body when an empty one is sent.
#[tokio::test]
async fn i12_emptying_title_or_text_of_a_release_is_refused() {
    let forge = Upstream::start();
    for field in ["name", "body", "target_commitish"] {
        let called = forge.call("edit_release", workshop(json!({ "release_id": 19, field: "" }))).await;
        assert_eq!(called.kind(), "invalid_arguments");
        assert!(
            called.error().contains(&format!("{field} of a release cannot be emptied")),
            "{}",
            called.error()
        );
    }
    let called = forge.call("edit_release", workshop(json!({ "release_id": 19 }))).await;
    assert!(called.error().contains("nothing to change"), "{}", called.error());
    assert!(forge.seen().is_empty());
}

#[tokio::test]
async fn edit_of_a_missing_release_is_not_found() {
    let forge = Upstream::start();
    forge.replay("releases/edit_release_missing");
    let called = forge.call("edit_release", workshop(json!({ "release_id": 999_999, "name": "x" }))).await;
    assert_eq!(called.kind(), "not_found");
}

#[tokio::test]
async fn delete_release_reads_first_and_names_the_tag() {
    let forge = Upstream::start();
    forge.on(
        "GET /repos/harbor/workshop/releases/22",
        Answer::json(200, &json!({ "id": 22, "tag_name": "v3.0", "name": "Soon" })),
    );
    forge.replay("releases/delete_release");
    let done = forge.call("delete_release", workshop(json!({ "release_id": 22 }))).await.json();
    let said = "release 22 (v3.0) of harbor/workshop is deleted; tags stay";
    assert_eq!(done["done"], said);
    assert_eq!(
        forge.targets(),
        ["GET /repos/harbor/workshop/releases/22", "DELETE /repos/harbor/workshop/releases/22"]
    );
}

#[tokio::test]
async fn a_missing_release_is_not_deleted() {
    let forge = Upstream::start();
    forge.replay("releases/get_release_missing");
    let called = forge.call("delete_release", workshop(json!({ "release_id": 999_999 }))).await;
    assert_eq!(called.kind(), "not_found");
    forge.replay("releases/get_release_by_tag_without_release");
    let called = forge.call("delete_release_by_tag", workshop(json!({ "tag": "light-1" }))).await;
    assert!(called.error().contains("tag light-1 has no release"), "{}", called.error());
    assert!(forge.writes().is_empty());
}

#[tokio::test]
async fn e01_odd_tags_are_encoded_once() {
    let forge = Upstream::start();
    let path = "/repos/harbor/workshop/releases/tags/v2.2%2Frc%231%20100%25";
    let tag = "v2.2/rc#1 100%";
    let found = Answer::json(200, &json!({ "id": 21, "tag_name": tag }));
    forge.on(&format!("GET {path}"), found).on(&format!("DELETE {path}"), Answer::empty(204));
    let done = forge.call("delete_release_by_tag", workshop(json!({ "tag": tag }))).await.json();
    assert!(done["done"].as_str().unwrap().contains(tag), "{done}");
    assert_eq!(forge.targets(), [format!("GET {path}"), format!("DELETE {path}")]);
}
