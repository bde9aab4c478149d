//! The page in a real browser: `tedomari serve`, Chromium, and what a user does.
//!
//! ```ignore
//! #[path = "support/browser.rs"]
//! mod browser;
//!
//! #[test]
//! fn the_board_is_there() {
//!     let Some(page) = browser::Page::open() else { return };
//!     page.load("game.sgf", "(;SZ[9];B[ee];W[cc])");
//!     page.key("End");
//!     page.until("the last move", "return tedomari.position.lastMove === 'C7'");
//! }
//! ```
//!
//! Every wait is for a condition and has a generous end; nothing waits for time.
//! One browser runs at a time, so that a small machine is enough. Chromium is
//! told that no name but the loopback address exists.

#![allow(dead_code, reason = "each test binary uses its part of the harness")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use thirtyfour::prelude::*;
use thirtyfour::{BrowserLogEntry, ChromiumLikeCapabilities};
use tokio::runtime::Runtime;

/// How long a condition may take before the test gives up on it.
const PATIENCE: Duration = Duration::from_secs(60);

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
static COUNT: AtomicU32 = AtomicU32::new(0);

/// The page, open in Chromium, with its own server and its own profile.
pub(crate) struct Page {
    driver: Option<WebDriver>,
    runtime: Runtime,
    url: String,
    folder: PathBuf,
    server: Child,
    chromedriver: Child,
    _turn: MutexGuard<'static, ()>,
}

impl Page {
    /// Starts everything and waits until the page is ready. Without Chromium
    /// the answer is `None` and a line says so; with `TEDOMARI_BROWSER=required`
    /// (as `./test` sets it once Chromium is there) it is a failure.
    pub(crate) fn open() -> Option<Page> {
        Page::open_sized(1440, 900)
    }

    /// The same in a window of this size.
    pub(crate) fn open_sized(width: u32, height: u32) -> Option<Page> {
        let (Some(chromium), Some(chromedriver)) = (
            program(&["chromium", "chromium-browser", "google-chrome"]),
            program(&["chromedriver"]),
        ) else {
            let line = "missing: chromium and chromedriver, so the page is not tested in a browser";
            assert!(std::env::var("TEDOMARI_BROWSER").as_deref() != Ok("required"), "{line}");
            println!("{line}");
            return None;
        };
        let turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = fresh_folder();
        let (server, url) = start_server(&folder);
        let port = free_port();
        let mut chromedriver = Command::new(chromedriver)
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        wait("chromedriver listens", || {
            assert!(
                chromedriver.try_wait().expect("asking a child").is_none(),
                "chromedriver ended"
            );
            TcpStream::connect(("127.0.0.1", port)).is_ok()
        });
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime for the driver");
        let capabilities = capabilities(&chromium, &folder, width, height);
        // A busy machine may take its time over a long script.
        let long = Duration::from_secs(300);
        let driver = runtime
            .block_on(async {
                let driver = WebDriver::builder(format!("http://127.0.0.1:{port}"), capabilities);
                let driver = driver.request_timeout(long).connect().await?;
                driver.set_script_timeout(long).await?;
                WebDriverResult::Ok(driver)
            })
            .expect("Chromium starts");
        let page =
            Page { driver: Some(driver), runtime, url, folder, server, chromedriver, _turn: turn };
        page.size(width, height);
        page.goto("");
        Some(page)
    }

    /// Where the server listens, with the slash at the end.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// A folder of this test's own; downloads land in it too.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Loads the page anew and waits until it is ready.
    pub(crate) fn goto(&self, path: &str) {
        self.run(self.driver().goto(format!("{}{path}", self.url)));
        self.ready();
    }

    /// Reloads as the browser's button does.
    pub(crate) fn reload(&self) {
        self.js("document.documentElement.dataset.ready = 'leaving'", []);
        self.run(self.driver().refresh());
        self.ready();
    }

    fn ready(&self) {
        self.until("the page is ready", "return document.documentElement.dataset.ready === 'true'");
    }

    /// Runs a script in the page and gives what it returns; promises are awaited.
    pub(crate) fn js<const N: usize>(&self, script: &str, arguments: [Value; N]) -> Value {
        let done = self.run(self.driver().execute(script, arguments.to_vec()));
        done.json().clone()
    }

