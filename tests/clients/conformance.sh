#!/usr/bin/env bash
# Runs the scenarios of the MCP conformance suite that need no fixtures of their own, against the program in demo mode
# over HTTP. The scenarios about sessions pass with a warning: this server is stateless and gives none.
#
# usage: conformance.sh PROGRAM CONFORMANCE [ARGUMENT…]     (how the suite is started, such as: npx conformance)
set -euo pipefail

if [[ $# -lt 2 ]]; then
  sed -n '5p' "$0" >&2
  exit 2
fi
program=$1
shift
suite=("$@")
scenarios=(
  server-initialize ping tools-list tools-call-error resources-list prompts-list dns-rebinding-protection
  server-sse-multiple-streams server-sse-polling
)
work=$(mktemp -d)
"$program" --demo --transport http --http-port 0 2>"$work/log" &
server=$!
trap 'kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT

address=""
for _ in $(seq 100); do
  address=$(sed -n 's/.*listening on //p' "$work/log")
  [[ -n $address ]] && break
  sleep 0.1
done
[[ -n $address ]] || { cat "$work/log"; exit 1; }
# The suite sends Host and Origin of its own for the name that it is given.
address=${address/127.0.0.1/localhost}

passed=0
for scenario in "${scenarios[@]}"; do
  if ! (cd "$work" && timeout 60 "${suite[@]}" server --url "$address" --scenario "$scenario") >"$work/out" 2>&1 ||
    ! grep -q ' 0 failed' "$work/out"; then
    echo "$scenario ... FAILED"
    cat "$work/out"
    echo "$passed passed, 1 failed"
    exit 1
  fi
  echo "$scenario ... ok"
  passed=$((passed + 1))
done
echo "$passed passed, 0 failed"
