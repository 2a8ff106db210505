//! The caller.

use serde_json::json;

use crate::harness::Upstream;

#[tokio::test]
async fn the_own_account_is_shown() {
    let forge = Upstream::start();
    forge.replay("users/me");
    let me = forge.call("get_my_user_info", json!({})).await.json();
    assert_eq!(me["login"], "alice");
    assert!(me.get("avatar_url").is_none() && me.get("language").is_none(), "{me}");
    let called = forge.call("get_my_user_info", json!({ "user": "bob" })).await;
    assert_eq!(called.kind(), "invalid_arguments", "i2");
}

#[tokio::test]
async fn a_token_that_may_not_read_its_account_may_work_elsewhere() {
    for caller in ["alice_narrow", "alice_repo_scoped", "alice_public_only"] {
        let forge = Upstream::start();
        forge.replay(&format!("errors/me_as_{caller}"));
        let called = forge.call("get_my_user_info", json!({})).await;
        assert_eq!(called.kind(), "forbidden");
        assert!(called.error().contains("other calls may work"), "{}", called.error());
    }
}
