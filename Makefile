# The verbs of the project. CI calls only these. `make help` lists them.

# Cross compilation: docs/adr/0002-cross-toolchain.md.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

ARGS ?=
FUZZ_SECONDS ?= 60
CHANCE_CASES ?= 20000
# Not Linux on x86_64 and aarch64, Android on aarch64 or Windows on x86_64: their tests compile everything.
CHECK_TARGETS := aarch64-apple-darwin aarch64-apple-ios x86_64-linux-android aarch64-pc-windows-msvc \
    riscv64gc-unknown-linux-gnu
CHECKS := $(addprefix check-target-,$(CHECK_TARGETS))

# The crates of the library, each before those that use it, and their folders.
CORE_CRATES := trueghz-host trueghz trueghz-loads trueghz-report trueghz-instructions
CORE := $(addprefix -p ,$(CORE_CRATES))
CORE_FOLDERS := core/host core core/loads core/report core/instructions

# Programs of the workspace as `make test` has built them. Cargo takes the features that all
# packages it is given ask for: given one alone, it would recompile most of its dependencies. A
# package's programs are built with each of its tests.
BUILD_WITH_TEST := cargo test --locked --workspace --no-run --test

include make/toolchain.mk

.PHONY: help
help: ## List the verbs
	@awk -F ':.*## ' \
	    '/^##@ / { printf "\n%s\n", substr($$0, 5) } \
	     /^[a-z0-9_%-]+:.*## / { printf "  %-20s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

##@ Use
.PHONY: run man
run: ## Measure this machine (ARGS="..." are the program's arguments)
	cargo run --release -p trueghz-desktop -- $(ARGS)

man: ## Write the manual page: dist/man/trueghz.1
	@mkdir -p dist/man
	cargo run --release -p trueghz-desktop -- man > dist/man/trueghz.1.new
	@grep -q '^\.TH ' dist/man/trueghz.1.new || \
	    { echo "trueghz man printed no manual page" >&2; exit 1; }
	@mv dist/man/trueghz.1.new dist/man/trueghz.1

##@ Test
.PHONY: test test-all test-fresh faults fuzz chance miri setup-miri test-aarch64 test-windows fmt check-targets
test: ## The library and the program: ten minutes on two cores that have built nothing yet
	@tools/test.sh native

test-all: ## Every test this host can run, and what was not run and why (ONLY="lab html" runs these parts: tools/test.sh)
	@tools/test.sh $(ONLY)

test-fresh: .tools/fresh ## README's commands in an empty Debian 12, with time and disk of each (needs root; ALL=1: test-all, too)
	tools/test-fresh.sh "make run" "make test" $(if $(ALL),"make test-all")

faults: ## Write docs/faults.md: the outcome of every fault, from the tests that prove it
	TRUEGHZ_WRITE_FAULTS=1 cargo test -p trueghz --test faults --locked
	TRUEGHZ_WRITE_FAULTS=1 cargo test -p trueghz-desktop --test command_faults --locked

fuzz: ## Fuzz each parser for FUZZ_SECONDS (60; needs a C++ compiler)
	tools/fuzz.sh $(FUZZ_SECONDS)

chance: ## Try every property with CHANCE_CASES new cases (20000): what one in a thousand runs would find
	PROPTEST_CASES=$(CHANCE_CASES) cargo test --release --locked $(CORE) --lib
	PROPTEST_CASES=$(CHANCE_CASES) cargo test --release --locked $(CORE) --test pure --test recorded properties:: recordings::
	PROPTEST_CASES=$(CHANCE_CASES) cargo test --release --locked -p trueghz-report --test store
	PROPTEST_CASES=$(CHANCE_CASES) $(LAB_CARGO) test --release --manifest-path $(LAB)/Cargo.toml --locked -p trueghz-lab-model

# Of core, what threads share. Miri runs no assembly and few calls of the system, and is a thousand times as slow.
MIRI_TESTS := pin:: run::background run::conditions run::end_tests \
    run::mailbox_tests::a_first_number run::mailbox_tests::states

miri: setup-miri ## What threads share, under Miri: undefined behaviour, races
	MIRIFLAGS=-Zmiri-disable-isolation CARGO_TARGET_DIR=$(BINDINGS_OUT)/miri \
	    cargo +nightly miri test --locked -p trueghz-host -p trueghz --lib -- $(MIRI_TESTS)

setup-miri: ## Miri, with rustup's nightly compiler
	@tools/miri.sh

# Tests of core that run for other systems: its unit tests, and the programs that depend on the
# processor's code or the system. The rest is arithmetic, the same everywhere and minutes under an
# emulator; on a machine of these systems it runs (tools/machine.sh).
PORTED := --lib $(foreach program,clocks code disassembly emulated files live session store,--test $(program))
PROGRAM := --bins $(foreach program,instructions program ramp signals sustained turbo,--test $(program))
WITHOUT_ARITHMETIC := $(foreach module,estimate:: throttling:: windows::timed:: windows::ends:: identify:: quality::cores:: foreign_text::,--skip $(module))

