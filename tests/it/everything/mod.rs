//! Tests over every tool and every operation. What is added tomorrow is covered here, or fails.
//!
//! `forge` is a forge that answers every operation, `values` makes what it answers and what calls need; the other files
//! each hold one promise of the program against the whole lists.

mod access;
mod calls;
mod canary;
mod checked;
mod confirmed;
mod fenced;
mod forge;
mod held_back;
mod operations;
mod read_only;
mod selected;
mod shaped;
mod texts;
mod values;
