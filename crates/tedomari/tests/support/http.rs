//! A server of one's own and a plain client, for tests.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// Longer than anything here takes: a test that waits so long has failed.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A server that ends with the test.
pub(crate) struct Server {
    pub(crate) child: Child,
    /// `127.0.0.1:34567`.
    pub(crate) address: String,
    folder: PathBuf,
}

impl Server {
    /// A server at a free port, with files of its own.
    pub(crate) fn start(name: &str) -> Server {
        let folder = std::env::temp_dir().join(format!("tedomari-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        let mut child = Command::new(env!("CARGO_BIN_EXE_tedomari"))
            .args(["serve", "--no-open", "--port", "0"])
            .env("TEDOMARI_STORE", folder.join("areas.redb"))
            .env("TEDOMARI_PATTERNS", folder.join("patterns.txt"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let output = child.stdout.take().expect("it is piped");
        BufReader::new(output).read_line(&mut line).expect("it says where it listens");
        let address = line.trim().strip_prefix("Listening on http://").expect(&line);
        let address = address.trim_end_matches('/').to_string();
        Server { child, address, folder }
    }

    /// A connection.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        stream.set_write_timeout(Some(PATIENCE)).expect("a time");
        stream
    }

    /// Sends bytes and reads the reply to its end.
    pub(crate) fn raw(&self, request: &[u8]) -> Reply {
        let mut stream = self.connect();
        // The server may refuse before it has read all.
        let _ = stream.write_all(request);
        Reply::read(stream)
    }

    /// A request with these headers beside the usual ones.
    pub(crate) fn request(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Reply {
        let mut request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n",
            self.address,
            body.len()
        )
        .into_bytes();
        request.extend_from_slice(body);
        self.raw(&request)
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.request("GET", path, "", b"")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Reply {
        self.request("POST", path, "", body.to_string().as_bytes())
    }

    /// How many searches are at work, and how many wait.
    pub(crate) fn busy(&self) -> (u64, u64) {
        let searches = &self.get("/api/version").json()["searches"];
        let number = |key: &str| searches[key].as_u64().expect("a number");
        (number("running"), number("waiting"))
    }

    /// Waits until the searches are as wanted.
    pub(crate) fn until(&self, wanted: impl Fn(u64, u64) -> bool) {
        for _ in 0..600 {
            let (running, waiting) = self.busy();
            if wanted(running, waiting) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("the searches stay at {:?}", self.busy());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Reply {
    /// The status; 0 if the connection was closed without a word.
    pub(crate) status: u16,
    /// The headers in small letters.
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn read(mut stream: TcpStream) -> Reply {
        let mut bytes = Vec::new();
        // A connection that is reset after its reply is as good as closed.
        let _ = stream.read_to_end(&mut bytes);
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(bytes.len());
        let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        let body = bytes.get(end + 4..).unwrap_or_default().to_vec();
        let body =
            if head.contains("transfer-encoding: chunked") { unchunked(&body) } else { body };
        Reply { status, head, body }
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The sentence of a refusal.
    pub(crate) fn error(&self) -> String {
        let json = self.json();
        json["error"].as_str().unwrap_or_else(|| panic!("no sentence: {json}")).to_string()
    }
}

/// A body without the marks of its parts.
fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|two| two == b"\r\n") {
        let length = std::str::from_utf8(&body[..end]).ok();
        let length = length.and_then(|text| usize::from_str_radix(text.trim(), 16).ok());
        let Some(length) = length.filter(|&length| length > 0) else { break };
        let part = &body[end + 2..];
        whole.extend_from_slice(&part[..length.min(part.len())]);
        body = part.get(length + 2..).unwrap_or_default();
    }
    whole
}
