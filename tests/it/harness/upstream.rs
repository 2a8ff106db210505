//! A fake forge on this machine. It answers what it is told, route by route, and remembers what was asked, raw.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::recorded::{Exchange, exchange};

/// A forge for as long as the test runs.
pub(crate) struct Upstream {
    pub(crate) url: String,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    routes: Vec<Route>,
    seen: Vec<Seen>,
    /// Answers what no route fits.
    otherwise: Option<Arc<dyn Fn(&Seen) -> Answer + Send + Sync>>,
}

struct Route {
    method: String,
    path: String,
    /// Parameters that the query must have.
    query: Vec<(String, String)>,
    /// The last one is given again and again.
    answers: VecDeque<Answer>,
}

/// A request as it came.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) method: String,
    /// Path and query, raw, without `/api/v1`.
    pub(crate) target: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Seen {
    /// The raw path, without the query.
    pub(crate) fn path(&self) -> &str {
        self.target.split('?').next().unwrap()
    }

    /// The decoded values of a query parameter.
    pub(crate) fn query(&self, name: &str) -> Vec<String> {
        let query = self.target.split_once('?').map_or("", |(_, query)| query);
        let pairs = url::form_urlencoded::parse(query.as_bytes());
        pairs.filter(|(key, _)| key == name).map(|(_, value)| value.into_owned()).collect()
    }

    /// The body as JSON; null when there was none.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// An answer of the fake forge.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    delay: Duration,
    /// Closes the connection after this many bytes of the body, or before any answer.
    broken_after: Option<usize>,
}

impl Answer {
    pub(crate) fn json(status: u16, body: &Value) -> Self {
        Self::raw(status, "application/json", body.to_string())
    }

    pub(crate) fn raw(status: u16, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status,
            headers: vec![("content-type".to_owned(), content_type.to_owned())],
            body: body.into(),
            delay: Duration::ZERO,
            broken_after: None,
        }
    }

    /// What was recorded, for another path than it was recorded on.
    pub(crate) fn recorded(name: &str) -> Self {
        Self::from(&exchange(name))
    }

    /// A status and nothing else.
    pub(crate) fn empty(status: u16) -> Self {
        let answer = Self::raw(status, "", "");
        Self { headers: Vec::new(), ..answer }
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(key, _)| key != name);
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Waits before it answers.
    pub(crate) fn after(self, delay: Duration) -> Self {
        Self { delay, ..self }
    }

    /// Breaks off after so many bytes of the body.
    pub(crate) fn broken_after(self, bytes: usize) -> Self {
        Self { broken_after: Some(bytes), ..self }
    }
}

impl From<&Exchange> for Answer {
    fn from(exchange: &Exchange) -> Self {
        Self {
            status: exchange.status,
            headers: exchange.headers.clone(),
            body: exchange.body.clone(),
            delay: Duration::ZERO,
            broken_after: None,
        }
    }
}

impl Upstream {
    /// Starts a forge that says its page cap and version, and knows nothing else.
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::new(Mutex::new(State::default()));
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = Arc::clone(&shared);
                thread::spawn(move || serve(&stream, &shared));
            }
        });
        let forge = Self { url, state };
        forge.on("GET /settings/api", Answer::json(200, &json!({ "max_response_items": 50 })));
        forge.on("GET /version", Answer::json(200, &json!({ "version": "16.0.0+gitea-1.22.0" })));
        forge
    }

    /// Answers a route, such as `GET /repos/o/r/issues?state=all`; the newest route that fits counts. The query names
    /// the parameters that must be there.
    pub(crate) fn on(&self, route: &str, answer: Answer) -> &Self {
        self.in_turn(route, [answer])
    }

    /// Answers a route with one answer after the other; the last one stays.
    pub(crate) fn in_turn(&self, route: &str, answers: impl IntoIterator<Item = Answer>) -> &Self {
        let (method, target) = route.split_once(' ').unwrap();
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let query = url::form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        let route = Route {
            method: method.to_owned(),
            path: path.to_owned(),
            query,
            answers: answers.into_iter().collect(),
        };
        self.state.lock().unwrap().routes.push(route);
        self
    }

    /// Answers the path of a recorded exchange, whatever the query, with what was recorded; gives the exchange.
    pub(crate) fn replay(&self, name: &str) -> Exchange {
        let found = exchange(name);
        let target = found.target.strip_prefix("/api/v1").unwrap_or(&found.target);
        let path = target.split('?').next().unwrap();
        self.on(&format!("{} {path}", found.method), Answer::from(&found));
        found
    }

    /// Answers everything that no route fits.
    pub(crate) fn otherwise(&self, answer: impl Fn(&Seen) -> Answer + Send + Sync + 'static) -> &Self {
        self.state.lock().unwrap().otherwise = Some(Arc::new(answer));
        self
    }

    /// Everything that was asked since the last look.
    pub(crate) fn taken(&self) -> Vec<Seen> {
        std::mem::take(&mut self.state.lock().unwrap().seen)
    }

    /// What was asked so far, without the questions for page cap and version.
    pub(crate) fn seen(&self) -> Vec<Seen> {
        let mut seen = self.all_seen();
        seen.retain(|seen| !matches!(seen.path(), "/settings/api" | "/version"));
        seen
    }

    /// Everything that was asked so far.
    pub(crate) fn all_seen(&self) -> Vec<Seen> {
        self.state.lock().unwrap().seen.clone()
    }

    /// The requests that were no reads.
    pub(crate) fn writes(&self) -> Vec<Seen> {
        self.seen().into_iter().filter(|seen| seen.method != "GET" && seen.method != "HEAD").collect()
    }

    /// The last request of a method and path, without its query.
    pub(crate) fn last(&self, route: &str) -> Seen {
        let (method, path) = route.split_once(' ').unwrap();
        let found = self.seen().into_iter().rev().find(|seen| seen.method == method && seen.path() == path);
        found.unwrap_or_else(|| panic!("{route} was not asked; seen: {:#?}", self.targets()))
    }

    /// Methods and targets of what was asked, for messages.
    pub(crate) fn targets(&self) -> Vec<String> {
        self.seen().into_iter().map(|seen| format!("{} {}", seen.method, seen.target)).collect()
    }
}

