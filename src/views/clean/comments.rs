//! Makes HTML comments of Markdown text visible: a person who reads the page does not see them, a model would.
//!
//! Comments inside fenced code and inline code show on the page and stay as they are. Telling code from the rest
//! needs a whole Markdown parser, so this errs on one side: where a fence or a code span is not beyond doubt (in a
//! list, near raw HTML, mathematics or a span over several lines), the comment is marked although it may show. It
//! deliberately removes nothing and looks at no other way to hide text.

use std::borrow::Cow;

const OPENING: &str = "[hidden comment: ";

/// Writes each HTML comment outside code as `[hidden comment: …]` and counts them.
#[must_use]
pub fn mark_comments(text: &str) -> (Cow<'_, str>, usize) {
    if !text.contains("<!--") {
        return (Cow::Borrowed(text), 0);
    }
    let old_line_ends = text.replace("\r\n", "\n").contains('\r');
    let sure = !old_line_ends && !text.starts_with("---");
    let mut marker = Marker {
        out: String::with_capacity(text.len() + text.len() / 8),
        count: 0,
        fence: None,
        fences: sure,
        html: Html::None,
        spans: sure,
        sure,
        comment: None,
    };
    text.split_inclusive('\n').for_each(|line| marker.line(line));
    if marker.comment.is_some() {
        marker.close();
    }
    if marker.count == 0 { (Cow::Borrowed(text), 0) } else { (Cow::Owned(marker.out), marker.count) }
}

/// Raw HTML that begins on a line and in which Markdown means nothing.
enum Html {
    None,
    ToBlankLine,
    /// To the line that holds this.
    To(&'static str),
}

/// How the comment at hand began.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Comment {
    /// At the very start of a line: it surely goes on to its end.
    TopLevel,
    /// At the start of a list item, a quote or an indented line.
    Nested,
    /// Within a line: it cannot go past the paragraph.
    Inline,
}

struct Marker {
    out: String,
    count: usize,
    /// The character and length of the open code fence.
    fence: Option<(char, usize)>,
    /// Whether a fence at the start of a line is certain to open code.
    fences: bool,
    html: Html,
    /// Whether backticks are certain to be code until the paragraph ends.
    spans: bool,
    /// Whether anything about code is certain in this text.
    sure: bool,
    comment: Option<Comment>,
}

impl Marker {
    fn line(&mut self, line: &str) {
        if let Some((mark, length)) = self.fence {
            let closing = indent(line) <= 3
                && fence(line.trim_start_matches(' ')).is_some_and(|(other, run, info)| {
                    other == mark && run >= length && info.trim().is_empty()
                });
            if closing {
                self.fence = None;
            }
            self.out.push_str(line);
            return;
        }
        let blank = line.trim().is_empty();
        if self.comment.is_some() && !(blank && self.comment == Some(Comment::Inline)) {
            if self.comment != Some(Comment::TopLevel) && fence(line.trim_start()).is_some() {
                self.fences = false;
            }
            // What began within a line may be plain text, and a block begin here.
            if self.comment == Some(Comment::Inline) {
                self.see_html(line);
                if after_containers(line).starts_with("<!--") {
                    self.comment = Some(Comment::Nested);
                }
            }
            let rest = self.comment_goes_on(line);
            self.spans = false;
            self.inline(rest, Comment::Inline);
            return;
        }
        if blank {
            self.paragraph_ends();
            self.out.push_str(line);
            return;
        }
        if self.opens_fence(line) {
            self.out.push_str(line);
            return;
        }
        self.see_html(line);
        let begins = match self.html {
            Html::None if line.starts_with("<!--") => Comment::TopLevel,
            _ if after_containers(line).starts_with("<!--") => Comment::Nested,
            _ => Comment::Inline,
        };
        self.inline(line, begins);
        // A comment that begins a line and ends on it is a block of its own; what follows is Markdown again.
        if begins == Comment::TopLevel && self.comment.is_none() {
            self.spans = self.sure;
        }
    }

    fn paragraph_ends(&mut self) {
        if self.comment.is_some() {
            self.close();
        }
        if matches!(self.html, Html::ToBlankLine) {
            self.html = Html::None;
        }
        self.spans = self.sure && matches!(self.html, Html::None);
    }

    /// Opens a fence that is certain; one that is not makes all later ones uncertain, since it may close there.
    fn opens_fence(&mut self, line: &str) -> bool {
        let start = line.trim_start_matches(' ');
        if start.starts_with("$$") || start.starts_with("\\[") {
            self.fences = false;
        }
        let Some((mark, run, info)) = fence(start) else { return false };
        if mark == '`' && info.contains('`') {
            return false;
        }
        let certain = indent(line) == 0 && matches!(self.html, Html::None) && !info.contains('<');
        if indent(line) <= 3 && !certain {
            self.fences = false;
        }
        if !certain || !self.fences {
            return false;
        }
        self.fence = Some((mark, run));
        self.spans = self.sure;
        true
    }

