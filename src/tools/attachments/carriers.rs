//! What files are attached to: issues and pull requests, comments, releases. Each says how its tools are called and
//! which of the client's functions they use; the tools themselves are the same for all.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Carrier, FileArgs, FileOrLink, NameOrLink, NewName, Words};
use crate::forgejo::api::types;
use crate::forgejo::page::ListAnswer;
use crate::forgejo::upload::Holder;
use crate::forgejo::{Answer, ApiError, Forge};
use crate::tools::Domain;
use crate::tools::args::RepoRef;

/// An issue or pull request.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct OnIssue {
    #[serde(flatten)]
    repo: RepoRef,
    /// Number of the issue or pull request
    #[schemars(range(min = 1))]
    index: i64,
}

/// A comment of an issue or pull request.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct OnComment {
    #[serde(flatten)]
    repo: RepoRef,
    #[schemars(range(min = 1), extend("x-aliases" = ["id"]))]
    comment_id: i64,
}

/// A release.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct OnRelease {
    #[serde(flatten)]
    repo: RepoRef,
    #[schemars(range(min = 1))]
    release_id: i64,
}

impl std::fmt::Display for OnIssue {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}#{}", self.repo, self.index)
    }
}

impl std::fmt::Display for OnComment {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "comment {} of {}", self.comment_id, self.repo)
    }
}

impl std::fmt::Display for OnRelease {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "release {} of {}", self.release_id, self.repo)
    }
}

/// The four requests of a carrier, which differ in the names of the client's functions only.
macro_rules! requests {
    ($key:ident: $field:ident, $list:ident, $get:ident, $edit:ident, $delete:ident) => {
        fn repo(&self) -> &RepoRef {
            &self.repo
        }

        async fn list(&self, forge: &Forge) -> Result<Vec<types::Attachment>, ApiError> {
            let request = forge.api()?.$list().owner(&self.repo.owner).repo(&self.repo.repo);
            request.$key(self.$field).send().rows(forge).await
        }

        async fn get(&self, forge: &Forge, id: i64) -> Result<types::Attachment, ApiError> {
            let request = forge.api()?.$get().owner(&self.repo.owner).repo(&self.repo.repo);
            let request = request.$key(self.$field).attachment_id(id);
            Ok(request.send().answer(forge).await?.into_inner())
        }

        async fn edit(
            &self,
            forge: &Forge,
            id: i64,
            body: types::EditAttachmentOptions,
        ) -> Result<types::Attachment, ApiError> {
            let request = forge.api()?.$edit().owner(&self.repo.owner).repo(&self.repo.repo);
            let request = request.$key(self.$field).attachment_id(id).body(body);
            Ok(request.send().answer(forge).await?.into_inner())
        }

        async fn delete(&self, forge: &Forge, id: i64) -> Result<(), ApiError> {
            let request = forge.api()?.$delete().owner(&self.repo.owner).repo(&self.repo.repo);
            request.$key(self.$field).attachment_id(id).send().answer(forge).await?;
            Ok(())
        }
    };
}

impl Carrier for OnIssue {
    const DOMAIN: Domain = Domain::Attachment;
    const LIST: Words = Words {
        name: "list_issue_attachments",
        title: "List issue attachments",
        about: "Lists the files attached to an issue or pull request.",
        operations: &["issueListIssueAttachments"],
    };
    const GET: Words = Words {
        name: "get_issue_attachment",
        title: "Get issue attachment",
        about: "Gets name, size and address of a file attached to an issue or pull request.",
        operations: &["issueGetIssueAttachment"],
    };
    const DOWNLOAD: Words = Words {
        name: "download_issue_attachment",
        title: "Download issue attachment",
        about: "Downloads a file attached to an issue or pull request: text as text, images as images.",
        operations: &["issueGetIssueAttachment"],
    };
    const CREATE: Words = Words {
        name: "create_issue_attachment",
        title: "Attach file to issue",
        about: "Attaches a file to an issue or pull request.",
        operations: &["issueCreateIssueAttachment", "getGeneralAttachmentSettings"],
    };
    const EDIT: Words = Words {
        name: "edit_issue_attachment",
        title: "Rename issue attachment",
        about: "Renames a file attached to an issue or pull request.",
        operations: &["issueEditIssueAttachment"],
    };
    const DELETE: Words = Words {
        name: "delete_issue_attachment",
        title: "Delete issue attachment",
        about: "Deletes a file attached to an issue or pull request.",
        operations: &["issueDeleteIssueAttachment"],
    };
    type New = FileArgs;
    type Change = NewName;

