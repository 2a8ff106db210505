//! Uploads: the form as the forge reads it, where the bytes may come from, and how they travel.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_STANDARD_NO_PAD, BASE64_URL_SAFE_NO_PAD};
use forgejo_mcp::forgejo::upload::{Holder, Upload};
use forgejo_mcp::forgejo::{Forge, Guard, HttpSettings, Instance, Kind};
use forgejo_mcp::source::{Source, Uploads};
use futures::StreamExt;
use serde_json::{Value, json};

use crate::harness::{Answer, Seen, Session, Upstream};

const ASSETS: &str = "POST /repos/o/r/issues/1/assets";

/// A forge that takes files of issue 1 of o/r and answers with this size.
fn taking(size: usize) -> Upstream {
    let forge = Upstream::start();
    let made = json!({ "id": 7, "name": "kept.txt", "size": size, "uuid": "ab-12", "type": "attachment" });
    forge.on(ASSETS, Answer::json(201, &made));
    forge
}

fn upload(more: Value) -> Value {
    let mut arguments = json!({ "owner": "o", "repo": "r", "index": 1 });
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    arguments
}

async fn allowing(forge: &Upstream, root: &Path) -> Session {
    forge
        .session_with(|flags| {
            flags.allow_file_path_upload = true;
            flags.upload_root = Some(root.to_owned());
        })
        .await
}

/// The one part of a form: its headers and its bytes.
fn part(seen: &Seen) -> (String, Vec<u8>) {
    let kind = seen.header("content-type").unwrap();
    let boundary = kind.strip_prefix("multipart/form-data; boundary=").unwrap();
    assert_eq!(seen.header("content-length").unwrap(), seen.body.len().to_string());
    assert_eq!(seen.header("transfer-encoding"), None);
    let rest = seen.body.strip_prefix(format!("--{boundary}\r\n").as_bytes()).unwrap();
    let rest = rest.strip_suffix(format!("\r\n--{boundary}--\r\n").as_bytes()).expect("one part");
    let end = rest.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap();
    (String::from_utf8(rest[..end].to_vec()).unwrap(), rest[end + 4..].to_vec())
}

#[tokio::test]
async fn s15_the_form_is_what_the_forge_reads() {
    let bytes: Vec<u8> = (0..=255).collect();
    let forge = taking(256);
    let content = BASE64_STANDARD.encode(&bytes);
    let made = forge
        .call("create_issue_attachment", upload(json!({ "content": content, "filename": "lamp.png" })))
        .await
        .json();
    assert_eq!((&made["id"], &made["name"], made.get("warnings")), (&json!(7), &json!("kept.txt"), None));
    let seen = forge.last(ASSETS);
    assert_eq!(seen.query("name"), ["lamp.png"]);
    let (headers, sent) = part(&seen);
    assert_eq!(
        headers,
        "Content-Disposition: form-data; name=\"attachment\"; filename=\"lamp.png\"\r\nContent-Type: image/png"
    );
    assert_eq!(sent, bytes);
}

#[tokio::test]
async fn comments_and_releases_take_files() {
    let forge = Upstream::start();
    forge.replay("attachments/create_comment_attachment");
    forge.replay("releases/create_release_asset");
    let file = json!({ "owner": "harbor", "repo": "lighthouse", "comment_id": 47, "content": "eA==", "filename": "x.txt" });
    assert_eq!(forge.call("create_comment_attachment", file).await.json()["name"], "spring.txt");
    assert_eq!(part(forge.writes().last().unwrap()).1, b"x");
    let file = json!({ "owner": "harbor", "repo": "workshop", "release_id": 19, "content": "eA==", "filename": "x.bin" });
    assert_eq!(forge.call("create_release_attachment", file).await.json()["name"], "lamp.bin");
    assert_eq!(forge.writes().last().unwrap().path(), "/repos/harbor/workshop/releases/19/assets");
}

