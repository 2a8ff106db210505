//! `--output-file`: whole or not at all.

use super::Cli;
use crate::harness::{Answer, Upstream, exchange};

const READ: [&str; 4] = ["get_file_content", "--owner=harbor", "--repo=lighthouse", "--path"];

fn reading<'word>(path: &'word str, more: &[&'word str]) -> Vec<&'word str> {
    [&READ as &[&str], &[path], more].concat()
}

#[test]
fn an_image_is_described_and_saved_as_it_is() {
    let forge = Upstream::start();
    let image = exchange("contents/raw_assets/logo.png").body;
    forge
        .on("GET /repos/harbor/lighthouse/raw/assets/logo.png", Answer::raw(200, "image/png", image.clone()));
    let ran = forge.cli(&reading("assets/logo.png", &["--output=text"])).run();
    assert!(ran.out().contains("[image: image/png, "), "{ran:?}");
    let ran = forge.cli(&reading("assets/logo.png", &[])).run();
    assert_eq!(ran.json()[0]["type"], "image", "an array of content blocks");
    let ran = forge.cli(&reading("assets/logo.png", &["--output-file", "out.png"])).run();
    assert_eq!(ran.status, 0, "{ran:?}");
    assert_eq!(ran.file("out.png"), image);
    assert_eq!(ran.names(), ["out.png"]);
    assert!(ran.err.contains("bytes are in out.png"), "{ran:?}");
}

#[test]
fn a_text_is_saved_whole_past_every_bound() {
    let forge = Upstream::start();
    let text = "0123456789abcde\n".repeat(40_000);
    forge.on("GET /repos/harbor/lighthouse/raw/big.txt", Answer::raw(200, "text/plain", text.clone()));
    let ran = forge.cli(&reading("big.txt", &["--output-file", "big.txt"])).run();
    assert_eq!(ran.status, 0, "{ran:?}");
    assert_eq!(ran.file("big.txt"), text.as_bytes());
}

#[test]
fn a_record_is_saved_in_the_form_that_was_asked_for() {
    let words = ["get_my_user_info", "--args={}", "--output-file", "me.json"];
    let ran = Cli::demo(&words).run();
    assert_eq!(ran.out(), "", "the answer is in the file");
    let saved: serde_json::Value = serde_json::from_slice(&ran.file("me.json")).unwrap();
    assert_eq!(saved["login"], "alice");
    let ran = Cli::demo(&[&words as &[&str], &["--output=table"]].concat()).run();
    assert!(ran.file("me.json").starts_with(b"login: "), "{ran:?}");
}

#[test]
fn a_broken_transfer_leaves_the_old_file() {
    let forge = Upstream::start();
    let answer = Answer::raw(200, "text/plain", "x".repeat(100_000)).broken_after(50_000);
    forge.on("GET /repos/harbor/lighthouse/raw/a.txt", answer);
    let ran = forge.cli(&reading("a.txt", &["--output-file", "a.txt"])).file("a.txt", "old").run();
    ran.failed();
    assert_eq!(ran.file("a.txt"), b"old");
    assert_eq!(ran.names(), ["a.txt"], "nothing half is left");
}

#[test]
fn a_failed_call_makes_no_file() {
    let forge = Upstream::start();
    let ran = forge.cli(&reading("nope.txt", &["--output-file", "nope.txt"])).run();
    ran.failed();
    assert_eq!(ran.names(), [""; 0]);
}

#[test]
fn what_cannot_be_written_is_refused_before_the_call() {
    let forge = Upstream::start();
    for path in [".", "no/such/folder.txt"] {
        let ran = forge.cli(&reading("a.txt", &["--output-file", path])).run();
        assert!(ran.unusable().contains("--output-file"), "{ran:?}");
    }
    assert!(forge.targets().is_empty());
}

#[cfg(unix)]
#[test]
fn a_device_is_written_to_and_not_replaced() {
    let forge = Upstream::start();
    forge.on("GET /repos/harbor/lighthouse/raw/a.txt", Answer::raw(200, "text/plain", "lamp"));
    let ran = forge.cli(&reading("a.txt", &["--output-file", "/dev/stdout"])).run();
    assert!(ran.out().starts_with("lamp"), "{ran:?}");
}
