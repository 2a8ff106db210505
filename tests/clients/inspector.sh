#!/usr/bin/env bash
# Checks the program with the command line of the MCP Inspector, in demo mode: the tools are listed and portable, a
# read answers, and a failed call is told as one.
#
# usage: inspector.sh PROGRAM INSPECTOR [ARGUMENT…]     (how the Inspector is started, such as: npx mcp-inspector)
set -euo pipefail

if [[ $# -lt 2 ]]; then
  sed -n '5p' "$0" >&2
  exit 2
fi
program=$1
shift
inspector=("$@")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export MCP_CATALOG_PATH="$work/catalog.json"
passed=0

inspect() {
  "${inspector[@]}" --cli "$program" --demo "$@" >"$work/out" 2>"$work/err"
}

fail() {
  echo "$1 ... FAILED: $2"
  cat "$work/out" "$work/err"
  echo "$passed passed, 1 failed"
  exit 1
}

ok() {
  echo "$1 ... ok"
  passed=$((passed + 1))
}

# Whether an expression holds for the JSON that came back, as `answer`.
holds() {
  python3 -c 'import json, sys; answer = json.load(open(sys.argv[1])); sys.exit(not eval(sys.argv[2]))' "$work/out" "$1"
}

name=tools_are_listed_and_portable
inspect --method tools/list --strict || fail $name "exit $?"
holds 'len(answer["tools"]) >= 40' || fail $name "too few tools"
ok $name

name=issues_are_listed
inspect --method tools/call --tool-name list_repo_issues --tool-arg owner=harbor repo=lighthouse limit=2 || fail $name "exit $?"
holds 'len(answer["structuredContent"]["items"]) == 2' || fail $name "not two issues"
ok $name

name=a_file_is_read
inspect --method tools/call --tool-name get_file_content --tool-arg owner=harbor repo=lighthouse path=README.md || fail $name "exit $?"
holds 'answer["content"][0]["text"].startswith("#")' || fail $name "not the text of the file"
ok $name

name=a_write_is_refused
code=0
inspect --method tools/call --tool-name create_issue --tool-arg owner=harbor repo=lighthouse title=Foghorn || code=$?
[[ $code -eq 5 ]] || fail $name "exit $code, not that of a failed tool"
holds 'answer["isError"] and "read-only" in answer["content"][0]["text"]' || fail $name "does not say read-only"
ok $name

echo "$passed passed, 0 failed"
