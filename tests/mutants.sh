#!/usr/bin/env bash
# Mutation testing: small faults are put into the code one after another, and a test should fail with each.
#
#     tests/mutants.sh [SIZE [PART...]]
#
# PART is one of `log-format`, `kernel`, `verifier` (run against the crate's own tests) and `magic`,
# `duel-masters`, `flesh-and-blood` (files of continuous effects, replacement effects and triggers, run
# against the crate's own tests, and what these miss against the game's scenarios); all of them when none is
# named. SIZE is about how many mutants of each, evenly spread over all that there are. How they are run
# stands in `tests/mutants/run.py`. Needs cargo-mutants, for the list of mutants alone: `cargo install
# cargo-mutants --locked`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
size=${1:-120}
shift || true
[ $# -gt 0 ] || set -- log-format kernel verifier magic duel-masters flesh-and-blood

out=target/mutants
mkdir -p "$out"
lists=()
for part; do
    listed=(cargo mutants --list --json --package "duelog-$part")
    case $part in
        log-format | verifier) ;;
        # Built with the feature `traced` alone.
        kernel) listed+=(--exclude core/kernel/src/reached.rs) ;;
        magic | duel-masters | flesh-and-blood)
            for noun in continuous replacement triggers; do
                listed+=(--file "core/$part/src/rules/$noun.rs" --file "core/$part/src/rules/$noun/*.rs")
            done
            ;;
        *) echo "there is no part $part" >&2 && exit 2 ;;
    esac
    # Every n-th mutant of the list, which is in the order of the files: the same sample for the same sources.
    all=$("${listed[@]}" | python3 -c 'import json, sys; print(len(json.load(sys.stdin)))')
    every=$(((all + size - 1) / size))
    "${listed[@]}" --shard "0/$every" --sharding round-robin >"$out/$part.json"
    lists+=("$out/$part.json")
    echo "$part: one of $every of $all mutants"
done

# Optimised a little, so that the games of tests take seconds; nothing for a debugger. Properties try the same
# cases each time.
export CARGO_PROFILE_TEST_OPT_LEVEL=${CARGO_PROFILE_TEST_OPT_LEVEL:-1} CARGO_PROFILE_TEST_DEBUG=0
export CARGO_PROFILE_DEV_DEBUG=0
export PROPTEST_RNG_SEED=1 PROPTEST_MAX_SHRINK_ITERS=0 PROPTEST_DISABLE_FAILURE_PERSISTENCE=true
python3 tests/mutants/run.py "${lists[@]}"
