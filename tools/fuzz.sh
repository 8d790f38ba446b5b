#!/usr/bin/env bash
# fuzz.sh SECONDS [TARGET...]: LLVM's fuzzer looks for texts that break what must hold of the parsers of
# outside text (tests/fuzz), so long for each target. It begins with tests/corpus and keeps what it learns
# under the build folder; what breaks something is left there, in found/: mend it, and give it a name in
# tests/corpus.
#
# A stable compiler does: coverage counters come from LLVM directly.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

seconds=${1:?usage: fuzz.sh SECONDS [TARGET...]}
shift
need cargo "install Rust with rustup"
need c++ "LLVM's fuzzer is compiled from its source (Debian: apt-get install g++)"

out=${CARGO_TARGET_DIR:-$ROOT/target}/fuzz
host=$(rustc -vV | sed -n 's/^host: //p')
# As libFuzzer's documentation has it for other compilers than clang: counters, their places, and
# the operands of comparisons.
flags="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4"
flags+=" -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table"
flags+=" -Cllvm-args=-sanitizer-coverage-trace-compares"
# With a target named, the flags are not those of build scripts.
RUSTFLAGS=$flags CARGO_TARGET_DIR=$out cargo build --locked \
    -p trueghz-fuzz --features libfuzzer --target "$host"

targets=("$@")
if ((${#targets[@]} == 0)); then
    mapfile -t targets < <(cd "$ROOT/tests/corpus" && ls)
fi
mkdir -p "$out/found"
for target in "${targets[@]}"; do
    say "$target, for $seconds s"
    mkdir -p "$out/learnt/$target"
    # 64 KiB are the most that anything reads of a file of the system. A minute is an age for any of it, even
    # the 8,192 processors that six bytes can name, on a busy machine.
    TRUEGHZ_FUZZ_TARGET=$target "$out/$host/debug/fuzz" "$out/learnt/$target" "$ROOT/tests/corpus/$target" \
        -max_total_time="$seconds" -max_len=65536 -timeout=60 -rss_limit_mb=1024 \
        -artifact_prefix="$out/found/$target-" -print_final_stats=1 -verbosity=0 ||
        fail "$target: what broke it is in $out/found."
done
