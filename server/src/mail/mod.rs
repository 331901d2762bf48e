//! The port to the post.
