//! Picking the part of one file out of a diff.

use bytes::Bytes;
use forgejo_mcp::fetch::diff::of_file;
use futures::StreamExt;

/// The part of a file, whatever the pieces that the diff comes in.
async fn part(diff: &str, path: &str) -> String {
    let mut found = Vec::new();
    for size in [1, 7, 64, 1 << 20] {
        let pieces: Vec<_> =
            diff.as_bytes().chunks(size).map(|piece| Ok(Bytes::copy_from_slice(piece))).collect();
        let kept: Vec<_> = of_file(futures::stream::iter(pieces).boxed(), path).collect().await;
        found.push(kept.into_iter().flat_map(|chunk| chunk.unwrap().to_vec()).collect::<Vec<u8>>());
    }
    assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "pieces of another size give another part");
    String::from_utf8(found.remove(0)).unwrap()
}

fn change(path: &str, line: &str) -> String {
    format!(
        "diff --git a/{path} b/{path}\nindex 1..2 100644\n--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-old\n+{line}\n"
    )
}

#[tokio::test]
async fn only_the_file_itself_comes() {
    let one = change("README", "one");
    let other = change("README copy.md", "two");
    let below = change("x b/README", "three");
    let diff = format!("{other}{one}{below}");
    assert_eq!(part(&diff, "README").await, one);
    assert_eq!(part(&diff, "README copy.md").await, other);
    assert_eq!(part(&diff, "x b/README").await, below);
    assert_eq!(part(&diff, "nothing").await, "");
}

#[tokio::test]
async fn a_renamed_file_is_found_by_both_names() {
    let renamed = "diff --git a/old name.md b/new.md\nsimilarity index 100%\nrename from old name.md\nrename to new.md\n";
    let diff = format!("{}{renamed}{}", change("a", "x"), change("z", "y"));
    assert_eq!(part(&diff, "new.md").await, renamed);
    assert_eq!(part(&diff, "old name.md").await, renamed);
}

#[tokio::test]
async fn quoted_names_are_found() {
    let escaped = "diff --git \"a/\\303\\274.md\" \"b/\\303\\274.md\"\n--- \"a/\\303\\274.md\"\n+++ \"b/\\303\\274.md\"\n+x\n";
    assert_eq!(part(&format!("{}{escaped}", change("a", "x")), "ü.md").await, escaped);
    let raw = change("ü.md", "x");
    assert_eq!(part(&raw, "ü.md").await, raw);
}

#[tokio::test]
async fn binary_files_have_a_part_too() {
    let binary = "diff --git a/a b.png b/a b.png\nnew file mode 100644\nindex 0..1\nBinary files /dev/null and b/a b.png differ\n";
    assert_eq!(part(&format!("{binary}{}", change("z", "y")), "a b.png").await, binary);
}

#[tokio::test]
async fn a_line_like_a_header_inside_a_file_starts_no_part() {
    let tricky = change("a", "diff --git a/z b/z");
    assert_eq!(part(&tricky, "z").await, "");
    assert_eq!(part(&tricky, "a").await, tricky);
}
