//! HTTP as clients and operators meet it: who is let in, as whom, and what happens when things end.

mod hosts;
mod identity;
mod lifecycle;
mod limits;
mod messages;
mod older;
mod probes;
mod replicas;
mod served;
