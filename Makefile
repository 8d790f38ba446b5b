# The verbs of the project. CI calls only these. `make help` lists them.

# Cross compiling is described in docs/adr/0002-cross-toolchain.md.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

ARGS ?=
FUZZ_SECONDS ?= 60
# Linux on aarch64 and x86_64, and x86_64 Windows, are compiled whole by the tests that run.
CHECK_TARGETS := aarch64-apple-darwin aarch64-apple-ios aarch64-linux-android x86_64-linux-android \
    x86_64-pc-windows-gnu aarch64-pc-windows-msvc riscv64gc-unknown-linux-gnu
CHECKS := $(addprefix check-target-,$(CHECK_TARGETS))

include make/toolchain.mk

.PHONY: help
help: ## List the verbs
	@awk -F ':.*## ' \
	    '/^##@ / { printf "\n%s\n", substr($$0, 5) } \
	     /^[a-z0-9_%-]+:.*## / { printf "  %-20s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

##@ Use
.PHONY: run man
run: ## Measure this machine (ARGS="..." go to the program)
	cargo run --release -p trueghz-desktop -- $(ARGS)

man: ## Write the manual page: dist/man/trueghz.1
	@mkdir -p dist/man
	cargo run --release -p trueghz-desktop -- man > dist/man/trueghz.1.new
	@grep -q '^\.TH ' dist/man/trueghz.1.new || \
	    { echo "trueghz man printed no manual page" >&2; exit 1; }
	@mv dist/man/trueghz.1.new dist/man/trueghz.1

##@ Test
.PHONY: test faults fuzz test-aarch64 test-windows fmt check-targets
test: ## Every test this host can run; says at the end what was not run, and why
	@tools/test.sh

faults: ## docs/faults.md: what was seen of every fault, by the tests that prove it
	TRUEGHZ_WRITE_FAULTS=1 cargo test -p trueghz --test faults --locked
	TRUEGHZ_WRITE_FAULTS=1 cargo test -p trueghz-desktop --test faults --locked

fuzz: ## Look for texts that break a parser, FUZZ_SECONDS for each (60; needs a C++ compiler)
	tools/fuzz.sh $(FUZZ_SECONDS)

test-aarch64: setup-aarch64 ## The tests compiled for aarch64 Linux, under an emulator
	@# What is shipped, without what only makes and proves it.
	tools/cross.sh aarch64-unknown-linux-musl test --locked --no-fail-fast

test-windows: setup-wine ## The tests compiled for x86_64 Windows, under wine
	tools/cross.sh x86_64-pc-windows-gnu test --locked --no-fail-fast -p trueghz -p trueghz-desktop

fmt: ## Format the code
	cargo fmt --all

check-targets: $(CHECKS) ## Type-check core and its tests for other systems, and the program for desktops

.PHONY: $(CHECKS)
$(CHECKS): check-target-%: setup-compiler setup-windows
	tools/cross.sh $* check --tests -p trueghz $(if $(findstring darwin,$*)$(findstring windows,$*),-p trueghz-desktop) --locked

##@ Build
.PHONY: bench doc package clean clean-tools dist-linux-arm64 dist-linux-x86_64 dist-macos-arm64 \
    dist-windows-x86_64
bench: ## This machine idle and beside a busy process, start-up, and the simulated machine (half an hour)
	cargo bench -p trueghz --bench hardware
	cargo bench -p trueghz-desktop
	cargo bench -p trueghz --features simulate --bench simulation

doc: ## Documentation of the library: target/doc/trueghz
	cargo doc -p trueghz --no-deps

package: ## Pack the crate as it would be published, and build it from the pack
	cargo package -p trueghz --locked

dist-linux-arm64: setup-compiler setup-musl-aarch64 ## dist/aarch64-linux/trueghz: static
	tools/dist.sh aarch64-unknown-linux-musl

dist-linux-x86_64: setup-compiler setup-musl-x86_64 ## dist/x86_64-linux/trueghz: static
	tools/dist.sh x86_64-unknown-linux-musl

dist-macos-arm64: $(if $(filter Darwin,$(shell uname -s)),,setup-compiler) ## dist/aarch64-macos/trueghz
	tools/dist.sh aarch64-apple-darwin

dist-windows-x86_64: setup-compiler setup-windows ## dist/x86_64-windows/trueghz.exe
	tools/dist.sh x86_64-pc-windows-gnu

clean: ## Delete what was built (the tools stay)
	cargo clean
	rm -rf dist

clean-tools: ## Delete the tools that set-up fetched
	rm -rf .tools

##@ Set up (runs by itself where it is needed; no root)
.PHONY: setup-aarch64 setup-compiler setup-emulator setup-musl-aarch64 setup-musl-x86_64 setup-windows \
    setup-wine
setup-aarch64: setup-compiler setup-musl-aarch64 setup-emulator ## All that test-aarch64 needs
setup-compiler: .tools/compiler ## Debian's rustc with the source of its library
setup-emulator: .tools/emulator ## qemu-aarch64
setup-musl-aarch64: .tools/musl-aarch64 ## C library and unwinder for static programs
setup-musl-x86_64: .tools/musl-x86_64 ## The same for x86_64
setup-windows: .tools/windows ## What links programs for Windows (GNU)
setup-wine: setup-compiler setup-windows .tools/wine ## All that test-windows needs

include make/bindings.mk
include make/android.mk
include make/apk.mk
include make/app.mk
include make/ios.mk
include make/lab.mk
include make/lint.mk
include make/swift.mk
include make/verify.mk

# wine lacks a function that is compiled for it.
.tools/wine: | .tools/windows

# A part's folder is made whole or not at all, so its presence says that it is done.
.tools/%:
	tools/setup.sh $*
