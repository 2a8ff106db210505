//! The ends of long texts.

use bytes::Bytes;
use forgejo_mcp::fetch::text::{LineRange, lines, tail};
use forgejo_mcp::forgejo::ApiError;
use futures::stream;

/// A text in chunks of a size.
fn chunks(text: &[u8], size: usize) -> Vec<Result<Bytes, ApiError>> {
    text.chunks(size).map(|chunk| Ok(Bytes::copy_from_slice(chunk))).collect()
}

/// What is kept of a text, whatever the chunks, and where it starts.
async fn kept(text: &str, bound: usize) -> (String, u64) {
    let mut found = Vec::new();
    for size in [1, 2, 3, 7, 64, 4096] {
        let part = tail(stream::iter(chunks(text.as_bytes(), size)), 0, bound).await.unwrap();
        assert_eq!(part.size, Some(text.len() as u64));
        assert!(part.bytes.len() <= bound, "{size}: {} bytes", part.bytes.len());
        assert_eq!(part.offset + part.bytes.len() as u64, text.len() as u64);
        found.push((String::from_utf8(part.bytes).unwrap(), part.offset));
    }
    found.dedup();
    assert_eq!(found.len(), 1, "the size of the chunks must not matter: {found:?}");
    found.remove(0)
}

#[tokio::test]
async fn a_short_text_is_kept_whole() {
    assert_eq!(kept("", 8).await, (String::new(), 0));
    assert_eq!(kept("one\ntwo\n", 8).await, ("one\ntwo\n".to_owned(), 0));
    assert_eq!(kept("one\ntwo\n", 100).await, ("one\ntwo\n".to_owned(), 0));
}

#[tokio::test]
async fn a_tail_begins_with_a_whole_line() {
    assert_eq!(kept("one\ntwo\nthree\n", 8).await, ("three\n".to_owned(), 8));
    // Exactly at the beginning of a line nothing is lost.
    assert_eq!(kept("one\ntwo\nthree\n", 10).await, ("two\nthree\n".to_owned(), 4));
    assert_eq!(kept("one\ntwo\nthree", 5).await, ("three".to_owned(), 8));
}

#[tokio::test]
async fn a_tail_inside_one_long_line_begins_with_a_whole_character() {
    assert_eq!(kept("aaaa", 2).await, ("aa".to_owned(), 2));
    assert_eq!(kept("aé灯台", 6).await, ("灯台".to_owned(), 3));
    assert_eq!(kept("aé灯台", 5).await, ("台".to_owned(), 6));
    assert_eq!(kept("one\nlong line\n", 5).await, ("line\n".to_owned(), 9));
}

#[tokio::test]
async fn what_stands_before_the_stream_counts() {
    let part = tail(stream::iter(chunks(b"\nthree\n", 3)), 7, 6).await.unwrap();
    assert_eq!((part.bytes.as_slice(), part.offset, part.size), (b"three\n".as_slice(), 8, Some(14)));
    let note = part.into_tail_text(6).note.unwrap();
    assert_eq!(note["bytes"], "8-14");
    assert_eq!(note["size"], 14);
    assert_eq!(note["previous"], serde_json::json!({ "offset": 2, "max_bytes": 6 }));
}

#[tokio::test]
async fn a_huge_stream_keeps_the_window_only() {
    let line = Bytes::from_static(b"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde\n");
    let stream = stream::iter((0..1_000_000).map(move |_| Ok(line.clone())));
    let part = tail(stream, 0, 1000).await.unwrap();
    assert_eq!(part.size, Some(64_000_000));
    assert_eq!(part.bytes.len(), 960);
    assert!(part.bytes.capacity() < 8_192, "{} bytes are held", part.bytes.capacity());
}

#[tokio::test]
async fn a_broken_stream_is_an_error() {
    let broken = vec![Ok(Bytes::from_static(b"one\n")), Err(ApiError::internal("broke off"))];
    assert!(tail(stream::iter(broken), 0, 8).await.unwrap_err().to_string().contains("broke off"));
}

#[tokio::test]
async fn lines_say_where_they_stand() {
    let range = LineRange::new(Some(2), None).unwrap();
    let kept = lines(stream::iter(chunks(b"one\ntwo\nthree\n", 5)), range, 4).await.unwrap();
    let text = kept.into_text(range, serde_json::Map::new()).unwrap();
    assert_eq!(text.text, "two\n");
    let note = text.note.unwrap();
    assert_eq!((note["lines"].as_str(), note["next"]["start_line"].as_u64()), (Some("2-2"), Some(3)));
}
