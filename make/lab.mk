# The lab: emulated ARM machines of known clock. tests/lab/README.md.

LAB_MANIFEST := tests/lab/Cargo.toml
LAB_OUT := $(or $(CARGO_TARGET_DIR),target)/lab
LAB_SEED ?= 1
LAB_GUEST := $(LAB_OUT)/guest
LAB_RUNNER := $(LAB_OUT)/release/trueghz-lab
# The linker that rustup's toolchain brings along: Debian's compiler has none for bare metal.
LAB_LLD = $(shell rustc --print sysroot)/lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld

##@ Lab
.PHONY: lab lab-setup lab-build lab-test
lab-setup: .tools/lab setup-compiler setup-musl-aarch64 ## The emulator, the kernel, the guest's compiler

lab-build: lab-setup ## The plugin, the runner and the guest's programs
	CARGO_TARGET_DIR=$(LAB_OUT) cargo build --manifest-path $(LAB_MANIFEST) --release --locked
	CARGO_TARGET_DIR=$(LAB_GUEST) RUSTC=$(CURDIR)/.tools/compiler/rustc RUSTC_BOOTSTRAP=1 \
	    CARGO_TARGET_AARCH64_UNKNOWN_NONE_LINKER=$(LAB_LLD) cargo build -Z build-std=core \
	    --manifest-path $(LAB_MANIFEST) --release --locked --target aarch64-unknown-none -p trueghz-lab-bare
	cd tests/lab && CARGO_TARGET_DIR=$(abspath $(LAB_GUEST)) ../../tools/cross.sh aarch64-unknown-linux-musl \
	    build --release --locked -p trueghz-lab-init