#[tokio::test]
async fn releases_take_links() {
    let forge = Upstream::start();
    forge.replay("releases/create_release_asset_external");
    let link = |more: Value| {
        let mut arguments = json!({ "owner": "harbor", "repo": "workshop", "release_id": 19 });
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        arguments
    };
    let url = "https://files.example/lamp.zip";
    let made = forge
        .call("create_release_attachment", link(json!({ "external_url": url, "filename": "elsewhere" })))
        .await
        .json();
    assert_eq!((&made["kind"], &made["download_url"]), (&json!("external"), &json!(url)));
    let seen = forge.writes().pop().unwrap();
    assert_eq!(seen.query("name"), ["elsewhere"]);
    let (headers, sent) = part(&seen);
    assert_eq!(headers, "Content-Disposition: form-data; name=\"external_url\"");
    assert_eq!(sent, url.as_bytes());
    forge.call("create_release_attachment", link(json!({ "external_url": url }))).await.json();
    assert_eq!(forge.writes().pop().unwrap().query("name"), ["lamp.zip"]);
    for bad in [
        json!({ "external_url": "ftp://files.example/x" }),
        json!({ "external_url": "javascript:alert(1)" }),
        json!({ "external_url": url, "content": "eA==" }),
        json!({ "external_url": "https://files.example" }),
    ] {
        let called = forge.call("create_release_attachment", link(bad.clone())).await;
        assert_eq!(called.kind(), "invalid_arguments", "{bad}");
    }
    assert_eq!(forge.writes().len(), 2);
}

#[tokio::test]
async fn every_spelling_of_base64_is_read() {
    let bytes: Vec<u8> = vec![0xfb, 0xff, 0xfe, 0x00, 0x3e];
    let padded = BASE64_STANDARD.encode(&bytes);
    let spellings = [
        padded.clone(),
        BASE64_STANDARD_NO_PAD.encode(&bytes),
        BASE64_URL_SAFE_NO_PAD.encode(&bytes),
        format!("{}\r\n {}\n", &padded[..3], &padded[3..]),
        format!("data:image/gif;base64,{padded}"),
    ];
    for content in spellings {
        let forge = taking(5);
        let file = upload(json!({ "content": content, "filename": "x" }));
        forge.call("create_issue_attachment", file).await.json();
        let (headers, sent) = part(&forge.last(ASSETS));
        assert_eq!(sent, bytes, "{content}");
        let mime = if content.starts_with("data:") { "image/gif" } else { "application/octet-stream" };
        assert!(headers.ends_with(&format!("Content-Type: {mime}")), "{headers}");
    }
    let forge = taking(0);
    forge
        .call("create_issue_attachment", upload(json!({ "content": "", "filename": "empty.txt" })))
        .await
        .json();
    assert!(part(&forge.last(ASSETS)).1.is_empty(), "an empty file is a file");
}

#[tokio::test]
async fn what_cannot_be_sent_is_refused_before_anything_is() {
    let forge = taking(1);
    for (arguments, said) in [
        (json!({}), "exactly one of"),
        (json!({ "content": "eA==", "file_path": "x", "filename": "x" }), "exactly one of"),
        (json!({ "content": "eA==" }), "filename is needed"),
        (json!({ "content": "not base64!", "filename": "x" }), "no base64"),
        (json!({ "content": "data:text/plain,hello", "filename": "x" }), "not in base64"),
        (json!({ "content": "eA==", "filename": "a/b" }), "without folders"),
        (json!({ "content": "eA==", "filename": "a\r\nX: y" }), "control characters"),
        (json!({ "content": "eA==", "filename": "x", "mime_type": "no type" }), "not a media type"),
    ] {
        let called = forge.call("create_issue_attachment", upload(arguments)).await;
        assert_eq!(called.kind(), "invalid_arguments");
        assert!(called.error().contains(said), "{}", called.error());
    }
    assert!(forge.seen().is_empty());
}

