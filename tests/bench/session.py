"""A session with the program over stdio, and the loopback forge that it talks to; for the scripts beside this file."""

import http.server
import json
import os
import subprocess
import threading

REPOSITORY = {"owner": "harbor", "repo": "lighthouse"}


class Forge(http.server.BaseHTTPRequestHandler):
    """Answers every read with its settings; a benchmark adds what it needs."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def head(self, kind, size):
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(size))
        self.end_headers()

    def json(self, answer):
        body = json.dumps(answer).encode()
        self.head("application/json", len(body))
        self.wfile.write(body)

    def do_GET(self):
        self.json({"version": "16.0.0+gitea-1.22.0", "max_response_items": 50})


def serve(forge):
    """Starts a forge and answers with its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), forge)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


class Server:
    """The program, serving over stdio."""

    def __init__(self, command, url):
        self.process = subprocess.Popen(
            [*command, "--url", url],
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
        self.process.wait(60)
