#!/usr/bin/env python3
"""Measures how much memory the program takes while large things pass through it: they must stream, not pile up.

usage: streaming.py PROGRAM

Needs Linux and the loopback, no forge and no packages: the forge is made here. Each case runs in a fresh server; its
figure is the peak of resident memory above what the server holds once it is initialized. The last line is the worst
one, and the exit status is 1 when that is over the bound.
"""

import contextlib
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading

MB = 1024 * 1024
BOUND_KB = 16 * 1024

LOG_SIZE = 50 * MB
DIFF_SIZE = 2 * MB
UPLOAD_SIZE = 100 * MB

LOG_LINE = b"2026-01-01T00:00:00.000Z compiling harbor v0.1.0 (/workspace/harbor)\n"
REPOSITORY = {"owner": "harbor", "repo": "lighthouse"}


def diff():
    """A diff of many files, each a few kilobytes long."""
    text, number = bytearray(), 0
    while len(text) < DIFF_SIZE:
        name = f"src/file_{number}.rs"
        text += f"diff --git a/{name} b/{name}\n--- a/{name}\n+++ b/{name}\n@@ -1,40 +1,40 @@\n".encode()
        text += b"-let lamp = Lamp::dark();\n+let lamp = Lamp::lit();\n" * 40
        number += 1
    return bytes(text), name


DIFF, LAST_FILE = diff()


class Forge(http.server.BaseHTTPRequestHandler):
    """Answers what the cases ask for; the log is made while it is sent, and uploads are counted, not kept."""

    protocol_version = "HTTP/1.1"
    uploaded = 0

    def log_message(self, *_):
        pass

    def head(self, kind, size):
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(size))
        self.end_headers()

    def do_GET(self):
        path = self.path.split("?")[0]
        # The program reads the end of a log only; what it does not need it may leave behind.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            if path.endswith("/logs"):
                self.head("text/plain", LOG_SIZE)
                block = LOG_LINE * (64 * 1024 // len(LOG_LINE))
                left = LOG_SIZE
                while left:
                    self.wfile.write(block[:left])
                    left -= min(left, len(block))
            elif path.endswith(".diff"):
                self.head("text/plain", len(DIFF))
                self.wfile.write(DIFF)
            else:
                answer = b'{"version":"16.0.0+gitea-1.22.0","max_response_items":50}'
                self.head("application/json", len(answer))
                self.wfile.write(answer)

    def do_POST(self):
        left = int(self.headers["content-length"])
        while left:
            read = len(self.rfile.read(min(left, 64 * 1024)))
            left -= read
            Forge.uploaded += read
        answer = json.dumps({"id": 1, "name": "large.bin", "size": UPLOAD_SIZE, "uuid": "0-1"}).encode()
        self.head("application/json", len(answer))
        self.wfile.write(answer)


class Server:
    """The program, serving over stdio."""

    def __init__(self, program, url, folder):
        flags = ["--url", url, "--allow-file-path-upload", "--upload-root", folder]
        self.process = subprocess.Popen(
            [program, *flags],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "FORGEJO_ACCESS_TOKEN": "bench"},
        )
        self.asked = 0
        client = {"name": "bench", "version": "0"}
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
        self.ask("initialize", hello)
        self.send({"method": "notifications/initialized"})
        self.ask("ping", {})

    def send(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method, params):
        self.asked += 1
        self.send({"id": self.asked, "method": method, "params": params})
        while line := self.process.stdout.readline():
            answer = json.loads(line)
            if answer.get("id") == self.asked:
                return answer["result"]
        raise SystemExit("the program closed its output")

    def call(self, tool, arguments):
        result = self.ask("tools/call", {"name": tool, "arguments": {**REPOSITORY, **arguments}})
        text = result["content"][0]["text"]
        if result.get("isError"):
            raise SystemExit(f"{tool} failed: {text}")
        return text

    def memory(self, field):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith(f"{field}:"))

    def forget_peak(self):
        with open(f"/proc/{self.process.pid}/clear_refs", "w", encoding="ascii") as switch:
            switch.write("5")

    def stop(self):
        self.process.stdin.close()
        self.process.wait(10)


def log_end(server, _):
    text = server.call("get_action_job_logs", {"job_id": 1})
    assert LOG_LINE.decode().strip() in text, text[:200]


def log_middle(server, _):
    text = server.call("get_action_job_logs", {"job_id": 1, "offset": LOG_SIZE // 2, "max_bytes": 262144})
    assert "compiling harbor" in text, text[:200]


def whole_diff(server, _):
    text = server.call("get_pull_request_diff", {"index": 1})
    assert text.startswith("diff --git"), text[:200]


def last_file_of_diff(server, _):
    text = server.call("get_pull_request_diff", {"index": 1, "file_path": LAST_FILE})
    assert LAST_FILE in text and "file_0.rs" not in text, text[:200]


def upload(server, folder):
    path = os.path.join(folder, "large.bin")
    with open(path, "wb") as file:
        file.truncate(UPLOAD_SIZE)
    before = Forge.uploaded
    server.call("create_issue_attachment", {"index": 1, "file_path": path})
    assert Forge.uploaded - before > UPLOAD_SIZE, Forge.uploaded - before


CASES = [
    ("50 MB log, its end", log_end),
    ("50 MB log, from the middle", log_middle),
    ("2 MB diff, its start", whole_diff),
    ("2 MB diff, its last file", last_file_of_diff),
    ("100 MB upload", upload),
]


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    forge = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Forge)
    threading.Thread(target=forge.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{forge.server_port}"
    worst = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, case in CASES:
            server = Server(os.path.abspath(sys.argv[1]), url, folder)
            idle = server.memory("VmRSS")
            server.forget_peak()
            case(server, folder)
            more = server.memory("VmHWM") - idle
            server.stop()
            worst = max(worst, more)
            print(f"{name:28} idle {idle:6} kB, at its peak {more:6} kB more")
    print(f"worst {worst} kB, bound {BOUND_KB} kB")
    return 0 if worst < BOUND_KB else 1


if __name__ == "__main__":
    sys.exit(main())