    fn holder(&self) -> Holder {
        Holder::Issue(self.index)
    }

    requests!(
        index: index,
        issue_list_issue_attachments,
        issue_get_issue_attachment,
        issue_edit_issue_attachment,
        issue_delete_issue_attachment
    );
}

impl Carrier for OnComment {
    const DOMAIN: Domain = Domain::Attachment;
    const LIST: Words = Words {
        name: "list_comment_attachments",
        title: "List comment attachments",
        about: "Lists the files attached to a comment.",
        operations: &["issueListIssueCommentAttachments"],
    };
    const GET: Words = Words {
        name: "get_comment_attachment",
        title: "Get comment attachment",
        about: "Gets name, size and address of a file attached to a comment.",
        operations: &["issueGetIssueCommentAttachment"],
    };
    const DOWNLOAD: Words = Words {
        name: "download_comment_attachment",
        title: "Download comment attachment",
        about: "Downloads a file attached to a comment: text as text, images as images.",
        operations: &["issueGetIssueCommentAttachment"],
    };
    const CREATE: Words = Words {
        name: "create_comment_attachment",
        title: "Attach file to comment",
        about: "Attaches a file to a comment.",
        operations: &["issueCreateIssueCommentAttachment", "getGeneralAttachmentSettings"],
    };
    const EDIT: Words = Words {
        name: "edit_comment_attachment",
        title: "Rename comment attachment",
        about: "Renames a file attached to a comment.",
        operations: &["issueEditIssueCommentAttachment"],
    };
    const DELETE: Words = Words {
        name: "delete_comment_attachment",
        title: "Delete comment attachment",
        about: "Deletes a file attached to a comment.",
        operations: &["issueDeleteIssueCommentAttachment"],
    };
    type New = FileArgs;
    type Change = NewName;

    fn holder(&self) -> Holder {
        Holder::Comment(self.comment_id)
    }

    requests!(
        id: comment_id,
        issue_list_issue_comment_attachments,
        issue_get_issue_comment_attachment,
        issue_edit_issue_comment_attachment,
        issue_delete_issue_comment_attachment
    );
}

impl Carrier for OnRelease {
    const DOMAIN: Domain = Domain::Release;
    const LIST: Words = Words {
        name: "list_release_attachments",
        title: "List release attachments",
        about: "Lists the files attached to a release.",
        operations: &["repoListReleaseAttachments"],
    };
    const GET: Words = Words {
        name: "get_release_attachment",
        title: "Get release attachment",
        about: "Gets name, size and address of a file attached to a release.",
        operations: &["repoGetReleaseAttachment"],
    };
    const DOWNLOAD: Words = Words {
        name: "download_release_attachment",
        title: "Download release attachment",
        about: "Downloads a file attached to a release: text as text, images as images.",
        operations: &["repoGetReleaseAttachment"],
    };
    const CREATE: Words = Words {
        name: "create_release_attachment",
        title: "Attach file to release",
        about: "Attaches a file, or a link to one, to a release.",
        operations: &["repoCreateReleaseAttachment"],
    };
    const EDIT: Words = Words {
        name: "edit_release_attachment",
        title: "Edit release attachment",
        about: "Renames a file of a release, or changes where a link leads.",
        operations: &["repoEditReleaseAttachment"],
    };
    const DELETE: Words = Words {
        name: "delete_release_attachment",
        title: "Delete release attachment",
        about: "Deletes a file attached to a release.",
        operations: &["repoDeleteReleaseAttachment"],
    };
    type New = FileOrLink;
    type Change = NameOrLink;

    fn holder(&self) -> Holder {
        Holder::Release(self.release_id)
    }

    requests!(
        id: release_id,
        repo_list_release_attachments,
        repo_get_release_attachment,
        repo_edit_release_attachment,
        repo_delete_release_attachment
    );
}
