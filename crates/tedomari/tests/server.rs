//! The server: its answers are those of the command line, and nothing that comes over the
//! wire ends it. Everything happens on loopback.

#[path = "support/http.rs"]
mod http;

use std::io::Write;
use std::net::TcpStream;
use std::process::Command;
use std::time::Duration;

use http::{Reply, Server};
use serde_json::{Value, json};

const ENDGAME: &str = include_str!("../../../examples/endgame.sgf");

/// A net: White captures the two stones, or Black saves them.
const NET: &str = "(;SZ[6]AB[cd][ce]AW[bd][be][de][cf]PL[W])";

/// A board that no search solves in a moment.
const OPEN: &str = "(;SZ[19];B[pd];W[dp];B[pp];W[dd];B[fq];W[cn])";

/// Without what differs from run to run.
fn timeless(mut report: Value) -> Value {
    if let Some(stats) = report.get_mut("stats") {
        stats["seconds"] = json!(0);
    }
    report
}

/// The report of the command line.
fn at_the_terminal(words: &[&str], record: &str) -> Value {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tedomari"))
        .args(words)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(record.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn answers_are_those_of_the_command_line() {
    let server = Server::start("answers");
    let cases: [(&str, Value, &[&str], &str); 9] = [
        ("solve", json!({ "no_store": true }), &["solve", "-", "--json", "--no-store"], ENDGAME),
        ("safety", json!({}), &["safety", "-", "--json"], ENDGAME),
        (
            "score",
            json!({ "rules": "chinese" }),
            &["score", "-", "--json", "--rules", "chinese"],
            ENDGAME,
        ),
        ("show", json!({ "move": 3 }), &["show", "-", "--json", "--move", "3"], OPEN),
        ("predict", json!({}), &["predict", "-", "--json"], OPEN),
        ("capture", json!({ "point": "C2" }), &["capture", "-", "C2", "--json"], NET),
        (
            "connect",
            json!({ "points": ["C2", "C3"] }),
            &["connect", "-", "C2", "C3", "--json"],
            NET,
        ),
        ("patterns", json!({}), &["patterns", "-", "--json"], OPEN),
        (
            "genmove",
            json!({ "no_store": true }),
            &["genmove", "-", "--json", "--no-store"],
            ENDGAME,
        ),
    ];
    for (command, mut body, words, record) in cases {
        body["sgf"] = json!(record);
        let reply = server.post(&format!("/api/{command}"), &body);
        assert_eq!(reply.status, 200, "{command}: {}", reply.text());
        assert!(reply.head.contains("content-type: application/json"), "{}", reply.head);
        assert!(reply.head.contains("cache-control: no-store"), "{}", reply.head);
        assert_eq!(timeless(reply.json()), timeless(at_the_terminal(words, record)), "{command}");
    }
    let reply = server.post("/api/cgt", &json!({ "expr": ["a = 3||2|1", "4.a"] }));
    assert_eq!(reply.json(), at_the_terminal(&["cgt", "a = 3||2|1", "4.a", "--json"], ""));
}

#[test]
fn what_is_no_report_is_wrapped_in_json() {
    let server = Server::start("wrapped");
    let picture = server.post("/api/diagram", &json!({ "sgf": NET }));
    assert!(picture.json()["svg"].as_str().unwrap().starts_with("<svg"));
    // Bytes come in base 64: the first three of each kind are always the same.
    for (format, begins) in [("png", "iVBO"), ("pdf", "JVBE")] {
        let picture = server.post("/api/diagram", &json!({ "sgf": NET, "format": format }));
        assert!(picture.json()[format].as_str().expect("a picture").starts_with(begins));
    }
    let huge = json!({ "sgf": NET, "format": "png", "width": 100_000_000 });
    assert_eq!(server.post("/api/diagram", &huge).status, 422);
    let text = server.post("/api/diagram", &json!({ "sgf": NET, "format": "text" }));
    assert!(text.json()["text"].as_str().unwrap().contains('X'));
    let composed = server.post("/api/compose", &json!({ "seed": 1, "size": 7 }));
    assert!(composed.json()["sgf"].as_str().unwrap().starts_with("(;"));
    let proof = json!({ "goal": "capture", "sgf": NET, "point": "C2" });
    let proof = server.post("/api/proof", &proof).json();
    assert!(proof["sgf"].as_str().unwrap().contains("C2 is captured. Proved."), "{proof}");
    let check = "(;SZ[9]AB[cg]C[check: IsBlock(C3)])";
    let check = server.post("/api/check", &json!({ "sgf": check })).json();
    assert_eq!(check["schema"], "tedomari.check/1");
}

#[test]
fn a_record_of_any_character_set_becomes_a_tree() {
    let server = Server::start("tree");
    let mut record = b"(;CA[Shift_JIS]SZ[9]PB[".to_vec();
    // A name in Shift JIS whose second byte is a backslash: the sign for "surface".
    record.extend_from_slice(&[0x95, 0x5c]);
    record.extend_from_slice(b"];B[ee](;W[cc];B[gc])(;W[gg]))");
    let reply = server.request("POST", "/api/tree", "", &record);
    let tree = reply.json();
    assert_eq!(tree["schema"], "tedomari.tree/1");
    let game = &tree["games"][0];
    assert_eq!(game["props"][2], json!(["PB", ["表"]]));
    assert_eq!(game["line"], json!([[["B", ["ee"]]]]));
    assert_eq!(game["children"].as_array().unwrap().len(), 2);
    let broken = server.request("POST", "/api/tree", "", b"no game at all \xff\xfe");
    assert_eq!(broken.json()["games"], json!([]));
    assert!(!broken.json()["remarks"].as_array().unwrap().is_empty());
}

#[test]
fn the_page_is_served_with_its_rules_and_nothing_else_is() {
    let server = Server::start("page");
    let page = server.get("/");
    assert_eq!(page.status, 200);
    for header in ["content-security-policy: default-src 'self'", "x-content-type-options: nosniff"]
    {
        assert!(page.head.contains(header), "{}", page.head);
    }
    assert!(!page.text().contains("<script>"), "scripts are files");
    for trick in [
        "/../Cargo.toml",
        "/../../Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/./../Cargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/.git/config",
        "/..\\Cargo.toml",
        "/index.html/../../Cargo.toml",
        "/index.html%00.js",
        "/panels/",
        "/api/../Cargo.toml",
        "/api/solve/../../../Cargo.toml",
        "http://127.0.0.1/../../etc/passwd",
    ] {
        let reply = server.get(trick);
        assert!(matches!(reply.status, 400 | 403 | 404 | 405), "{trick}: {reply:?}");
        assert!(!reply.text().contains("[package]") && !reply.text().contains("root:"), "{trick}");
    }
    assert_eq!(server.request("DELETE", "/", "", b"").status, 405);
    assert_eq!(server.get("/api/solve").status, 405);
}

#[test]
fn strangers_are_refused() {
    let server = Server::start("strangers");
    let port = server.address.rsplit_once(':').unwrap().1.to_string();
    let ask = |host: &str, more: &str| {
        let body = json!({ "expr": "1" }).to_string();
        let head = format!(
            "POST /api/cgt HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {}\r\n{more}\r\n",
            body.len()
        );
        server.raw((head + &body).as_bytes()).status
    };
    assert_eq!(ask(&server.address, ""), 200);
    assert_eq!(ask(&format!("localhost:{port}"), ""), 200);
    assert_eq!(ask(&server.address, &format!("Origin: http://{}\r\n", server.address)), 200);
    for host in
        ["evil.example", &format!("evil.example:{port}"), "127.0.0.1.evil.example", "10.0.0.1"]
    {
        assert_eq!(ask(host, ""), 403, "{host}");
    }
    for origin in ["http://evil.example", "null", "http://localhost:1", "https://127.0.0.1"] {
        assert_eq!(ask(&server.address, &format!("Origin: {origin}\r\n")), 403, "{origin}");
    }
    assert_eq!(ask("evil.example\r\nHost: localhost", ""), 403);
    let none = server.raw(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
    assert!(matches!(none.status, 400 | 403), "{none:?}");
    // The page of a stranger learns nothing: no reply allows it to read.
    assert!(!server.get("/api/version").head.contains("access-control-allow-origin"));
}

#[test]
fn bad_bodies_are_refused_in_a_sentence() {
    let server = Server::start("bodies");
    let deep = format!("{{\"sgf\":{}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
    for body in
        ["", "nonsense", "[]", "1", "null", "{", "{\"sgf\":", "\u{0}", "{\"sgf\":\"(;)\"} x", &deep]
    {
        let reply = server.request("POST", "/api/solve", "", body.as_bytes());
        assert_eq!(reply.status, 400, "{}: {}", &body[..body.len().min(30)], reply.text());
        assert!(!reply.error().is_empty());
    }
    let reply = server.request("POST", "/api/solve", "", b"{\"sgf\":\"\xff\"}");
    assert_eq!(reply.status, 400);
    let wrong = [
        json!({}),
        json!({ "sgf": 1 }),
        json!({ "sgf": ENDGAME, "move": "x" }),
        json!({ "sgf": ENDGAME, "move": -1 }),
        json!({ "sgf": ENDGAME, "move": 1e300 }),
        json!({ "sgf": ENDGAME, "move": { "a": 1 } }),
        json!({ "sgf": ENDGAME, "time": -1 }),
        json!({ "sgf": ENDGAME, "time": "nan" }),
        json!({ "sgf": ENDGAME, "stream": "yes" }),
        json!({ "sgf": ENDGAME, "help": true }),
        json!({ "sgf": ENDGAME, "json": true }),
        // Options that touch files.
        json!({ "sgf": ENDGAME, "areas": "/tmp/areas" }),
        json!({ "sgf": ENDGAME, "store": "/tmp/store" }),
        json!({ "sgf": ENDGAME, "file": "/etc/passwd" }),
    ];
    for body in wrong {
        let reply = server.post("/api/solve", &body);
        assert_eq!(reply.status, 400, "{body}: {}", reply.text());
        assert!(!reply.error().contains('\n'), "{}", reply.error());
    }
    let unanswerable = [
        json!({ "sgf": "" }),
        json!({ "sgf": "hello" }),
        json!({ "sgf": ENDGAME, "alive": ["Z99"] }),
    ];
    for body in unanswerable {
        let reply = server.post("/api/solve", &body);
        assert_eq!(reply.status, 422, "{body}: {}", reply.text());
    }
    assert_eq!(server.post("/api/train", &json!({})).status, 404);
    assert_eq!(server.post("/api/proof", &json!({ "goal": "solve", "sgf": NET })).status, 400);
}

#[test]
fn large_and_false_bodies_are_bounded() {
    let server = Server::start("large");
    let head = |length: &str| {
        format!(
            "POST /api/solve HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{length}\r\n",
            server.address
        )
    };
    // Refused by its length alone, before it is sent.
    let reply = server.raw(head("Content-Length: 99999999999\r\n").as_bytes());
    assert_eq!(reply.status, 413, "{reply:?}");
    // Without a length, refused when it has become too long.
    let mut stream = server.connect();
    stream.write_all(head("Transfer-Encoding: chunked\r\n").as_bytes()).unwrap();
    let part = [b"100000\r\n".as_slice(), &vec![b' '; 1 << 20], b"\r\n"].concat();
    for _ in 0..8 {
        if stream.write_all(&part).is_err() {
            break;
        }
    }
    let status = Reply::read(stream).status;
    assert!(matches!(status, 413 | 0), "{status}");
    // Too short, and two lengths.
    let mut short = server.connect();
    short.write_all((head("Content-Length: 1000\r\n") + "{").as_bytes()).unwrap();
    drop(short);
    let twice = server.raw(head("Content-Length: 2\r\nContent-Length: 3\r\n").as_bytes());
    assert_eq!(twice.status, 400);
    // Heads without end, and what is no HTTP.
    let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(1 << 20));
    assert!(matches!(server.raw(long.as_bytes()).status, 0 | 400 | 414 | 431));
    for noise in [&b"\x16\x03\x01\x02\x00\x01\x00"[..], b"\r\n\r\n\r\n", b"GET", &[0; 4096]] {
        let mut stream = server.connect();
        let _ = stream.write_all(noise);
        drop(stream);
    }
    assert_eq!(server.post("/api/cgt", &json!({ "expr": "1" })).status, 200);
}

#[test]
fn a_thousand_connections_are_survived() {
    let server = Server::start("thousand");
    // Silent ones, as many as the system lets one program open.
    let mut silent: Vec<TcpStream> = Vec::new();
    for number in 0..1000 {
        let Ok(mut stream) = TcpStream::connect(&server.address) else { break };
        if number % 2 == 0 {
            let _ = stream.write_all(b"POST /api/solve HTTP/1.1\r\nHo");
        }
        silent.push(stream);
    }
    assert!(silent.len() > 300, "only {} connections", silent.len());
    drop(silent);
    // And talking ones.
    let threads: Vec<_> = (0..20)
        .map(|_| {
            let address = server.address.clone();
            std::thread::spawn(move || {
                for _ in 0..50 {
                    let mut stream = TcpStream::connect(&address).unwrap();
                    stream.set_read_timeout(Some(http::PATIENCE)).unwrap();
                    let body = "{\"expr\":\"1+1\"}";
                    let head = format!(
                        "POST /api/cgt HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
                        body.len()
                    );
                    stream.write_all((head + body).as_bytes()).unwrap();
                    let status = Reply::read(stream).status;
                    assert!(matches!(status, 200 | 503), "{status}");
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!(server.post("/api/solve", &json!({ "sgf": ENDGAME })).status, 200);
}

#[test]
fn a_slow_client_is_let_go_and_hinders_nobody() {
    let server = Server::start("slow");
    let mut slow = server.connect();
    slow.write_all(b"POST /api/solve HTTP/1.1\r\n").unwrap();
    assert_eq!(server.get("/").status, 200);
    // It never says more: the server ends it.
    let reply = Reply::read(slow);
    assert!(matches!(reply.status, 0 | 408), "{reply:?}");
}

#[test]
fn a_stream_tells_progress_and_then_the_answer() {
    let server = Server::start("stream");
    let body = json!({ "sgf": OPEN, "time": 1, "stream": true });
    let reply = server.post("/api/explain", &body);
    assert!(reply.head.contains("content-type: text/event-stream"), "{}", reply.head);
    let text = reply.text();
    let events: Vec<(&str, &str)> = text
        .split("\n\n")
        .filter_map(|event| event.split_once('\n'))
        .map(|(event, data)| {
            (event.trim_start_matches("event: "), data.trim_start_matches("data: "))
        })
        .collect();
    let (last, progress) = events.split_last().expect("events");
    assert_eq!(last.0, "answer");
    let answer: Value = serde_json::from_str(last.1).unwrap();
    assert_eq!(answer["schema"], "tedomari.explain/1");
    assert!(!progress.is_empty());
    let mut before = 0;
    for (event, data) in progress {
        assert_eq!(*event, "progress");
        let data: Value = serde_json::from_str(data).unwrap();
        assert!(data["seconds"].is_number() && data["waiting"].is_boolean(), "{data}");
        let nodes = data["nodes"].as_u64().expect("a count");
        assert!(nodes >= before, "{nodes} after {before}");
        before = nodes;
    }
    assert!(before > 0, "nothing was counted in a second");
    let wrong = server.post("/api/capture", &json!({ "sgf": NET, "point": "A1", "stream": true }));
    assert!(wrong.text().starts_with("event: error\ndata: {\"error\":"), "{}", wrong.text());
}

/// Asks something that takes long and does not wait for the answer.
fn begin(server: &Server, stream: bool) -> TcpStream {
    let body = json!({ "sgf": OPEN, "time": 600, "nodes": 1_000_000_000, "stream": stream });
    let body = body.to_string();
    let head = format!(
        "POST /api/explain HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n\r\n",
        server.address,
        body.len()
    );
    let mut connection = server.connect();
    connection.write_all((head + &body).as_bytes()).unwrap();
    connection
}

#[test]
fn a_search_ends_when_nobody_waits_for_it() {
    let server = Server::start("gone");
    for stream in [false, true] {
        let connection = begin(&server, stream);
        server.until(|running, _| running == 1);
        drop(connection);
        server.until(|running, waiting| running == 0 && waiting == 0);
    }
}

#[test]
fn more_questions_than_can_wait_are_refused() {
    let server = Server::start("queue");
    let desks = std::thread::available_parallelism().map_or(1, |desks| desks.get());
    let places = desks + 64;
    let held: Vec<TcpStream> = (0..places).map(|_| begin(&server, true)).collect();
    server.until(|running, waiting| running + waiting == places as u64);
    let refused = server.post("/api/solve", &json!({ "sgf": ENDGAME }));
    assert_eq!(refused.status, 503, "{}", refused.text());
    assert!(refused.head.contains("retry-after"));
    // Short questions do not wait for long ones.
    assert_eq!(server.post("/api/show", &json!({ "sgf": ENDGAME })).status, 200);
    drop(held);
    server.until(|running, waiting| running == 0 && waiting == 0);
    assert_eq!(server.post("/api/solve", &json!({ "sgf": ENDGAME })).status, 200);
}

#[cfg(unix)]
#[test]
fn it_ends_when_it_is_told_to_and_says_what_it_knows() {
    let mut server = Server::start("end");
    // The engine answers soon after it is asked to.
    let body = json!({ "sgf": OPEN, "time": 600 }).to_string();
    let head = format!(
        "POST /api/genmove HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n\r\n",
        server.address,
        body.len()
    );
    let mut connection = server.connect();
    connection.write_all((head + &body).as_bytes()).unwrap();
    server.until(|running, _| running == 1);
    let told = Command::new("kill").args(["-TERM", &server.child.id().to_string()]).status();
    assert!(told.unwrap().success());
    let reply = Reply::read(connection);
    assert_eq!(reply.json()["schema"], "tedomari.genmove/1");
    for _ in 0..200 {
        if let Some(status) = server.child.try_wait().unwrap() {
            assert!(status.success(), "{status}");
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("the server goes on");
}

#[test]
fn the_users_own_patterns_are_kept() {
    let server = Server::start("library");
    let library = |server: &Server| server.get("/api/patterns/library").json();
    assert_eq!(library(&server)["own"], "");
    assert!(library(&server)["starter"].as_str().unwrap().contains("pattern "));
    let put = |body: &Value| {
        server.request("PUT", "/api/patterns/library", "", body.to_string().as_bytes())
    };
    let own = "pattern my own hane\n  O X ?\n  ? a .\n  -----\na = .\nmove a X: block\n";
    let reply = put(&json!({ "own": own }));
    assert_eq!((reply.status, reply.json()["patterns"].as_u64()), (200, Some(1)), "{reply:?}");
    assert_eq!(library(&server)["own"], own);
    for wrong in [json!({}), json!({ "own": 1 }), json!([1])] {
        assert_eq!(put(&wrong).status, 400, "{wrong}");
    }
    let unreadable = put(&json!({ "own": "pattern x\n  % %\n" }));
    assert_eq!(unreadable.status, 422, "{}", unreadable.text());
    assert_eq!(library(&server)["own"], own, "what cannot be read replaces nothing");
    let sgf = "(;SZ[9]AW[dh]AB[eh]PL[B])";
    let asked = server.post("/api/patterns", &json!({ "sgf": sgf, "own": true })).json();
    let names: Vec<&str> =
        asked["matches"].as_array().unwrap().iter().filter_map(|m| m["pattern"].as_str()).collect();
    assert!(names.contains(&"my own hane"), "{names:?}");
}
