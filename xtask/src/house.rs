//! The workspace as cargo sees it: where it is, which crates it has, what they depend on.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}

/// `cargo`, run in the workspace: the one that started us, so that a `+toolchain` is kept.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// All packages that take part in a build, the house's own first.
pub(crate) struct House {
    pub(crate) own: Vec<Package>,
    pub(crate) foreign: Vec<Package>,
}

/// What a manifest says.
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) manifest: PathBuf,
    pub(crate) licence: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) uses: Vec<Use>,
    /// The names of its binaries.
    pub(crate) binaries: Vec<String>,
}

/// A dependency: the name of the package, and whether only tests see it.
pub(crate) struct Use {
    pub(crate) package: String,
    pub(crate) for_tests: bool,
}

impl House {
    /// Asks cargo.
    pub(crate) fn read() -> Result<Self, String> {
        let output = cargo()
            .args(["metadata", "--format-version", "1", "--all-features"])
            .output()
            .map_err(|e| format!("cannot run cargo metadata: {e}"))?;
        if !output.status.success() {
            return Err(format!("cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr).trim()));
        }
        let data: Value =
            serde_json::from_slice(&output.stdout).map_err(|e| format!("cargo metadata is not JSON: {e}"))?;
        Ok(Self::from_metadata(&data))
    }

    fn from_metadata(data: &Value) -> Self {
        let members: Vec<&str> = list(&data["workspace_members"]).filter_map(Value::as_str).collect();
        let (own, foreign): (Vec<&Value>, Vec<&Value>) =
            list(&data["packages"]).partition(|p| p["id"].as_str().is_some_and(|id| members.contains(&id)));
        let packages = |values: Vec<&Value>| values.into_iter().map(Package::from_metadata).collect();
        Self { own: packages(own), foreign: packages(foreign) }
    }
}

impl Package {
    fn from_metadata(value: &Value) -> Self {
        let text = |field: &str| value[field].as_str().map(String::from);
        let is_binary = |target: &&Value| list(&target["kind"]).any(|kind| kind == "bin");
        Self {
            name: text("name").unwrap_or_default(),
            version: text("version").unwrap_or_default(),
            manifest: text("manifest_path").unwrap_or_default().into(),
            licence: text("license"),
            description: text("description"),
            uses: list(&value["dependencies"])
                .map(|d| Use {
                    package: d["name"].as_str().unwrap_or_default().into(),
                    for_tests: d["kind"].as_str() == Some("dev"),
                })
                .collect(),
            binaries: list(&value["targets"])
                .filter(is_binary)
                .filter_map(|target| target["name"].as_str().map(String::from))
                .collect(),
        }
    }

    /// The folder of the package.
    pub(crate) fn folder(&self) -> &Path {
        self.manifest.parent().unwrap_or(Path::new(""))
    }

    /// The name of the room: the folder under `crates/`; `None` for what stands beside the house.
    pub(crate) fn room(&self) -> Option<&str> {
        let folder = self.folder().strip_prefix(root().join("crates")).ok()?;
        folder.to_str()
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// A path as it is printed: from the workspace.
pub(crate) fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}