#[tokio::test]
async fn odd_file_names_arrive_as_they_are() {
    for name in ["a b.txt", "100%.txt", "#1+2&3=?.txt", "\"quoted\".txt", "Grüße 🗼.txt", "a%2Fb"] {
        let forge = taking(1);
        let file = upload(json!({ "content": "eA==", "filename": name }));
        forge.call("create_issue_attachment", file).await.json();
        let seen = forge.last(ASSETS);
        assert_eq!(seen.query("name"), [name]);
        let quoted = name.replace('"', "\\\"");
        let (headers, _) = part(&seen);
        assert!(headers.contains(&format!("filename=\"{quoted}\"")), "{headers}");
    }
}

#[tokio::test]
async fn files_of_the_machine_are_off_by_default() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.txt"), "x").unwrap();
    let forge = taking(1);
    let file = upload(json!({ "file_path": folder.path().join("a.txt") }));
    let called = forge.call("create_issue_attachment", file.clone()).await;
    assert_eq!(called.kind(), "forbidden");
    assert!(called.error().contains("--allow-file-path-upload"), "{}", called.error());
    let session = forge.session_with(|flags| flags.allow_file_path_upload = true).await;
    let called = session.call("create_issue_attachment", file.clone()).await;
    assert_eq!(called.kind(), "forbidden");
    assert!(called.error().contains("no folder is set"), "{}", called.error());
    let session = forge.session_with(|flags| flags.upload_root = Some(folder.path().to_owned())).await;
    assert_eq!(session.call("create_issue_attachment", file).await.kind(), "forbidden");
    assert!(forge.seen().is_empty());
}

#[tokio::test]
async fn files_below_the_root_are_sent_with_their_name_and_type() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("logs")).unwrap();
    std::fs::write(folder.path().join("logs/trace 1.txt"), "turned\n").unwrap();
    let forge = taking(7);
    let session = allowing(&forge, folder.path()).await;
    let absolute = folder.path().join("logs/trace 1.txt").display().to_string();
    for path in ["logs/trace 1.txt", "./logs/trace 1.txt", absolute.as_str()] {
        session.call("create_issue_attachment", upload(json!({ "file_path": path }))).await.json();
        let seen = forge.last(ASSETS);
        assert_eq!(seen.query("name"), ["trace 1.txt"]);
        let (headers, sent) = part(&seen);
        assert!(headers.ends_with("Content-Type: text/plain"), "{headers}");
        assert_eq!(sent, b"turned\n");
    }
    let named =
        upload(json!({ "file_path": "logs/trace 1.txt", "filename": "b.bin", "mime_type": "image/png" }));
    session.call("create_issue_attachment", named).await.json();
    let seen = forge.last(ASSETS);
    assert_eq!(seen.query("name"), ["b.bin"]);
    assert!(part(&seen).0.ends_with("Content-Type: image/png"));
}

#[tokio::test]
async fn nothing_outside_the_root_is_sent() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("root");
    std::fs::create_dir_all(root.join("inside")).unwrap();
    std::fs::write(folder.path().join("secret"), "quiet").unwrap();
    std::fs::write(root.join("a.txt"), "x").unwrap();
    let outside = folder.path().join("secret").display().to_string();
    let through = root.join("inside/../a.txt").display().to_string();
    let beside = folder.path().join("missing").display().to_string();
    let mut cases = vec!["../secret", "inside/../a.txt", &outside, &through, &beside, "/etc/hostname"];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.path().join("secret"), root.join("link")).unwrap();
        std::os::unix::fs::symlink(folder.path(), root.join("up")).unwrap();
        cases.extend(["link", "up/secret"]);
    }
    let forge = taking(1);
    let session = allowing(&forge, &root).await;
    for path in cases {
        let called = session.call("create_issue_attachment", upload(json!({ "file_path": path }))).await;
        assert_eq!(called.kind(), "forbidden", "{path}");
        assert!(called.error().contains("outside the folder"), "{}", called.error());
    }
    for path in ["inside", "missing", "."] {
        let called = session.call("create_issue_attachment", upload(json!({ "file_path": path }))).await;
        assert_eq!(called.kind(), "invalid_arguments", "{path}");
    }
    assert!(forge.seen().is_empty(), "{:?}", forge.targets());
}

