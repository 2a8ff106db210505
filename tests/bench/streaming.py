#!/usr/bin/env python3
"""Measures how much memory the program takes while large things pass through it: they must stream, not pile up.

usage: streaming.py PROGRAM

Needs Linux and the loopback, no forge and no packages: the forge is made here. Each case runs in a fresh server; its
figure is the peak of resident memory above what the server holds once it is initialized. The last line is the worst
one, and the exit status is 1 when that is over the bound.
"""

import contextlib
import os
import sys
import tempfile

from session import Forge, Server, serve

MB = 1024 * 1024
BOUND_KB = 16 * 1024

LOG_SIZE = 50 * MB
DIFF_SIZE = 2 * MB
UPLOAD_SIZE = 100 * MB

LOG_LINE = b"2026-01-01T00:00:00.000Z compiling harbor v0.1.0 (/workspace/harbor)\n"


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


class LargeForge(Forge):
    """Has large things; the log is made while it is sent, and uploads are counted, not kept."""

    uploaded = 0

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
                super().do_GET()

    def do_POST(self):
        left = int(self.headers["content-length"])
        while left:
            read = len(self.rfile.read(min(left, 64 * 1024)))
            left -= read
            LargeForge.uploaded += read
        self.json({"id": 1, "name": "large.bin", "size": UPLOAD_SIZE, "uuid": "0-1"})


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
    before = LargeForge.uploaded
    server.call("create_issue_attachment", {"index": 1, "file_path": path})
    assert LargeForge.uploaded - before > UPLOAD_SIZE, LargeForge.uploaded - before


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
    url = serve(LargeForge)
    worst = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, case in CASES:
            flags = ["--allow-file-path-upload", "--upload-root", folder]
            server = Server([os.path.abspath(sys.argv[1]), *flags], url)
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