    /// Waits until a script returns true.
    pub(crate) fn until(&self, what: &str, script: &str) {
        let end = Instant::now() + PATIENCE;
        loop {
            if self.js(script, []) == Value::Bool(true) {
                return;
            }
            if Instant::now() > end {
                let log: Vec<String> =
                    self.log("browser").into_iter().map(|entry| entry.message).collect();
                panic!("waited in vain for: {what}\n{script}\nthe browser said: {log:#?}");
            }
            sleep(Duration::from_millis(20));
        }
    }

    /// Presses a key, as "ArrowRight", "q", "Ctrl+Z", "Shift+Home". A dialog that Escape closes
    /// is gone before anything else happens: keys that come sooner would be its own.
    pub(crate) fn key(&self, name: &str) {
        let dialog = "return document.querySelector('dialog[open]') === null";
        let closes = name == "Escape" && self.js(dialog, []) == Value::Bool(false);
        self.press(name);
        if closes {
            self.until("the dialog is closed", dialog);
        }
    }

    fn press(&self, name: &str) {
        let mut parts: Vec<&str> = name.split('+').collect();
        let last = parts.pop().expect("a key has a name");
        let mut actions =
            self.driver().action_chain_with_delay(Some(Duration::ZERO), Some(Duration::ZERO));
        for part in &parts {
            actions = actions.key_down(key_sign(part));
        }
        actions = actions.key_down(key_sign(last)).key_up(key_sign(last));
        for part in parts.iter().rev() {
            actions = actions.key_up(key_sign(part));
        }
        self.run(actions.perform());
    }

    /// Presses several keys one after the other.
    pub(crate) fn keys(&self, names: &[&str]) {
        for name in names {
            self.key(name);
        }
    }

    /// Clicks what a CSS selector finds, once it is there.
    pub(crate) fn click(&self, selector: &str) {
        self.find(selector);
        let element = self.run(self.driver().find(By::Css(selector.to_string())));
        self.run(element.click());
    }

    /// Clicks a point of the board, as "E4".
    pub(crate) fn click_point(&self, point: &str) {
        self.click(&format!(".board .point[aria-label^='{point},']"));
    }

    /// Taps a point of the board with a finger, a few pixels beside its middle.
    pub(crate) fn tap_point(&self, point: &str) {
        let place = self.js(
            "const cell = document.querySelector(`.board .point[aria-label^='${arguments[0]},']`);
             cell.scrollIntoView({ block: 'nearest' });
             const { left, top, width, height } = cell.getBoundingClientRect();
             return [left + width / 2 + 3, top + height / 2 - 3]",
            [json!(point)],
        );
        let finger = json!([{ "x": place[0], "y": place[1] }]);
        self.cdp("Input.dispatchTouchEvent", json!({"type": "touchStart", "touchPoints": finger}));
        self.cdp("Input.dispatchTouchEvent", json!({"type": "touchEnd", "touchPoints": []}));
    }

    /// Types text into a field, in place of what it has.
    pub(crate) fn type_into(&self, selector: &str, text: &str) {
        self.find(selector);
        let element = self.run(self.driver().find(By::Css(selector.to_string())));
        self.run(element.clear());
        self.run(element.send_keys(text));
    }

    /// Waits for an element.
    pub(crate) fn find(&self, selector: &str) {
        let script = format!("return document.querySelector({}) !== null", json!(selector));
        self.until(selector, &script);
    }

    /// The text of the first element that a selector finds.
    pub(crate) fn text(&self, selector: &str) -> String {
        self.find(selector);
        let value =
            self.js("return document.querySelector(arguments[0]).textContent", [json!(selector)]);
        value.as_str().unwrap_or_default().trim().to_string()
    }

    /// Opens an SGF file through the page's file dialog, bytes as they are.
    pub(crate) fn load_bytes(&self, name: &str, bytes: &[u8]) {
        let path = self.folder.join(name);
        fs::write(&path, bytes).expect("writing a test's own file");
        let before = self.js("return tedomari.games.length", []);
        let input = self.run(self.driver().find(By::Css("#file")));
        self.run(input.send_keys(path.to_string_lossy().to_string()));
        self.until(&format!("{name} is open"), &format!("return tedomari.games.length > {before}"));
    }

    /// Opens SGF text through the page's file dialog.
    pub(crate) fn load(&self, name: &str, sgf: &str) {
        self.load_bytes(name, sgf.as_bytes());
    }

    /// Waits for a file to be downloaded and gives its text.
    pub(crate) fn downloaded(&self, name: &str) -> String {
        String::from_utf8(self.downloaded_bytes(name)).expect("a downloaded text")
    }