#[cfg(unix)]
#[tokio::test]
async fn only_regular_files_are_sent_and_links_inside_the_root_are_followed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.txt"), "x").unwrap();
    std::os::unix::fs::symlink("a.txt", folder.path().join("b.txt")).unwrap();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let forge = taking(1);
    let session = allowing(&forge, folder.path()).await;
    let called = session.call("create_issue_attachment", upload(json!({ "file_path": "pipe" }))).await;
    assert!(called.error().contains("not a regular file"), "{}", called.error());
    session.call("create_issue_attachment", upload(json!({ "file_path": "b.txt" }))).await.json();
    assert_eq!(forge.last(ASSETS).query("name"), ["b.txt"]);
}

#[tokio::test]
async fn a_large_file_passes_in_small_pieces() {
    const SIZE: usize = 20 * 1024 * 1024;
    let folder = tempfile::tempdir().unwrap();
    let bytes: Vec<u8> = (0..SIZE).map(|at| (at % 251) as u8).collect();
    std::fs::write(folder.path().join("big.bin"), &bytes).unwrap();
    let uploads = Uploads::Local { allowed: true, root: Some(folder.path().to_owned()) };
    let source = uploads.open("big.bin").await.unwrap();
    assert_eq!(source.size, SIZE as u64);
    let pieces: Vec<usize> = source.chunks.map(|piece| piece.unwrap().len()).collect().await;
    assert_eq!(pieces.iter().sum::<usize>(), SIZE);
    assert!(pieces.iter().all(|length| *length <= 64 * 1024), "{:?}", pieces.iter().max());
    assert!(pieces.len() >= SIZE / (64 * 1024));

    let forge = taking(SIZE);
    let session = allowing(&forge, folder.path()).await;
    session.call("create_issue_attachment", upload(json!({ "file_path": "big.bin" }))).await.json();
    assert!(part(&forge.last(ASSETS)).1 == bytes, "what arrives is what was sent");
}

#[tokio::test]
async fn a_file_that_shrinks_meanwhile_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shrinking");
    std::fs::write(&path, vec![0; 200_000]).unwrap();
    let uploads = Uploads::Local { allowed: true, root: Some(folder.path().to_owned()) };
    let mut source = uploads.open("shrinking").await.unwrap();
    source.chunks.next().await.unwrap().unwrap();
    std::fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(10).unwrap();
    let rest: Vec<bool> = source.chunks.map(|piece| piece.is_ok()).collect().await;
    assert_eq!(rest.last(), Some(&false));
}

#[tokio::test]
async fn base64_is_cut_into_pieces_too() {
    let source = Source::base64(&BASE64_STANDARD.encode(vec![7; 150_000])).unwrap();
    let pieces: Vec<usize> = source.chunks.map(|piece| piece.unwrap().len()).collect().await;
    assert_eq!(pieces, [65_536, 65_536, 18_928]);
}

/// A forge handle with a timeout of one second.
fn hurried(forge: &Upstream) -> Forge {
    let http = HttpSettings {
        timeout: Duration::from_secs(1),
        user_agent: "test".to_owned(),
        ca_file: None,
        client_cert: None,
    };
    let source = forgejo_mcp::forgejo::Source::Instance(forge.url.parse().unwrap());
    Forge::new(Arc::new(Instance::new(source, http)), None, Guard::default())
}

/// An upload of `pieces` pieces of one byte, each after a pause.
fn slow(pieces: u64, pause: Duration) -> Upload {
    let chunks = futures::stream::iter(0..pieces).then(move |_| async move {
        tokio::time::sleep(pause).await;
        Ok(bytes::Bytes::from_static(b"x"))
    });
    Upload { name: "x".to_owned(), mime: "text/plain".to_owned(), size: pieces, chunks: chunks.boxed() }
}

