//! eSIM Access: what we send, what we read, how we handle its silence, and that the sandbox speaks as it does.

mod answers;
mod official;
mod requests;
mod sandbox;
mod signatures;
mod wire;
