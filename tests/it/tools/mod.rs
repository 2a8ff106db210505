//! The tools, a file per file of `src/tools`. Tests named after a row of the notes on the API (`p11_…`) hold it.

mod branches;
mod commits;
mod dependencies;
mod dispatch;
mod files;
mod issue_comments;
mod issue_labels;
mod issues;
mod job_logs;
mod labels;
mod merges;
mod milestones;
mod notifications;
mod pull_content;
mod pulls;
mod releases;
mod repos;
mod review_requests;
mod reviews;
mod runs;
mod search;
mod statuses;
mod tracked_times;
mod user;
mod version;
mod wiki;
