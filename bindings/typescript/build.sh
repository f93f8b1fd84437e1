#!/usr/bin/env bash
# Builds `duelog.wasm`: Debian's rustc-web compiles the standard library for the target from rust-web-src, against wasi-libc. usage: build.sh OUT
set -euo pipefail
out=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"
for file in /usr/bin/rustc /usr/lib/rustlib/src/rust/library/std/Cargo.toml /usr/lib/wasm32-wasi/libc.a /usr/bin/wasm-ld-19; do
    if [ ! -e "$file" ]; then
        echo "$file is missing: apt-get install rustc-web rust-web-src wasi-libc lld-19" >&2
        exit 1
    fi
done
export RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 RUSTC_WRAPPER="$PWD/rustc.sh" CARGO_TARGET_WASM32_WASIP1_LINKER=wasm-ld-19
export CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS="-L /usr/lib/wasm32-wasi -C link-arg=-zstack-size=16777216"
# What the standard library and its crates want of a newer wasi-libc than Debian's is left to who runs the program (src/program.ts).
cargo rustc --manifest-path program/Cargo.toml --release --locked --ignore-rust-version --target wasm32-wasip1 -Z build-std=std,panic_abort \
    -- -C link-arg="--allow-undefined-file=$PWD/libc.txt"
cp "${CARGO_TARGET_DIR:-program/target}/wasm32-wasip1/release/duelog.wasm" "$out"
