//! Successes that differ from the description are successes (rows S1 and S2 of how the real API behaves).

use crate::drive::DRIVES;
use crate::recorder::Recorder;

/// Operation, the status that really comes, and a body of the described type.
const CASES: [(&str, &str, &str); 17] = [
    ("issueRemoveIssueDependencies", "201 Created", "{}"),
    ("issueRemoveIssueBlocking", "201 Created", "{}"),
    ("repoApplyDiffPatch", "201 Created", "{}"),
    ("repoMergePullRequest", "200 OK", ""),
    ("repoMergePullRequest", "201 Created", ""),
    ("repoTransfer", "201 Created", "{}"),
    ("repoTransfer", "202 Accepted", "{}"),
    ("issueDeleteIssueReaction", "200 OK", ""),
    ("issueDeleteCommentReaction", "200 OK", ""),
    ("unlinkPackage", "204 No Content", ""),
    ("issueRemoveLabel", "200 OK", "[]"),
    ("repoGetRawFile", "206 Partial Content", "part"),
    ("updateRepoSecret", "201 Created", ""),
    ("updateRepoSecret", "204 No Content", ""),
    ("issuePostIssueReaction", "200 OK", "{}"),
    ("notifyReadRepoList", "205 Reset Content", "[]"),
    ("repoListBranches", "200 OK", "null"),
];

#[tokio::test]
async fn every_success_that_was_seen_is_one() {
    for (id, status, body) in CASES {
        let server = Recorder::start(status, body);
        let (_, drive) = DRIVES.iter().find(|(driven, _)| *driven == id).expect(id);
        assert_eq!(drive(&server.client(), "x").await, Ok(()), "{id}: {status}");
    }
}

#[tokio::test]
async fn redirects_and_errors_keep_their_status() {
    for status in ["301 Moved Permanently", "304 Not Modified", "404 Not Found", "500 Internal Server Error"]
    {
        let server = Recorder::start(status, "");
        let (_, drive) = DRIVES.iter().find(|(driven, _)| *driven == "repoGetRawFile").unwrap();
        assert_eq!(drive(&server.client(), "x").await, Err(format!("status {status}")));
    }
}
