//! Makes the page through npm when Node is there, and puts it where it is embedded. Without Node the rest is built all the
//! same: the page then says what to install.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

fn main() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let page = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where")).join("page");
    for part in ["src", "public", "scripts", "index.html", "package.json", "package-lock.json", "vite.config.ts"] {
        println!("cargo::rerun-if-changed={}", web.join(part).display());
    }
    // Embedded too: one that is new is seen by nobody else.
    println!("cargo::rerun-if-changed={}", web.join("../configs").display());
    println!("cargo::rerun-if-env-changed=TABULA_WITHOUT_PAGE");
    let made = if env::var_os("TABULA_WITHOUT_PAGE").is_some() {
        Err("the page was left out, as TABULA_WITHOUT_PAGE asks".to_string())
    } else {
        make(&web, &page)
    };
    if let Err(why) = made {
        println!("cargo::warning={why}");
        placeholder(&page, &why).expect("the folder for output can be written");
    }
}

/// Installs what the page needs, if that has changed, and builds it.
fn make(web: &Path, page: &Path) -> Result<(), String> {
    let (lock, stamp) = (web.join("package-lock.json"), web.join("node_modules/.package-lock.json"));
    let newer = |file: &Path| fs::metadata(file).and_then(|meta| meta.modified()).ok();
    if newer(&stamp) < newer(&lock) {
        // Not `ci`: where a registry does not list the compilers for other systems, it finds the lock file incomplete.
        npm(web, &["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"])?;
    }
    let target = page.display().to_string();
    npm(web, &["run", "--silent", "build", "--", "--outDir", &target, "--emptyOutDir", "--logLevel", "error"])
}

fn npm(web: &Path, arguments: &[&str]) -> Result<(), String> {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let done = Command::new(program).args(arguments).current_dir(web).output();
    match done {
        Ok(done) if done.status.success() => Ok(()),
        Ok(done) => {
            let said = String::from_utf8_lossy(&done.stderr);
            let said = said.lines().filter(|line| !line.trim().is_empty()).take(12);
            Err(format!("the page could not be built: npm {}: {}", arguments[0], said.collect::<Vec<_>>().join(" / ")))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err("the page was left out: it needs Node 20 or newer with npm; install both and build again".to_string())
        }
        Err(error) => Err(format!("the page could not be built: npm: {error}")),
    }
}

/// A page that says why there is none.
fn placeholder(page: &Path, why: &str) -> io::Result<()> {
    fs::create_dir_all(page)?;
    let why = why.replace('&', "&amp;").replace('<', "&lt;");
    let text = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Tabula</title></head>\n\
        <body><h1>Tabula</h1><p>{why}</p><p>Everything else works: the API is described at \
        <a href=\"/api/openapi.json\">/api/openapi.json</a>.</p></body></html>\n"
    );
    fs::write(page.join("index.html"), text)
}
