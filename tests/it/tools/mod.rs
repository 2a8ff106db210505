//! The tools, a file per file of `src/tools`.

mod dependencies;
mod dispatch;
mod issues;
mod job_logs;
mod notifications;
mod runs;
mod statuses;
mod tracked_times;
mod wiki;
