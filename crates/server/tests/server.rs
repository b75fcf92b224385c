#![allow(clippy::print_stderr, reason = "the load test tells what it measured")]

//! The server as the world sees it: over a socket, from friends and from strangers.

#[path = "server/client.rs"]
mod client;
#[path = "server/hostile.rs"]
mod hostile;
#[path = "server/kinds.rs"]
mod kinds;
#[path = "server/lab.rs"]
mod lab;
#[path = "server/load.rs"]
mod load;
#[path = "server/use.rs"]
mod use_;
