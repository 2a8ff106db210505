//! The combined status of a commit, over all of its contexts.
//!
//! The forge combines one page of contexts only, so a failure on the second page is a success to it; here every page
//! is read and combined by ourselves.

use std::collections::BTreeMap;

use super::{At, one};
use crate::forgejo::api::types;
use crate::forgejo::page::{Ask, said_total};
use crate::forgejo::{Answer, ApiError, Forge};
use crate::views::CombinedStatus;

/// More contexts than this are not read; the total still counts them.
const MOST: usize = 2_000;

/// The latest status of each context of a commit, a branch or a tag.
///
/// # Errors
/// `not_found` when there is no such commit, which is looked up only when it has no status.
pub async fn combined(forge: &Forge, at: At<'_>, reference: &str) -> Result<CombinedStatus, ApiError> {
    let limit = forge.page_cap().await;
    let mut latest: BTreeMap<String, types::CommitStatus> = BTreeMap::new();
    let mut sha = None;
    let mut total = None;
    let mut read = 0_usize;
    for page in 1.. {
        let found = match page_of(forge, at, reference, Ask { page, limit }).await {
            // In an empty repository the forge fails inside; the commit's own answer says what is wrong.
            Err(error) if error.status() == Some(500) => {
                commit_sha(forge, at, reference).await?;
                return Err(error);
            }
            found => found?,
        };
        let (status, said) = found;
        let rows = status.statuses.unwrap_or_default();
        let came = rows.len();
        read += came;
        sha = sha.or(status.sha).filter(|sha| !sha.is_empty());
        total = total.or(said);
        for row in rows {
            keep_latest(&mut latest, row);
        }
        if page > 1 || total.is_some_and(|total| total > read as u64) {
            forge.progress().report(read as u64, total);
        }
        let complete = total.map_or(came < limit as usize, |total| read as u64 >= total);
        if complete || came == 0 || read >= MOST {
            break;
        }
    }
    let sha = match sha {
        Some(sha) => sha,
        None => commit_sha(forge, at, reference).await?,
    };
    let statuses: Vec<types::CommitStatus> = latest.into_values().collect();
    let total = total.unwrap_or(statuses.len() as u64);
    Ok(CombinedStatus::new(sha, total, statuses, forge.instance().base().ok()))
}

async fn page_of(
    forge: &Forge,
    at: At<'_>,
    reference: &str,
    ask: Ask,
) -> Result<(types::CombinedStatus, Option<u64>), ApiError> {
    let request = forge.api()?.repo_get_combined_status_by_ref().owner(at.owner).repo(at.repo);
    let request = request.ref_(reference).page(ask.page_i64()).limit(ask.limit_i64());
    let answer = request.send().answer(forge).await?;
    let total = said_total(answer.headers());
    Ok((answer.into_inner(), total))
}

/// Of two statuses of a context the one with the higher id is the later one, whatever their times say.
fn keep_latest(latest: &mut BTreeMap<String, types::CommitStatus>, row: types::CommitStatus) {
    let context = row.context.clone().unwrap_or_default();
    match latest.get(&context) {
        Some(kept) if kept.id >= row.id => {}
        _ => {
            latest.insert(context, row);
        }
    }
}

/// The commit that a name stands for; an unknown one has an empty combined status, as a commit without statuses has.
async fn commit_sha(forge: &Forge, at: At<'_>, reference: &str) -> Result<String, ApiError> {
    let found = one::commit(forge, at, reference, false).await?;
    Ok(found.sha.unwrap_or_else(|| reference.to_owned()))
}
