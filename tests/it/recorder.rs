//! A server that gives one answer to everything and remembers the raw paths that were asked for, without queries.
//!
//! The typed mocks match paths by pattern, and so cannot tell how a name was encoded; this one can.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use forgejo_mcp::config::{Config, Flags};
use forgejo_mcp::forgejo::api::Client;
use forgejo_mcp::forgejo::{Forge, Guard, Instance};

/// A server on this machine, for as long as the test runs.
pub(crate) struct Recorder {
    address: String,
    paths: Arc<Mutex<Vec<String>>>,
}

impl Recorder {
    /// Starts a server that answers everything with this status and JSON body.
    pub(crate) fn start(status: &str, body: &str) -> Self {
        let answer = format!(
            "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let paths = Arc::new(Mutex::new(Vec::new()));
        let remembered = Arc::clone(&paths);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let remembered = Arc::clone(&remembered);
                let answer = answer.clone();
                thread::spawn(move || serve(&stream, &remembered, &answer));
            }
        });
        Self { address, paths }
    }

    /// A client of this server.
    pub(crate) fn client(&self) -> Client {
        client_of(&self.address)
    }

    /// The raw paths that were asked for since the last look.
    pub(crate) fn taken(&self) -> Vec<String> {
        std::mem::take(&mut self.paths.lock().unwrap())
    }
}

/// A client of an address, without a token.
pub(crate) fn client_of(address: &str) -> Client {
    let flags = Flags { url: Some(address.to_owned()), ..Flags::default() };
    let config = Config::from_flags(flags).unwrap();
    let instance = Arc::new(Instance::new(config.source, config.http));
    Forge::new(instance, None, Guard::default()).api().unwrap().clone()
}

fn serve(stream: &TcpStream, paths: &Mutex<Vec<String>>, answer: &str) {
    stream.set_nodelay(true).unwrap();
    let mut reader = BufReader::new(stream);
    let mut request = String::new();
    while reader.read_line(&mut request).is_ok_and(|read| read > 0) {
        let target = request.split(' ').nth(1).unwrap();
        paths.lock().unwrap().push(target.split('?').next().unwrap().to_owned());
        let mut length = 0;
        let mut header = String::new();
        while reader.read_line(&mut header).is_ok() && !header.trim().is_empty() {
            if let Some(value) = header.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            header.clear();
        }
        reader.read_exact(&mut vec![0; length]).unwrap();
        (&mut &*stream).write_all(answer.as_bytes()).unwrap();
        request.clear();
    }
}
