#!/usr/bin/env bash
# Seals that a key in ssh-agent signs are verified by its public key. Needs ssh-agent, ssh-add, ssh-keygen and python3, and duelog as the tests build it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
duelog=${CARGO_TARGET_DIR:-$PWD/target}/debug/duelog
work=$(mktemp -d)
eval "$(ssh-agent -a "$work/agent")" >/dev/null
trap 'ssh-agent -k >/dev/null; rm -rf "$work"' EXIT
for name in example.com/other example.com/table-5; do
    ssh-keygen -q -t ed25519 -N '' -C "$name" -f "$work/key"
    ssh-add -q "$work/key"
    rm "$work/key" "$work/key.pub"
done
export DUELOG_KEY=example.com/table-5
decks=(fixtures/decks/duel-masters/light-water-wardens.deck fixtures/decks/duel-masters/fire-nature-rush.deck)
"$duelog" simulate --game duel-masters --decks "${decks[@]}" --key-helper tests/peers/agent_key.py --out "$work/logs" >/dev/null
echo "host $(tests/peers/agent_key.py public)" >"$work/keys.txt"
"$duelog" verify "$work"/logs/*.duelog --keys "$work/keys.txt" | tee "$work/said"
grep -qF "host: to the end, by the key example.com/table-5" "$work/said"
"$duelog" publish "$work/logs" --log "$work/cup" --key-helper tests/peers/agent_key.py >/dev/null
tests/peers/agent_key.py public >"$work/public"
"$duelog" check "$work/cup/checkpoint" --key "$work/public"
