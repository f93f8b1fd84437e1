#!/usr/bin/env bash
# Two builds of duelog beside each other, as people run them: random games of two decks a game, recorded and verified by each on one core.
#
#     tests/benches/compare.sh OLD NEW [GAMES [TIMES]]
#
# Prints decisions a second of processor time (user and system), the best of TIMES alternating runs, so that what else the machine does
# counts little. Each build verifies its own logs, whose format may differ.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
old=$(realpath "$1") new=$(realpath "$2") games=${3:-150} times=${4:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
TIMEFORMAT='%U %S'

# The processor time of a command in milliseconds.
spent() {
    local time
    time=$({ time "$@" >"$work/out" 2>&1; } 2>&1) || { cat "$work/out" >&2; return 1; }
    awk '{ printf "%d", ($1 + $2) * 1000 }' <<<"$time"
}

printf '%-16s %-9s %12s %12s %7s\n' game what old new ratio
for game in magic duel-masters flesh-and-blood; do
    # The first two decks of which the old build knows every card too.
    decks=()
    for deck in fixtures/decks/"$game"/*.deck; do
        rm -rf "$work/try"
        if [ "${#decks[@]}" -lt 2 ] && "$old" simulate --game "$game" --decks "$deck" "$deck" --out "$work/try" >"$work/out" 2>&1; then
            decks+=("$deck")
        fi
    done
    [ "${#decks[@]}" -eq 2 ] || { echo "$game: no two decks that both builds know" >&2; exit 1; }
    declare -A best=()
    for ((run = 0; run < times; run++)); do
        for build in old new; do
            logs="$work/$build-$game"
            rm -rf "$logs"
            for what in simulate verify; do
                if [ "$what" = simulate ]; then
                    took=$(spent taskset -c 0 "${!build}" simulate --game "$game" --decks "${decks[0]}" "${decks[1]}" --games "$games" --out "$logs")
                else
                    took=$(spent taskset -c 0 "${!build}" verify -q "$logs")
                    decisions=$(sed -n 's/.*; \([0-9]*\) decisions in .*/\1/p' "$work/out")
                    best[$build-decisions]=$decisions
                fi
                key=$build-$what
                if [ -z "${best[$key]:-}" ] || [ "$took" -lt "${best[$key]}" ]; then best[$key]=$took; fi
            done
        done
    done
    for what in simulate verify; do
        o=$((best[old-decisions] * 1000 / best[old-$what])) n=$((best[new-decisions] * 1000 / best[new-$what]))
        printf '%-16s %-9s %12d %12d %7s\n' "$game" "$what" "$o" "$n" "$(awk -v o="$o" -v n="$n" 'BEGIN { printf "%.2f", n / o }')"
    done
    unset best
done
