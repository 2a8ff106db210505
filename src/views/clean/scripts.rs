//! What cleaning must know of characters: which are hidden, and which writing needs a hidden one beside them.
//!
//! Properties that change with each Unicode version come from `icu_properties`, which the HTTP client's URLs link
//! anyway; scripts are named by their blocks, which never move. It deliberately decides nothing about a text.

use icu_properties::CodePointSetData;
use icu_properties::props::{DefaultIgnorableCodePoint, ExtendedPictographic, UnifiedIdeograph};

/// Tells whether a character shows nothing of its own: controls, default-ignorable and annotation characters, and
/// the line separators that many programs do not show.
pub(super) fn is_hidden(c: char) -> bool {
    // The usual letters need no look-up: European ones, and from the CJK letters to the end of Hangul.
    let usual = matches!(c, '\u{A0}'..='\u{AC}' | '\u{AE}'..='\u{34E}' | '\u{350}'..='\u{61B}' | '\u{3165}'..='\u{D7FF}');
    if usual || matches!(c, ' '..='~' | '\n' | '\r' | '\t') {
        return false;
    }
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{FFF9}'..='\u{FFFB}')
        || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
}

/// Tells whether a character is an emoji or a pictograph that may become one; digits and flag letters are not.
pub(super) fn is_pictograph(c: char) -> bool {
    !c.is_ascii() && CodePointSetData::new::<ExtendedPictographic>().contains(c)
}

pub(super) fn is_skin_tone(c: char) -> bool {
    matches!(c, '\u{1F3FB}'..='\u{1F3FF}')
}

pub(super) fn is_variation_selector(c: char) -> bool {
    matches!(c, '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' | '\u{180B}'..='\u{180D}' | '\u{180F}')
}

/// Tells whether a base is written with this variation selector: emoji or text style, variants of CJK characters
/// and punctuation, of mathematical signs and of Myanmar, Phags-pa and Mongolian letters.
pub(super) fn takes_variation(base: char, selector: char, before_keycap: bool) -> bool {
    let ideograph = || CodePointSetData::new::<UnifiedIdeograph>().contains(base);
    match selector {
        '\u{FE0E}' | '\u{FE0F}' => match base {
            '0'..='9' | '#' | '*' => before_keycap,
            _ => is_pictograph(base),
        },
        '\u{FE00}' if matches!(base, '\u{1000}'..='\u{109F}' | '\u{AA60}'..='\u{AA7F}' | '\u{A840}'..='\u{A873}') => {
            true
        }
        '\u{FE00}' if matches!(base, '\u{2205}'..='\u{22FF}' | '\u{2A00}'..='\u{2AFF}') => true,
        '\u{FE00}' | '\u{FE01}' if is_full_width_punctuation(base) => true,
        // Later selectors have no registered ideograph, and would carry data.
        '\u{FE00}'..='\u{FE02}' | '\u{E0100}'..='\u{E011F}' => ideograph(),
        '\u{180B}'..='\u{180D}' | '\u{180F}' => is_mongolian(base),
        _ => false,
    }
}

fn is_full_width_punctuation(c: char) -> bool {
    matches!(c, '\u{3001}' | '\u{3002}' | '！' | '，' | '．' | '：' | '；' | '？' | '‘' | '’' | '“' | '”')
}

pub(super) fn is_mongolian(c: char) -> bool {
    matches!(c, '\u{1820}'..='\u{18AA}')
}

/// Tells whether a letter is written from right to left.
pub(super) fn is_right_to_left(c: char) -> bool {
    let block = matches!(
        c,
        '\u{590}'..='\u{8FF}'
            | '\u{FB1D}'..='\u{FDFF}'
            | '\u{FE70}'..='\u{FEFC}'
            | '\u{10800}'..='\u{10FFF}'
            | '\u{1E800}'..='\u{1EFFF}'
    );
    block && c.is_alphabetic()
}

/// Tells whether a script sets words beside each other without spaces, so that a zero-width one tells where a line
/// may break: Thai, Lao, Myanmar and Khmer.
pub(super) fn has_unspaced_words(c: char) -> bool {
    matches!(c, '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{AA60}'..='\u{AA7F}')
        && !is_hidden(c)
}

/// Tells whether a character is an accent or vowel point that stands on the letter before it.
pub(super) fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{34E}' | '\u{350}'..='\u{36F}' | '\u{591}'..='\u{5BD}' | '\u{5BF}'..='\u{5C7}')
}

/// Tells whether a letter or sign belongs to a script whose shapes joiners choose: Arabic and its kin, Mongolian,
/// and the Indic scripts.
pub(super) fn needs_joiners(c: char) -> bool {
    let block = matches!(
        c,
        '\u{600}'..='\u{77F}'
            | '\u{7C0}'..='\u{7FF}'
            | '\u{840}'..='\u{DFF}'
            | '\u{1000}'..='\u{109F}'
            | '\u{1780}'..='\u{18AF}'
            | '\u{1B00}'..='\u{1C4F}'
            | '\u{A840}'..='\u{A8FF}'
            | '\u{A980}'..='\u{AA7F}'
            | '\u{AAE0}'..='\u{AAFF}'
            | '\u{ABC0}'..='\u{ABFF}'
            | '\u{FB50}'..='\u{FDFF}'
            | '\u{FE70}'..='\u{FEFC}'
            | '\u{10A00}'..='\u{10A5F}'
            | '\u{10AC0}'..='\u{10AFF}'
            | '\u{10D00}'..='\u{10D3F}'
            | '\u{10F30}'..='\u{10F6F}'
            | '\u{11000}'..='\u{11FFF}'
            | '\u{1E900}'..='\u{1E95F}'
    );
    let punctuation = matches!(c, '،' | '؛' | '؟' | '۔' | '।' | '॥');
    block && !punctuation && !c.is_numeric() && !is_hidden(c)
}
