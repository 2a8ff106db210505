//! The typed mocks and the client agree on paths, also at the end of wildcard routes.

use forgejo_mcp::forgejo::api::{Client, types};
use httpmock::MockServer;

use crate::mock::MockServerExt;

fn client(server: &MockServer) -> Client {
    crate::recorder::client_of(&server.base_url())
}

#[tokio::test]
async fn an_issue_makes_the_round_trip() {
    let server = MockServer::start_async().await;
    let owner = types::PathSegment::try_from("harbor").unwrap();
    let issue: types::Issue =
        serde_json::from_str(r#"{"number": 7, "state": "", "assignees": null}"#).unwrap();
    let mock = server.issue_get_issue(|when, then| {
        when.owner(&owner).index(7);
        then.success(200, &issue);
    });
    let answer = client(&server).issue_get_issue().owner("harbor").repo("lighthouse").index(7).send().await;
    assert_eq!(answer.unwrap().into_inner().number, Some(7));
    mock.assert();
}

#[tokio::test]
async fn a_path_with_slashes_is_matched_on_a_wildcard_route() {
    let server = MockServer::start_async().await;
    let mock = server.repo_get_raw_file(|when, then| {
        when.into_inner().path("/api/v1/repos/harbor/lighthouse/raw/docs/latest.md");
        then.into_inner().status(200).body("text");
    });
    let client = client(&server);
    let call = client.repo_get_raw_file().owner("harbor").repo("lighthouse").filepath("docs/latest.md");
    assert!(call.send().await.is_ok());
    mock.assert();
}