    /// Waits for a file to be downloaded.
    pub(crate) fn downloaded_bytes(&self, name: &str) -> Vec<u8> {
        let path = self.folder.join("downloads").join(name);
        wait(&format!("{name} is downloaded"), || {
            fs::metadata(&path).is_ok_and(|found| found.len() > 0)
        });
        fs::read(&path).expect("reading a downloaded file")
    }

    /// Waits until all changes are in the browser's store.
    pub(crate) fn kept(&self) {
        self.until("all is kept", "return document.documentElement.dataset.kept === 'true'");
    }

    /// Every address the browser asked for since the last call.
    pub(crate) fn requests(&self) -> Vec<String> {
        let entries = self.log("performance");
        let messages =
            entries.iter().filter_map(|entry| serde_json::from_str::<Value>(&entry.message).ok());
        messages
            .filter(|message| message["message"]["method"] == "Network.requestWillBeSent")
            .filter_map(|message| {
                message["message"]["params"]["request"]["url"].as_str().map(str::to_string)
            })
            .collect()
    }

    /// What the page wrote to the console as errors since the last call.
    pub(crate) fn errors(&self) -> Vec<String> {
        self.log("browser")
            .into_iter()
            .filter(|entry| entry.level == "SEVERE")
            .map(|entry| entry.message)
            // A library that was never saved is not there; the panel knows that.
            .filter(|message| !message.contains("/api/patterns/library"))
            .collect()
    }

    fn log(&self, kind: &str) -> Vec<BrowserLogEntry> {
        self.run(self.driver().get_log(kind))
    }

