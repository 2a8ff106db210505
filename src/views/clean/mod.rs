//! Cleaning of text that people wrote, so that a model reads what a person would see.
//!
//! Characters that nobody sees carry instructions past a reviewer (tag characters, runs of variation selectors,
//! zero-width codes) or reorder what is shown (bidirectional controls). They are removed and counted. The few that
//! writing needs are kept where it needs them: joiners in emoji and in Arabic, Persian and the Indic scripts,
//! direction marks in lines that run right to left, one variation selector after a base that takes it, and the
//! tags of the three flags that have them. What is kept can carry a bit or two beside a visible character, no more.
//!
//! It deliberately leaves alone whatever shows: private-use characters, odd spaces, stacked accents, look-alikes.

mod comments;
mod scripts;

use std::borrow::Cow;

pub use comments::mark_comments;

const ZWSP: char = '\u{200B}';
const ZWNJ: char = '\u{200C}';
const ZWJ: char = '\u{200D}';
const BLACK_FLAG: char = '\u{1F3F4}';
const KEYCAP: char = '\u{20E3}';

/// The tags that follow a black flag in the flags of England, Scotland and Wales.
const FLAG_TAGS: [&str; 3] = [
    "\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    "\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
    "\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}",
];

/// Text without hidden characters, and how many there were.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cleaned<'a> {
    /// The text as a person sees it; borrowed when nothing had to be removed.
    pub text: Cow<'a, str>,
    /// How many characters were removed, or replaced by a plain line break.
    pub removed: usize,
}

/// Removes characters that hide or reorder text; real text of any script and emoji stay byte for byte.
#[must_use]
pub fn clean(text: &str) -> Cleaned<'_> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\r' | b'\t')) {
        return Cleaned { text: Cow::Borrowed(text), removed: 0 };
    }
    let mut scan = Scan { text, last: '\n', base: '\n', line: 0, marks: None };
    let mut kept = String::new();
    let mut copied = 0;
    let mut removed = 0;
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        let rest = chars.as_str();
        let replacement = match scan.verdict(c, rest) {
            Verdict::Keep => {
                scan.saw(c, text.len() - rest.len());
                continue;
            }
            Verdict::KeepTags(tags) => {
                // The tag at hand is the first of them; the cancel tag ends the flag.
                chars.nth(tags.saturating_sub(2));
                scan.saw('\u{E007F}', 0);
                continue;
            }
            Verdict::Remove => "",
            Verdict::LineBreak => "\n",
        };
        if kept.capacity() == 0 {
            kept.reserve(text.len());
        }
        kept.push_str(text.get(copied..at).unwrap_or_default());
        kept.push_str(replacement);
        copied = at + c.len_utf8();
        removed += 1;
        if replacement == "\n" {
            scan.saw('\n', copied);
        }
    }
    if removed == 0 {
        return Cleaned { text: Cow::Borrowed(text), removed };
    }
    kept.push_str(text.get(copied..).unwrap_or_default());
    Cleaned { text: Cow::Owned(kept), removed }
}

enum Verdict {
    Keep,
    /// As many tag characters, this one included, belong to a flag.
    KeepTags(usize),
    Remove,
    LineBreak,
}

/// What has been kept so far, as far as it decides about the next character.
struct Scan<'a> {
    text: &'a str,
    /// The last kept character.
    last: char,
    /// The last kept character that is no variation selector and no skin tone.
    base: char,
    /// Where the current line begins.
    line: usize,
    /// How many direction marks the current line may still hold, once that was asked.
    marks: Option<usize>,
}

impl Scan<'_> {
    fn saw(&mut self, c: char, end: usize) {
        self.last = c;
        if !scripts::is_variation_selector(c) && !scripts::is_skin_tone(c) {
            self.base = c;
        }
        if c == '\n' {
            self.line = end;
            self.marks = None;
        }
    }

    fn verdict(&mut self, c: char, rest: &str) -> Verdict {
        if !scripts::is_hidden(c) {
            return Verdict::Keep;
        }
        let next = rest.chars().next().unwrap_or('\n');
        let wanted = match c {
            '\u{2028}' | '\u{2029}' => return Verdict::LineBreak,
            ZWJ => self.joins_emoji(next) || self.joins_letters(next),
            ZWNJ => self.joins_letters(next),
            ZWSP => scripts::has_unspaced_words(self.last) && scripts::has_unspaced_words(next),
            '\u{200E}' | '\u{200F}' | '\u{61C}' => self.may_mark_direction(next),
            // The grapheme joiner orders accents, as in the Hebrew spelling of Jerusalem.
            '\u{34F}' => scripts::is_accent(self.last) && scripts::is_accent(next),
            '\u{180E}' => scripts::is_mongolian(self.last),
            '\u{E0020}'..='\u{E007E}' => return self.flag(c, rest),
            _ if scripts::is_variation_selector(c) => scripts::takes_variation(self.last, c, next == KEYCAP),
            _ => false,
        };
        if wanted { Verdict::Keep } else { Verdict::Remove }
    }

    fn joins_emoji(&self, next: char) -> bool {
        scripts::is_pictograph(self.base) && scripts::is_pictograph(next)
    }

    /// A joiner shapes the letter before it; at the start of a word, the letter after it.
    fn joins_letters(&self, next: char) -> bool {
        if matches!(self.last, ZWJ | ZWNJ) {
            return false;
        }
        scripts::needs_joiners(self.last) || (!self.last.is_alphanumeric() && scripts::needs_joiners(next))
    }

    /// Direction marks belong to lines with right-to-left letters, one at a time and at the edge of a word; no line
    /// holds more of them than such letters.
    fn may_mark_direction(&mut self, next: char) -> bool {
        let left_to_right = |c: char| c.is_alphanumeric() && !scripts::is_right_to_left(c);
        let inside_word = left_to_right(self.last) && left_to_right(next);
        if inside_word || scripts::is_hidden(self.last) || scripts::is_hidden(next) {
            return false;
        }
        let (text, line) = (self.text, self.line);
        let left = self.marks.get_or_insert_with(|| {
            let rest = text.get(line..).unwrap_or_default().chars();
            let line = rest.take_while(|c| !matches!(c, '\n' | '\u{2028}' | '\u{2029}'));
            line.filter(|c| scripts::is_right_to_left(*c)).count()
        });
        if *left == 0 {
            return false;
        }
        *left -= 1;
        true
    }

    fn flag(&self, first: char, rest: &str) -> Verdict {
        let follows = |tags: &&str| tags.strip_prefix(first).is_some_and(|tags| rest.starts_with(tags));
        match FLAG_TAGS.iter().copied().find(|tags| self.last == BLACK_FLAG && follows(tags)) {
            Some(tags) => Verdict::KeepTags(tags.chars().count()),
            None => Verdict::Remove,
        }
    }
}
