//! Where the command line prints: data goes to standard output, everything else to standard error.
//!
//! Colours are only decoration, on a terminal and without `NO_COLOR`.

use std::fmt::Write as _;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;

use crate::config::Refusal;
use crate::failure;
use crate::forgejo::ApiError;

/// Why the program ends before its end.
pub(super) enum Failure {
    /// Whoever read our output has seen enough.
    Closed,
    /// Nothing was called: exit status 2.
    Unusable(String),
    /// Something was called and failed: exit status 1.
    Failed(String),
    /// Help, the version, or a flag that nobody knows.
    Usage(Box<clap::Error>),
}

pub(super) type Outcome<T = ()> = Result<T, Failure>;

impl Failure {
    /// Something that cannot be used, and what to do about it.
    pub(super) fn unusable(message: impl Into<String>, hint: &str) -> Self {
        Self::Unusable(format!("{}\nhint: {hint}", message.into()))
    }
}

impl From<ApiError> for Failure {
    fn from(error: ApiError) -> Self {
        match failure::exit_status(error.kind().as_str()) {
            2 => Self::Unusable(error.to_string()),
            _ => Self::Failed(error.to_string()),
        }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Usage(error) => error.into(),
            Refusal::Settings(error) => Self::Unusable(error.to_string()),
        }
    }
}

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Self {
        Self::Usage(Box::new(error))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Failed(format!("standard output cannot be written: {error}")),
        }
    }
}

/// Says what went wrong, and gives the exit status.
pub(super) fn finish(outcome: Outcome) -> ExitCode {
    match outcome {
        Ok(()) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(Failure::Unusable(text)) => {
            say("error", &text);
            ExitCode::from(2)
        }
        Err(Failure::Failed(text)) => {
            say("error", &text);
            ExitCode::FAILURE
        }
        Err(Failure::Usage(error)) => {
            // A stream that is closed leaves nobody to tell.
            let _ = error.print();
            ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(1))
        }
    }
}

/// Prints data.
pub(super) fn data(bytes: &[u8]) -> Outcome {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes)?;
    Ok(stdout.flush()?)
}

/// Prints a text, with a line end where it has none.
pub(super) fn text(text: &str) -> Outcome {
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    data(format!("{text}{end}").as_bytes())
}

/// Prints a text whose colours are left out where they do not belong.
pub(super) fn decorated(text: &str) -> Outcome {
    let mut stdout = anstream::stdout().lock();
    writeln!(stdout, "{}", text.trim_end())?;
    Ok(stdout.flush()?)
}

/// Tells people something; `label` is error, warning or note.
pub(super) fn say(label: &str, text: &str) {
    let colour = if label == "error" { "1;31" } else { "1;33" };
    let mut shown = format!("\u{1b}[{colour}m{label}:\u{1b}[0m ");
    for (number, line) in text.lines().enumerate() {
        let line: String = line.chars().filter(|letter| !letter.is_control() || *letter == '\t').collect();
        let start = if number == 0 { "" } else { "\n" };
        let _ = match line.strip_prefix("hint: ") {
            Some(hint) => write!(shown, "{start}\u{1b}[1;36mhint:\u{1b}[0m {hint}"),
            None => write!(shown, "{start}{line}"),
        };
    }
    let _ = writeln!(anstream::stderr(), "{shown}");
}

/// Whether standard input is a person's keyboard.
pub(super) fn stdin_is_terminal() -> bool {
    io::stdin().is_terminal()
}

/// Whether a person sees standard error.
pub(super) fn stderr_is_terminal() -> bool {
    io::stderr().is_terminal()
}

/// Whether standard error may be coloured.
pub(super) fn stderr_has_colour() -> bool {
    anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never
}

/// The width of the terminal that shows standard output, if one does.
pub(super) fn width() -> Option<u16> {
    terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0)
}

/// A number with its thousands apart.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut shown = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}