    /// Gives the window another size.
    pub(crate) fn size(&self, width: u32, height: u32) {
        self.cdp(
            "Emulation.setDeviceMetricsOverride",
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}),
        );
    }

    /// Says that the system is dark, or light.
    pub(crate) fn dark(&self, dark: bool) {
        let value = if dark { "dark" } else { "light" };
        self.cdp(
            "Emulation.setEmulatedMedia",
            json!({"features": [{"name": "prefers-color-scheme", "value": value}]}),
        );
    }

    /// Opens a file of this test's own, that is no page of the server.
    pub(crate) fn open_file(&self, name: &str, text: &str) {
        let path = self.folder.join(name);
        fs::write(&path, text).expect("writing a test's own file");
        self.run(self.driver().goto(format!("file://{}", path.display())));
    }

    /// Brings axe, which finds what keeps people from using a page, into this page. False,
    /// with a line that says so, if it is missing; where `TEDOMARI_AXE` names it, that is
    /// a failure.
    pub(crate) fn bring_axe(&self) -> bool {
        let place = std::env::var("TEDOMARI_AXE")
            .unwrap_or_else(|_| "target/page-tools/node_modules/axe-core/axe.min.js".to_string());
        let Ok(axe) = fs::read_to_string(repository().join(&place)) else {
            println!("missing: {place} (./test fetches axe-core by npm), so nothing is audited");
            let named = std::env::var_os("TEDOMARI_AXE").is_some();
            assert!(!named, "TEDOMARI_AXE names a file that is not there");
            return false;
        };
        self.js(&axe, []);
        true
    }

    /// Holds that axe has no serious finding in the page as it stands.
    pub(crate) fn audit(&self, what: &str) {
        let found = self.js(
            "return axe.run(document, { resultTypes: ['violations'] }).then((result) => result.violations
               .filter((each) => ['serious', 'critical'].includes(each.impact))
               .map((each) => [each.id, each.help, each.nodes.slice(0, 3).map((node) => node.html.slice(0, 200) + ' ' + node.failureSummary)]))",
            [],
        );
        assert_eq!(found, json!([]), "{what}: {found:#}");
    }

    /// Says something to Chromium in its own protocol.
    pub(crate) fn cdp(&self, method: &str, parameters: Value) -> Value {
        self.run(self.driver().cdp().send_raw(method, parameters))
    }

    /// Writes a picture of the window to `<name>.png` in the folder that
    /// `TEDOMARI_SCREENSHOTS` names (seen from the repository's root); without it, nothing.
    pub(crate) fn picture(&self, name: &str) {
        let Ok(folder) = std::env::var("TEDOMARI_SCREENSHOTS") else { return };
        let folder = repository().join(folder);
        fs::create_dir_all(&folder).expect("making the folder for pictures");
        // Messages that come and go would make pictures differ from run to run.
        self.js("document.getElementById('message').hidden = true", []);
        let picture = self.run(self.driver().screenshot_as_png());
        fs::write(folder.join(format!("{name}.png")), picture).expect("writing a picture");
    }

    fn driver(&self) -> &WebDriver {
        self.driver.as_ref().expect("the driver lives as long as the page")
    }

    fn run<T>(&self, work: impl Future<Output = WebDriverResult<T>>) -> T {
        self.runtime.block_on(work).unwrap_or_else(|error| panic!("the browser refused: {error}"))
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        if let Some(driver) = self.driver.take() {
            // A browser that has gone already needs no farewell.
            let _ = self.runtime.block_on(driver.quit());
        }
        for child in [&mut self.chromedriver, &mut self.server] {
            let _ = child.kill();
            let _ = child.wait();
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The repository's root.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn start_server(folder: &Path) -> (Child, String) {
    let mut server = Command::new(env!("CARGO_BIN_EXE_tedomari"))
        .args(["serve", "--port", "0", "--no-open"])
        // The user's own patterns and stores stay out of tests.
        .env("XDG_DATA_HOME", folder.join("data"))
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .env("HOME", folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the server starts");
    let mut lines = BufReader::new(server.stdout.take().expect("stdout is piped")).lines();
    let url = loop {
        let line = lines
            .next()
            .expect("the server says where it listens")
            .expect("the server speaks UTF-8");
        if let Some(at) = line.find("http://") {
            break line[at..].trim().to_string();
        }
    };
    // Somebody must read on, or the server would one day wait for its reader.
    std::thread::spawn(move || lines.for_each(drop));
    (server, url)
}

fn capabilities(chromium: &Path, folder: &Path, width: u32, height: u32) -> Capabilities {
    let mut capabilities = DesiredCapabilities::chrome();
    let arguments = [
        "--headless=new".to_string(),
        "--no-sandbox".to_string(),
        "--disable-gpu".to_string(),
        "--disable-dev-shm-usage".to_string(),
        "--disable-background-networking".to_string(),
        "--no-first-run".to_string(),
        "--hide-scrollbars".to_string(),
        "--lang=en".to_string(),
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1".to_string(),
        format!("--window-size={width},{height}"),
        format!("--user-data-dir={}", folder.join("profile").display()),
    ];
    capabilities.set_binary(&chromium.to_string_lossy()).expect("a path is text");
    for argument in &arguments {
        capabilities.add_arg(argument).expect("an argument is text");
    }
    let downloads = folder.join("downloads");
    let preferences = json!({
        "download.default_directory": downloads.to_string_lossy(),
        "download.prompt_for_download": false,
    });
    capabilities.add_experimental_option("prefs", preferences).expect("preferences are JSON");
    let mut capabilities: Capabilities = capabilities.into();
    capabilities
        .set("goog:loggingPrefs", json!({"browser": "ALL", "performance": "ALL"}))
        .expect("preferences are JSON");
    capabilities
}

/// The sign that the driver's protocol has for a key.
fn key_sign(name: &str) -> char {
    match name {
        "Ctrl" => '\u{e009}',
        "Shift" => '\u{e008}',
        "Alt" => '\u{e00a}',
        "Backspace" => '\u{e003}',
        "Tab" => '\u{e004}',
        "Enter" => '\u{e007}',
        "Escape" => '\u{e00c}',
        "Space" => ' ',
        "PageUp" => '\u{e00e}',
        "PageDown" => '\u{e00f}',
        "End" => '\u{e010}',
        "Home" => '\u{e011}',
        "ArrowLeft" => '\u{e012}',
        "ArrowUp" => '\u{e013}',
        "ArrowRight" => '\u{e014}',
        "ArrowDown" => '\u{e015}',
        "Delete" => '\u{e017}',
        "F1" => '\u{e031}',
        "F4" => '\u{e034}',
        "F10" => '\u{e03a}',
        _ => name.chars().next().expect("a key has a name").to_ascii_lowercase(),
    }
}

fn wait(what: &str, mut ready: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !ready() {
        assert!(Instant::now() < end, "waited in vain: {what}");
        sleep(Duration::from_millis(20));
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    listener.local_addr().expect("a bound listener has an address").port()
}

fn fresh_folder() -> PathBuf {
    let name =
        format!("tedomari-page-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let folder = std::env::temp_dir().join(name);
    for part in ["profile", "downloads", "data", "cache"] {
        fs::create_dir_all(folder.join(part)).expect("making a test's own folder");
    }
    folder
}

/// The first of these programs that is on the path.
fn program(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    names.iter().find_map(|name| {
        std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
    })
}