    fn see_html(&mut self, line: &str) {
        let start = after_containers(line);
        let begins = is_markup(start) && !start.starts_with("<!--");
        if let Html::To(end) = self.html {
            // The end of a list may have ended the block, and another begins.
            if begins && !start.starts_with("</") {
                self.sure = false;
                self.fences = false;
            }
            if line.to_ascii_lowercase().contains(end) {
                self.html = Html::ToBlankLine;
            }
            return;
        }
        if !begins {
            return;
        }
        let lower = start.to_ascii_lowercase();
        let ends = [
            ("<pre", "</pre>"),
            ("<script", "</script>"),
            ("<style", "</style>"),
            ("<textarea", "</textarea>"),
            ("<?", "?>"),
            ("<![cdata[", "]]>"),
            ("<!", ">"),
        ];
        let end = ends.into_iter().find(|(tag, _)| lower.starts_with(tag)).map(|(_, end)| end);
        self.html = match end {
            Some(end) if !lower.contains(end) => Html::To(end),
            _ => Html::ToBlankLine,
        };
        self.spans = false;
    }

    /// Copies a line, or what is left of one, and marks the comments outside code spans; the first one begins so.
    fn inline(&mut self, line: &str, begins: Comment) {
        if begins != Comment::Inline {
            self.spans = false;
        }
        let mut kind = begins;
        let mut rest = line;
        while let Some(at) = rest.find(['<', '`', '\\', '$']) {
            let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
            self.out.push_str(before);
            if let Some(comment) = from.strip_prefix("<!--") {
                rest = self.open(comment, kind);
                kind = Comment::Inline;
                continue;
            }
            let length = self.token(from);
            let (token, after) = from.split_at_checked(length).unwrap_or((from, ""));
            self.out.push_str(token);
            rest = after;
        }
        self.out.push_str(rest);
    }

    /// Returns the length of the mark at the start of the text: an escape, a code span, or a single character.
    fn token(&mut self, from: &str) -> usize {
        let second = from.chars().nth(1);
        if from.starts_with('`') {
            let run = from.len() - from.trim_start_matches('`').len();
            let span = if self.spans { code_span(from, run) } else { None };
            self.spans &= span.is_some();
            return span.unwrap_or(run);
        }
        if !self.spans {
            return 1;
        }
        if from.starts_with('\\') {
            self.spans = !matches!(second, Some('(' | '['));
            return 1 + second.filter(char::is_ascii_punctuation).map_or(0, char::len_utf8);
        }
        self.spans = from.starts_with('<') && !is_markup(from);
        1
    }

    fn open<'a>(&mut self, after: &'a str, kind: Comment) -> &'a str {
        self.count += 1;
        self.out.push_str(OPENING);
        self.comment = Some(kind);
        // HTML ends these two at once.
        if let Some(rest) = after.strip_prefix('>').or_else(|| after.strip_prefix("->")) {
            self.close();
            return rest;
        }
        self.comment_goes_on(after.strip_prefix(' ').unwrap_or(after))
    }

    /// Copies the comment up to its end or the end of the line, and returns what follows.
    fn comment_goes_on<'a>(&mut self, line: &'a str) -> &'a str {
        let end = line.match_indices('-').find_map(|(at, _)| {
            let end = line.get(at..)?;
            ["-->", "--!>"].into_iter().find(|mark| end.starts_with(mark)).map(|mark| (at, mark.len()))
        });
        let Some((at, length)) = end else {
            self.push_hidden(line);
            return "";
        };
        let inside = line.get(..at).unwrap_or_default();
        self.push_hidden(inside.strip_suffix(' ').unwrap_or(inside));
        self.close();
        line.get(at + length..).unwrap_or_default()
    }

    /// Copies what a comment holds so that it cannot pretend to end sooner.
    fn push_hidden(&mut self, inside: &str) {
        self.out.push_str(&inside.replace(']', "\\]"));
    }

    fn close(&mut self) {
        self.out.push(']');
        self.comment = None;
    }
}

/// Reads a code fence: its character, its length, and what follows it.
fn fence(start: &str) -> Option<(char, usize, &str)> {
    let mark = start.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let info = start.trim_start_matches(mark);
    let run = start.len() - info.len();
    (run >= 3).then_some((mark, run, info))
}

/// Returns the length of the code span at the start of the text if it ends on the same line and in the same cell.
fn code_span(from: &str, run: usize) -> Option<usize> {
    let mut at = run;
    loop {
        let rest = from.get(at..)?;
        at += rest.find('`')?;
        let rest = from.get(at..)?;
        let closing = rest.len() - rest.trim_start_matches('`').len();
        at += closing;
        if closing == run {
            return from.get(..at).filter(|span| !span.contains('|')).map(str::len);
        }
    }
}

/// Skips what may stand before a block: quotes, bullets, numbers, indentation.
fn after_containers(line: &str) -> &str {
    line.trim_start_matches([
        ' ', '\t', '>', '*', '+', '-', '.', ')', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9',
    ])
}

fn is_markup(text: &str) -> bool {
    let second = text.strip_prefix('<').and_then(|rest| rest.chars().next());
    second.is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'))
}

/// Counts the columns before a line's first character; a tab counts four.
fn indent(line: &str) -> usize {
    let blank = line.chars().take_while(|c| matches!(c, ' ' | '\t'));
    blank.map(|c| if c == '\t' { 4 } else { 1 }).sum()
}