#[tokio::test]
async fn an_upload_may_take_longer_than_an_answer() {
    let upstream = taking(6);
    let forge = hurried(&upstream);
    let made =
        forge.attach_file("o", "r", Holder::Issue(1), slow(6, Duration::from_millis(300))).await.unwrap();
    assert_eq!(made.id, Some(7));
    assert_eq!(part(&upstream.last(ASSETS)).1, b"xxxxxx");
}

#[tokio::test]
async fn an_upload_that_stalls_or_is_not_answered_ends_with_its_outcome_unknown() {
    let upstream = taking(1);
    let forge = hurried(&upstream);
    let stalled = forge.attach_file("o", "r", Holder::Issue(1), slow(2, Duration::from_secs(20))).await;
    assert_eq!(stalled.unwrap_err().kind(), Kind::OutcomeUnknown);
    upstream.on(ASSETS, Answer::json(201, &json!({ "id": 7 })).after(Duration::from_secs(4)));
    let silent = forge.attach_file("o", "r", Holder::Issue(1), slow(1, Duration::ZERO)).await.unwrap_err();
    assert_eq!(silent.kind(), Kind::OutcomeUnknown);
    assert!(silent.to_string().contains("no answer came in time"), "{silent}");
}

#[tokio::test]
async fn a_refused_type_names_what_the_instance_takes() {
    let forge = Upstream::start();
    forge.replay("attachments/create_issue_attachment_not_allowed_type");
    let settings = json!({ "allowed_types": ".png,.txt", "max_size": 4, "enabled": true });
    forge.on("GET /settings/attachment", Answer::json(200, &settings));
    let file = json!({ "owner": "harbor", "repo": "lighthouse", "index": 1, "content": "eA==", "filename": "lamp.exe" });
    let called = forge.call("create_issue_attachment", file.clone()).await;
    assert_eq!(called.kind(), "validation");
    assert!(called.error().contains("takes .png,.txt of at most 4 MB"), "{}", called.error());
    forge.replay("attachments/create_issue_attachment_as_stranger");
    assert_eq!(forge.call("create_issue_attachment", file.clone()).await.kind(), "forbidden");
    forge.on("POST /repos/harbor/lighthouse/issues/1/assets", Answer::empty(404));
    let called = forge.call("create_issue_attachment", file).await;
    assert!(called.error().contains("harbor/lighthouse#1 is missing"), "{}", called.error());
}

#[tokio::test]
async fn a_size_that_differs_is_said() {
    let forge = taking(3);
    let file = upload(json!({ "content": "eA==", "filename": "x" }));
    let made = forge.call("create_issue_attachment", file).await.json();
    assert_eq!(made["warnings"][0], "1 bytes were sent, the forge says that it has 3");
}

#[tokio::test]
async fn read_only_and_dry_run_and_the_demo_send_nothing() {
    let forge = taking(1);
    let file = upload(json!({ "content": "eA==", "filename": "x.txt" }));
    let session = forge.session_with(|flags| flags.dry_run = true).await;
    let called = session.call("create_issue_attachment", file.clone()).await;
    let shown = called.text();
    assert!(shown.contains("/repos/o/r/issues/1/assets?name=x.txt"), "{shown}");
    let session = forge.session_with(|flags| flags.read_only = true).await;
    session.call("create_issue_attachment", file.clone()).await.error();
    let session = forge.session_with(|flags| flags.repos = vec!["o/other".to_owned()]).await;
    assert_eq!(session.call("create_issue_attachment", file).await.kind(), "forbidden");
    assert!(forge.seen().is_empty());
    let demo =
        json!({ "owner": "harbor", "repo": "lighthouse", "index": 1, "content": "eA==", "filename": "x" });
    let called = Session::demo().await.call("create_issue_attachment", demo).await;
    assert!(called.error().contains("read-only"), "{}", called.error());
}
