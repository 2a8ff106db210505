//! Releases.

use serde_json::json;

use crate::harness::{Answer, Upstream};

#[tokio::test]
async fn states_become_flags() {
    for (state, draft, pre) in [
        ("all", None, None),
        ("draft", Some("true"), None),
        ("prereleases", None, Some("true")),
        ("published", Some("false"), Some("false")),
    ] {
        let forge = Upstream::start();
        forge.replay("releases/list_releases_default");
        let arguments = json!({ "owner": "harbor", "repo": "workshop", "state": state, "q": "" });
        let page = forge.call("list_releases", arguments).await.json();
        let asked = forge.last("GET /repos/harbor/workshop/releases");
        assert_eq!(asked.query("draft").first().map(String::as_str), draft, "{state}");
        assert_eq!(asked.query("pre-release").first().map(String::as_str), pre, "{state}");
        assert!(asked.query("q").is_empty());
        assert!(page["items"][0]["tag"].is_string() && page["items"][0].get("body").is_none(), "{page}");
    }
}

#[tokio::test]
async fn forgejo_11_says_nothing_of_a_unit_that_is_off() {
    let forge = Upstream::start();
    forge.replay("versions/11.0/repos/unit_off_releases");
    let page = forge.call("list_releases", json!({ "owner": "harbor", "repo": "quiet" })).await.json();
    assert_eq!((&page["items"], &page["has_more"]), (&json!([]), &json!(false)));
}

#[tokio::test]
async fn e1_a_tag_with_a_slash_stays_one_segment() {
    let forge = Upstream::start();
    forge.replay("releases/get_release_by_tag_odd");
    let arguments = json!({ "owner": "harbor", "repo": "workshop", "tag_name": "v2.2/rc#1" });
    let release = forge.call("get_release_by_tag", arguments).await.json();
    assert_eq!(release["tag"], "v2.2/rc#1");
    assert_eq!(forge.seen()[0].target, "/repos/harbor/workshop/releases/tags/v2.2%2Frc%231");
    for (tag, sent) in [("100%", "100%25"), ("a b", "a%20b"), ("a+b", "a+b"), ("🚢", "%F0%9F%9A%A2")] {
        let forge = Upstream::start();
        forge.on(
            &format!("GET /repos/o/r/releases/tags/{sent}"),
            Answer::json(200, &json!({ "id": 1, "tag_name": tag })),
        );
        let release =
            forge.call("get_release_by_tag", json!({ "owner": "o", "repo": "r", "tag": tag })).await.json();
        assert_eq!(release["tag"], tag);
    }
}

#[tokio::test]
async fn i12_a_name_that_is_the_tag_is_not_shown_twice() {
    for version in ["", "versions/11.0/"] {
        let forge = Upstream::start();
        let made = Answer::recorded(&format!("{version}releases/create_release_name_defaults_to_tag"));
        forge.on("GET /repos/o/r/releases/1", made);
        let release =
            forge.call("get_release_by_id", json!({ "owner": "o", "repo": "r", "id": 1 })).await.json();
        assert!(release["tag"].is_string() && release.get("name").is_none(), "{release}");
    }
}

#[tokio::test]
async fn missing_releases_say_so() {
    let forge = Upstream::start();
    forge.replay("releases/latest_release_none");
    let called = forge.call("get_latest_release", json!({ "owner": "harbor", "repo": "ledger" })).await;
    assert_eq!(called.kind(), "not_found");
    assert!(called.error().contains("list_releases"), "{}", called.error());
    forge.replay("releases/get_release_draft_as_reader");
    let called = forge
        .call("get_release_by_id", json!({ "owner": "harbor", "repo": "workshop", "release_id": 22 }))
        .await;
    assert_eq!(called.kind(), "not_found");
    forge.replay("releases/latest_release");
    let latest =
        forge.call("get_latest_release", json!({ "owner": "harbor", "repo": "workshop" })).await.json();
    assert!(latest["id"].is_number() && latest["url"].is_string());
}
