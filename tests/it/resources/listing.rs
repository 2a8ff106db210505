//! What is listed and advertised.

use serde_json::json;

use super::wire::{VERSIONS, Wire};
use crate::harness::Upstream;

#[tokio::test]
async fn resources_prompts_and_completions_are_advertised_without_subscriptions() {
    let forge = Upstream::start();
    for version in VERSIONS {
        let wire = Wire::here(&forge, version).await;
        let capabilities = &wire.server["capabilities"];
        assert_eq!(capabilities["resources"], json!({}), "{capabilities}");
        assert_eq!(capabilities["prompts"], json!({}));
        assert_eq!(capabilities["completions"], json!({}));
    }
    let mut old = Wire::here(&forge, VERSIONS[0]).await;
    let answer = old.ask("resources/subscribe", json!({ "uri": "forgejo://repo/o/r" })).await;
    assert_eq!(answer["error"]["code"], -32601);
}

#[tokio::test]
async fn templates_have_titles_and_descriptions_and_may_be_kept() {
    let forge = Upstream::start();
    let mut wire = Wire::here(&forge, VERSIONS[1]).await;
    let listed = wire.result("resources/templates/list", json!({})).await;
    assert_eq!(listed["resourceTemplates"].as_array().unwrap().len(), 21);
    for template in listed["resourceTemplates"].as_array().unwrap() {
        for key in ["uriTemplate", "name", "title", "description"] {
            assert!(template[key].as_str().is_some_and(|text| !text.is_empty()), "{template}");
        }
        let is_file = template["name"] == "file";
        assert_eq!(template["mimeType"] == "application/json", !is_file, "{template}");
    }
    assert_eq!((&listed["ttlMs"], &listed["cacheScope"]), (&json!(3_600_000), &json!("private")));
    assert_eq!(forge.targets(), Vec::<String>::new());
}

#[tokio::test]
async fn resources_of_the_default_repository_are_listed() {
    let forge = Upstream::start();
    let mut none = Wire::here(&forge, VERSIONS[1]).await;
    assert_eq!(none.result("resources/list", json!({})).await["resources"], json!([]));
    let mut wire =
        Wire::here_with(&forge, VERSIONS[1], |flags| flags.repo = Some("harbor/a.b".to_owned())).await;
    let listed = wire.result("resources/list", json!({})).await;
    let uris: Vec<&str> =
        listed["resources"].as_array().unwrap().iter().map(|one| one["uri"].as_str().unwrap()).collect();
    let repo = "forgejo://repo/harbor/a.b";
    let expected = [
        "forgejo://owner/harbor".to_owned(),
        repo.to_owned(),
        format!("{repo}/issues"),
        format!("{repo}/labels"),
        format!("{repo}/branch_protections"),
        format!("{repo}/hooks"),
    ];
    assert_eq!(uris, expected);
    let mut demo = Wire::demo(VERSIONS[0]).await;
    let listed = demo.result("resources/list", json!({})).await;
    for resource in listed["resources"].as_array().unwrap() {
        demo.read(resource["uri"].as_str().unwrap()).await;
    }
}
