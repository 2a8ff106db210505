//! The tools, a file per file of `src/tools`. Tests named after a row of the notes on the API (`p11_…`) hold it.

mod dependencies;
mod dispatch;
mod issues;
mod job_logs;
mod notifications;
mod runs;
mod statuses;
mod tracked_times;
mod wiki;
mod branches;
mod commits;
mod files;
mod issue_comments;
mod issue_labels;
mod labels;
mod merges;
mod milestones;
mod pull_content;
mod pulls;
mod releases;
mod repos;
mod review_requests;
mod reviews;
mod search;
mod user;
mod version;