test-aarch64: setup-aarch64 ## The program's tests compiled for aarch64 Linux, under an emulator; those of the library run as Android's
	tools/cross.sh aarch64-unknown-linux-musl test --locked --no-fail-fast -p trueghz-desktop $(PROGRAM) -- $(WITHOUT_ARITHMETIC)

test-windows: setup-wine ## The tests compiled for x86_64 Windows, under wine, without those of arithmetic alone
	tools/cross.sh x86_64-pc-windows-gnu test --locked --no-fail-fast $(CORE) -p trueghz-desktop $(PORTED) $(PROGRAM) -- \
	    $(WITHOUT_ARITHMETIC)

fmt: ## Format the code
	cargo fmt --all

check-targets: $(CHECKS) ## Type-check core and its tests for other systems, and the program for desktops

.PHONY: $(CHECKS)
# Elsewhere than on AArch64 and x86-64 there are no instructions to measure, which tests of core do.
$(CHECKS): check-target-%: setup-test-compiler setup-windows
	tools/cross.sh $* check $(if $(findstring riscv,$*),$(addprefix -p ,$(filter-out trueghz-instructions,$(CORE_CRATES))),--tests $(CORE)) \
	    $(if $(findstring darwin,$*)$(findstring windows,$*),-p trueghz-desktop) --locked

##@ Build
.PHONY: bench bench-parameters bench-peers simulation simulation-plots doc package clean clean-tools dist-linux-arm64 dist-linux-x86_64 dist-macos-arm64 \
    dist-windows-x86_64
bench: ## This machine idle and loaded, start-up, signals
	cargo bench -p trueghz --bench hardware
	cargo bench -p trueghz --bench watching
	cargo bench -p trueghz-desktop

simulation: ## docs/simulation: readings of simulated machines, as CSV with plots (TRUEGHZ_BENCH_RUNS: readings a setting)
	for table in claims fixed moving neighbours; do \
	    cargo bench -p trueghz --features simulate --bench simulation -- $$table > docs/simulation/$$table.new; \
	    mv docs/simulation/$$table.new docs/simulation/$$table.csv; \
	done
	$(MAKE) simulation-plots

bench-parameters: ## What hangs on each chosen number of the model: docs/simulation/parameters.csv
	cargo bench -p trueghz --features simulate --bench simulation -- parameters > docs/simulation/parameters.new
	mv docs/simulation/parameters.new docs/simulation/parameters.csv

simulation-plots: ## The plots of docs/simulation, from its tables
	python3 tools/simulation-plots.py

bench-peers: ## Beside other ways to read a clock: idle, and with a busy process on the core and beside it
	cargo bench -p trueghz --bench peers

doc: ## Documentation of the library: target/doc
	cargo doc $(CORE) --no-deps

package: ## Pack the crates as for publishing, and build them from the packages
	cargo package $(CORE) --locked

dist-linux-arm64: setup-compiler setup-musl-aarch64 ## dist/aarch64-linux/trueghz: static
	tools/dist.sh aarch64-unknown-linux-musl

dist-linux-x86_64: setup-compiler setup-musl-x86_64 ## dist/x86_64-linux/trueghz: static
	tools/dist.sh x86_64-unknown-linux-musl

dist-macos-arm64: $(if $(filter Darwin,$(shell uname -s)),,setup-compiler) ## dist/aarch64-macos/trueghz
	tools/dist.sh aarch64-apple-darwin

dist-windows-x86_64: setup-compiler setup-windows ## dist/x86_64-windows/trueghz.exe
	tools/dist.sh x86_64-pc-windows-gnu

clean: ## Delete build output (the tools stay)
	cargo clean
	rm -rf dist

clean-tools: ## Delete the fetched tools
	rm -rf .tools

##@ Set up (runs automatically where needed; no root)
.PHONY: setup-aarch64 setup-compiler setup-emulator setup-musl-aarch64 setup-musl-x86_64 setup-test-compiler \
    setup-windows setup-wine
setup-aarch64: setup-test-compiler setup-musl-aarch64 setup-emulator ## Everything test-aarch64 needs
setup-compiler: .tools/compiler ## Debian's rustc with the standard library's source
setup-test-compiler: setup-compiler ## The same, and that source for rustup's, which compiles tests in half of the time
	@tools/rust-source.sh
setup-emulator: .tools/emulator ## qemu-aarch64
setup-musl-aarch64: .tools/musl-aarch64 ## C library and unwinder for static programs
setup-musl-x86_64: .tools/musl-x86_64 ## The same for x86_64
setup-windows: .tools/windows ## Linker and libraries for Windows (GNU)
setup-wine: setup-test-compiler setup-windows .tools/wine ## Everything test-windows needs

include make/bindings.mk
include make/android.mk
include make/apk.mk
include make/app.mk
include make/bionic.mk
include make/apple.mk
include make/docs.mk
include make/fleet.mk
include make/html.mk
include make/ios.mk
include make/lab.mk
include make/lint.mk
include make/machines.mk
include make/release.mk
include make/swift.mk
include make/verify.mk

# A function that wine lacks is compiled with these.
.tools/wine: | .tools/windows

# A tool's folder appears complete or not at all. The script checks that today's recipe made it.
.tools/%: .FORCE
	@tools/setup.sh $*

.PHONY: .FORCE
.FORCE:
