# The lab: emulated Arm machines of known clock. tests/lab/README.md.

LAB := tests/lab
LAB_OUT := $(abspath $(or $(CARGO_TARGET_DIR),target)/lab)
LAB_GUEST := $(LAB_OUT)/guest
LAB_RUNNER := $(LAB_OUT)/release/trueghz-lab
# Where tools/cross.sh puts what it builds.
LAB_CROSS := $(abspath $(or $(CARGO_TARGET_DIR),target)/cross)
LAB_CARGO := CARGO_TARGET_DIR=$(LAB_OUT) cargo
# The seed of the drawn clocks, and the program under test.
LAB_SEED ?= 1
LAB_PROGRAM ?= dist/aarch64-linux/trueghz
# More options of `trueghz-lab table`: "--again" rewrites the page from the files of the last run.
LAB_ARGS ?=
# The library for Android as shipped, with its loader; absent if Android's C library is not
# available.
LAB_ANDROID := $(LAB_OUT)/android
# The program for macOS and its loader.
LAB_APPLE := $(LAB_OUT)/apple
# The linker of rustup's toolchain: Debian's compiler has none for bare metal.
LAB_LLD = $(shell rustc --print sysroot)/lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld
LAB_TIMERS_HZ := 1920000 13000000 19200000 24000000 25000000 26000000 54000000 62500000 1000000000

##@ Lab: emulated Arm machines of known clock
.PHONY: lab lab-quick lab-instructions lab-curves lab-prove lab-counters lab-test lab-bench lab-lint lab-setup lab-build \
    lab-program lab-android lab-apple
lab: lab-build lab-program lab-android lab-apple ## All machines: writes docs/lab.md and its figures (LAB_SEED=n draws other clocks)
	cat $(LAB)/report.md > $(LAB_OUT)/lab.md
	@# Status 1: a goal was missed, and the page says so. Status 2: no result, and the page stays as it is.
	status=0; \
	$(LAB_RUNNER) table $(LAB)/lab.toml --program $(LAB_PROGRAM) \
	    $$([[ ! -d $(LAB_ANDROID) ]] || echo --android $(LAB_ANDROID)) --apple $(LAB_APPLE) --seed $(LAB_SEED) --keep $(LAB_OUT)/runs \
	    --figures docs/lab $(LAB_ARGS) >> $(LAB_OUT)/lab.md || status=$$?; \
	if ((status < 2)); then cp $(LAB_OUT)/lab.md docs/lab.md; fi; \
	exit "$$status"

lab-quick: lab-build lab-test ## The model's tests and a few machines, by the program as `make test-aarch64` has built it
	tools/cross.sh aarch64-unknown-linux-musl test --locked --no-run --test program
	$(LAB_RUNNER) table $(LAB)/quick.toml --program $(LAB_CROSS)/aarch64-unknown-linux-musl/debug/trueghz --seed $(LAB_SEED) \
	    --keep $(LAB_OUT)/quick

lab-instructions: lab-build lab-program ## Latency and throughput of every instruction, on cores that were given theirs (20 minutes)
	$(LAB_RUNNER) table $(LAB)/lab.toml --part instructions --program $(LAB_PROGRAM) --seed $(LAB_SEED) \
	    --keep $(LAB_OUT)/instructions $(LAB_ARGS)

lab-curves: lab-build lab-program ## Clocks that move, followed window by window: ramps after a rest, throttling inside a load
	$(LAB_RUNNER) table $(LAB)/lab.toml --part curves --program $(LAB_PROGRAM) --seed $(LAB_SEED) \
	    --keep $(LAB_OUT)/curves $(LAB_ARGS)

lab-prove: lab-build ## Every machine and timer against loops of known length on bare metal
	$(LAB_RUNNER) prove --seed $(LAB_SEED) $(LAB)/machines/*.toml
	for hz in $(LAB_TIMERS_HZ); do \
	    $(LAB_RUNNER) prove --seed $(LAB_SEED) --with timer_hz=$$hz $(LAB)/machines/x1-like.toml; \
	done

lab-counters: lab-build lab-program ## perf_event against a machine that counts instructions exactly
	tools/cross.sh aarch64-unknown-linux-musl build --locked -p trueghz --example counters
	$(LAB_RUNNER) counted -- $(LAB_CROSS)/aarch64-unknown-linux-musl/debug/examples/counters --exact
	@# Where every instruction takes a cycle the program has no reading, which is status 1; the counter it has.
	$(LAB_RUNNER) counted -- $(LAB_PROGRAM) measure --cpu 0 -v > $(LAB_OUT)/counted.txt || (($$? == 1))
	cat $(LAB_OUT)/counted.txt
	grep -q "perf_event cycles: .* ppm" $(LAB_OUT)/counted.txt
	@# In each row an instruction is one instruction; the core has none of the events by unit.
	$(LAB_RUNNER) counted -- $(LAB_PROGRAM) instructions --counters=inst_retired,ase_spec 'add x, x, x' 'fadd d*' --csv \
	    > $(LAB_OUT)/counted.csv
	cut -c1-120 $(LAB_OUT)/counted.csv
	(($$(grep -cE ',inst_retired=(1|1\.000[0-9]*|0\.999[0-9]*),' $(LAB_OUT)/counted.csv) == 4))

# As what the lab runs is compiled: most of it serves both.
lab-test: ## The model's tests: they need no emulator
	$(LAB_CARGO) test --release --manifest-path $(LAB)/Cargo.toml --locked

lab-bench: ## Cost of the model, with and without its cache
	$(LAB_CARGO) bench --manifest-path $(LAB)/Cargo.toml --locked -p trueghz-lab-model --bench follow

lab-lint: ## Formatting, clippy and rustdoc of the lab, warnings denied
	cargo fmt --manifest-path $(LAB)/Cargo.toml --all --check
	$(LAB_CARGO) clippy --manifest-path $(LAB)/Cargo.toml --all-targets --locked -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(LAB_CARGO) doc --manifest-path $(LAB)/Cargo.toml --no-deps --locked \
	    --document-private-items

lab-setup: .tools/lab .tools/device-tree setup-test-compiler setup-musl-aarch64 ## The emulator, the kernel, the guest's compiler

lab-build: lab-setup ## The plugin, the runner and the guest's programs
	$(LAB_CARGO) build --manifest-path $(LAB)/Cargo.toml --release --locked
	CARGO_TARGET_DIR=$(LAB_GUEST) RUSTC=$(CURDIR)/.tools/compiler/rustc RUSTC_BOOTSTRAP=1 \
	    CARGO_TARGET_AARCH64_UNKNOWN_NONE_LINKER=$(LAB_LLD) cargo build -Z build-std=core \
	    --manifest-path $(LAB)/Cargo.toml --release --locked --target aarch64-unknown-none -p trueghz-lab-bare
	cd $(LAB) && CARGO_TARGET_DIR=$(LAB_GUEST) ../../tools/cross.sh aarch64-unknown-linux-musl \
	    build --release --locked -p trueghz-lab-init

lab-program: ## The program for the lab's machines, unless LAB_PROGRAM names one
ifeq ($(LAB_PROGRAM),dist/aarch64-linux/trueghz)
	$(MAKE) --no-print-directory dist-linux-arm64
endif

# The last seconds of an AAR are spared: the library is the one that `make aar` packs.
lab-android:
	rm -rf $(LAB_ANDROID)
	if $(MAKE) --no-print-directory setup-bionic; then \
	    $(MAKE) --no-print-directory bionic-app android-native-aarch64; \
	    mkdir -p $(LAB_ANDROID); \
	    cp $(BIONIC_LOADER) $(BIONIC_APP) .tools/bionic/lib64/*.so \
	        $(ANDROID_OUT)/native/arm64-v8a/libtrueghz_ffi.so $(LAB_ANDROID)/; \
	fi

lab-apple: dist-macos-arm64 apple-loader
	mkdir -p $(LAB_APPLE)
	cp $(APPLE_LOADER) dist/aarch64-macos/trueghz $(LAB_APPLE)/
