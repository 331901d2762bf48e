//! eSIM Access: what we say, what we read, how we bear its silence, and that the sandbox speaks as it does.

mod answers;
mod official;
mod requests;
mod sandbox;
mod signatures;
mod wire;
