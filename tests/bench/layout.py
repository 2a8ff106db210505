#!/usr/bin/env python3
"""Finds which functions a usual session runs, and writes the linker script that lays them out together.

usage: layout.py PROGRAM > build/layout.ld

PROGRAM is a release build with its symbols and without this layout, which valgrind does not read; naming a linker
leaves it out: RUSTFLAGS="-C linker=cc" CARGO_PROFILE_RELEASE_STRIP=none cargo build --release. Needs valgrind and nm,
and no forge: the session lists the tools, reads an issue and lists issues of the recordings. Names are written without
the hashes in them, which change with every build.
"""

import bisect
import collections
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile

from session import Forge, Server, serve

RECORDINGS = os.path.join(os.path.dirname(__file__), "..", "recordings", "issues.jsonl.gz")
# A name without its hash may mean many functions, also some that do not run. Where they are few bytes, or few times
# those that run, they hardly spread the rest. Others stand behind the rest, and what is larger yet stays where it is.
FEW_BYTES = 16 * 1024
MOST_OTHERS = 3
TOO_MANY_BYTES = 256 * 1024

HEADER = """\
/* Where the linker puts code on Linux: what a session runs lies together, so that fewer pages are resident.

   The kernel maps code in pieces of 64 kB. Spread over the program, the 700 kB of code that a usual session runs made
   7 MB resident. Nothing depends on this file: a name that no longer fits is not moved, and the memory grows a little.
   Made by tests/bench/layout.py, to be made anew when the memory that tests/bench measures has grown. */
SECTIONS
{
  .text.used :
  {
"""
FOOTER = """\
  }
}
INSERT BEFORE .text;
"""


def recorded(operation):
    """The answer that a real Forgejo gave to an operation."""
    with gzip.open(RECORDINGS, "rt", encoding="utf-8") as lines:
        for exchange in map(json.loads, lines):
            if exchange["operation"] == operation and exchange["response"]["status"] == 200:
                return exchange["response"]["body"]
    raise SystemExit(f"no recording of {operation}")


ISSUE = recorded("issueGetIssue")
ISSUES = recorded("issueListIssues")


class RecordedForge(Forge):
    def do_GET(self):
        path = self.path.split("?")[0]
        if path.endswith("/issues"):
            self.json(ISSUES)
        elif re.search(r"/issues/\d+$", path):
            self.json(ISSUE)
        else:
            super().do_GET()


def functions(program):
    """Address, size and name of every function."""
    listed = subprocess.run(["nm", "-S", "--defined-only", program], check=True, capture_output=True, text=True)
    fields = (line.split() for line in listed.stdout.splitlines())
    found = sorted(
        (int(row[0], 16), int(row[1], 16), row[3]) for row in fields if len(row) == 4 and row[2] in "tTwW"
    )
    return found or sys.exit("the program has no symbols")


def instructions(program, url, folder, work):
    """The addresses that a session executes, each once."""
    file = os.path.join(folder, "callgrind")
    valgrind = ["valgrind", "-q", "--tool=callgrind", "--dump-instr=yes", f"--callgrind-out-file={file}"]
    server = Server([*valgrind, program], url)
    work(server)
    server.stop()
    objects, inside, address, found = {}, False, 0, set()
    with open(file, encoding="utf-8") as lines:
        for line in lines:
            # A called object is named in the same way, and only once.
            if match := re.match(r"(c?)ob=\((\d+)\)\s*(.*)", line):
                called, number, name = match.groups()
                objects.setdefault(number, name)
                inside = inside if called else objects[number] == program
            elif match := re.match(r"(0x[0-9a-f]+|[+-]\d+|\*)\s", line):
                # Addresses are told by their distance to the last one.
                step = match.group(1)
                address = int(step, 16) if step.startswith("0x") else address + int(step.replace("*", "0"))
                if inside:
                    found.add(address)
    return found or sys.exit("no instruction of the program was seen: is it built without the layout?")


def without_hash(name):
    name = re.sub(r"17h[0-9a-f]{16}E.*$", "17h*", name)
    name = re.sub(r"\.llvm\.\d+$", "*", name)
    return re.sub(r"Cs[0-9A-Za-z]+_", "Cs*_", name)


def start(_):
    """Nothing more than what every session begins with."""


def usual(server):
    server.ask("tools/list", {})
    for _ in range(3):
        server.call("get_issue_by_index", {"index": 1})
    server.call("list_repo_issues", {"limit": 30})


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    program, url = os.path.abspath(sys.argv[1]), serve(RecordedForge)
    table = functions(program)
    addresses = [address for address, _, _ in table]
    named, used = collections.Counter(), {}
    for _, size, name in table:
        named[without_hash(name)] += size
    with tempfile.TemporaryDirectory() as folder:
        # What starts the program stands first: some sessions do no more.
        for work in (start, usual):
            for instruction in sorted(instructions(program, url, folder, work)):
                _, size, name = table[bisect.bisect(addresses, instruction) - 1]
                used.setdefault(without_hash(name), {})[name] = size
    runs = {name: sum(sizes.values()) for name, sizes in used.items()}
    dense = [name for name in runs if named[name] <= max(FEW_BYTES, MOST_OTHERS * runs[name])]
    sparse = [name for name in runs if name not in set(dense) and named[name] <= TOO_MANY_BYTES]
    print(HEADER, end="")
    for name in dense + sparse:
        print(f"    *(.text.{name})")
    print(FOOTER, end="")


if __name__ == "__main__":
    main()
