#!/usr/bin/env bash
# In rustc's place: the project's own crates use what became stable after the oldest compiler of `build.sh`, 1.85, which has it behind these gates.
for word in "$@"; do
    case $word in duelog*)
        exec "$@" '-Zcrate-attr=feature(let_chains, result_flattening, unsigned_is_multiple_of, slice_as_chunks, extract_if)' ;;
    esac
done
exec "$@"