fn serve(stream: &TcpStream, state: &Mutex<State>) {
    stream.set_nodelay(true).unwrap();
    let mut reader = BufReader::new(stream);
    while let Some(seen) = read_request(&mut reader) {
        let answer = answer_to(&seen, state);
        thread::sleep(answer.delay);
        let url = format!("http://{}", stream.local_addr().unwrap());
        if !write_answer(stream, &answer, &url, seen.method == "HEAD") {
            return;
        }
    }
}

fn read_request(reader: &mut BufReader<&TcpStream>) -> Option<Seen> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
    let mut words = line.split(' ');
    let (method, target) = (words.next()?.to_owned(), words.next()?);
    let target = target.strip_prefix("/api/v1").unwrap_or(target).to_owned();
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.push((name.to_owned(), value.trim().to_owned()));
    }
    let mut seen = Seen { method, target, headers, body: Vec::new() };
    if let Some(length) = seen.header("content-length") {
        seen.body = vec![0; length.parse().unwrap()];
        reader.read_exact(&mut seen.body).ok()?;
    } else if seen.header("transfer-encoding").is_some() {
        seen.body = read_chunks(reader)?;
    }
    Some(seen)
}

fn read_chunks(reader: &mut BufReader<&TcpStream>) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let size = usize::from_str_radix(line.trim(), 16).ok()?;
        let mut chunk = vec![0; size + 2];
        reader.read_exact(&mut chunk).ok()?;
        if size == 0 {
            return Some(body);
        }
        body.extend_from_slice(&chunk[..size]);
    }
}

fn answer_to(seen: &Seen, state: &Mutex<State>) -> Answer {
    let mut state = state.lock().unwrap();
    state.seen.push(seen.clone());
    let fits = |route: &&mut Route| {
        let has = |(name, value): &(String, String)| seen.query(name).contains(value);
        route.method == seen.method && route.path == seen.path() && route.query.iter().all(has)
    };
    let Some(route) = state.routes.iter_mut().rev().find(fits) else {
        let otherwise = state.otherwise.clone();
        drop(state);
        let missing =
            || Answer::json(404, &json!({ "message": "The target couldn't be found.", "errors": [] }));
        return otherwise.map_or_else(missing, |answer| answer(seen));
    };
    if route.answers.len() > 1 { route.answers.pop_front().unwrap() } else { route.answers[0].clone() }
}

/// Writes an answer; false when the connection is to end.
fn write_answer(mut stream: &TcpStream, answer: &Answer, url: &str, head: bool) -> bool {
    let body = String::from_utf8(answer.body.clone())
        .map_or_else(|_| answer.body.clone(), |text| text.replace("https://forge.example", url).into_bytes());
    let mut text = format!("HTTP/1.1 {} Status\r\n", answer.status);
    for (name, value) in answer.headers.iter().filter(|(name, _)| name != "content-length") {
        text.push_str(&format!("{name}: {}\r\n", value.replace("https://forge.example", url)));
    }
    let may_have_body = !matches!(answer.status, 204 | 304);
    if may_have_body {
        text.push_str(&format!("content-length: {}\r\n", body.len()));
    }
    text.push_str("\r\n");
    let kept = answer.broken_after.map_or(body.as_slice(), |bytes| &body[..bytes.min(body.len())]);
    let _ = stream.write_all(text.as_bytes());
    if may_have_body && !head {
        let _ = stream.write_all(kept);
    }
    if answer.broken_after.is_some() {
        let _ = stream.shutdown(std::net::Shutdown::Both);
        return false;
    }
    true
}
