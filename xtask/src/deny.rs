//! cargo-deny on the dependencies, by `deny.toml`.
//!
//! The licences alone are also checked, without it, by [`check`](crate::check): compiling cargo-deny takes
//! minutes, too long for every run of CI on two cores.

use crate::{Outcome, house, steps, tools};

/// Everything, advisories included; installs cargo-deny if it is missing.
///
/// Advisories come last: their database is fetched from the network, and what needs none is then already told.
pub(crate) fn run() -> Outcome {
    tools::need_cargo("cargo-deny")?;
    deny(&["bans", "licenses", "sources"])?;
    deny(&["advisories"])
}

fn deny(what: &[&str]) -> Outcome {
    let mut command = house::cargo();
    command.env("PATH", tools::path()).args(["deny", "--all-features", "check"]).args(what);
    let seen = steps::watch(&mut command)?;
    if seen.success { Ok(()) } else { Err(format!("cargo deny check {} failed, see above", what.join(" "))) }
}
