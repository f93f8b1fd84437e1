#!/usr/bin/env bash
# What duelog publishes, proves and signs, read by Go's golang.org/x/mod/sumdb/note and tlog. Needs Go and that module's sources where Go finds them without
# fetching (Debian: golang-go, golang-golang-x-mod-dev), and duelog as the tests build it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
duelog=${CARGO_TARGET_DIR:-$PWD/target}/debug/duelog
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cup() { "$duelog" "$@" >/dev/null; }
"$duelog" keys new example.com/cup --out "$work/cup.key" >"$work/cup.public"
"$duelog" keys new ann --out "$work/ann.key" >"$work/ann.public"
log=fixtures/golden/duel-masters/duel-masters-1.duelog
cup publish fixtures/golden/magic --log "$work/cup" --key "$work/cup.key"
cp "$work/cup/checkpoint" "$work/before"
cup publish fixtures/golden --log "$work/cup" --key "$work/cup.key"
cup prove "$log" --log "$work/cup" --key "$work/cup.public" --decision 12 --out "$work/proof"
cup sign "$log" --key "$work/ann.key" --as "seat 0" --note "$work/note"
GO111MODULE=off GOPATH=${GOPATH:-/usr/share/gocode} go run tests/peers/transparency/main.go \
    "$work/cup" "$work/cup.public" "$work/before" "$work/proof" "$work/note" "$work/ann.public"
