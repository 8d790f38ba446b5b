# The bindings: the library for other languages, and the sources uniffi generates from it.

# The host's system. `make --dry-run SYSTEM=Darwin` shows on Linux what a Mac would run (tests/ios/checks/verbs.py).
SYSTEM ?= $(shell uname -s)
ON_MAC := $(filter Darwin,$(SYSTEM))

BINDINGS_OUT := $(abspath $(or $(CARGO_TARGET_DIR),target))
# The library that the host's tests of every language load (with fault injection), and the folder of generated sources.
HOST_LIBRARY := $(BINDINGS_OUT)/debug/libtrueghz_ffi.$(if $(ON_MAC),dylib,so)
GENERATED := $(BINDINGS_OUT)/bindings

##@ Bindings: one core, three languages
.PHONY: bindings words
bindings: ## The host's library, and its Swift and Kotlin sources: target/bindings
	@# By itself: with the features of the library that is shipped.
	cargo build --locked -p trueghz-ffi --features fault-injection
	$(BUILD_WITH_TEST) words
	rm -rf $(GENERATED)
	$(BINDINGS_OUT)/debug/generate-kotlin generate $(HOST_LIBRARY) --language kotlin --no-format \
	    --out-dir $(GENERATED)/kotlin
	$(BINDINGS_OUT)/debug/generate-swift $(HOST_LIBRARY) $(GENERATED)/swift --swift-sources --headers \
	    --modulemap --module-name TrueGHzFFI --modulemap-filename module.modulemap
	@# The words are core's, for three languages: a link of rustdoc leads nowhere in two of them, and a mark of C's
	@# comments ends Kotlin's.
	! grep -rnE '^ *(\*|///) .*(\[`[^`]*`\]|/\*|\*/.)' $(GENERATED)

words: ## Write both apps' string resources from bindings/words/app.toml
	$(BUILD_WITH_TEST) words --quiet
	$(BINDINGS_OUT)/debug/generate-words .

.PHONY: rust-consumer
rust-consumer: ## An external consumer of the crate: 15 lines written from its documentation, run
	CARGO_TARGET_DIR=$(BINDINGS_OUT)/consumer cargo run --quiet --manifest-path tests/consumer/rust/Cargo.toml | \
	    grep '^consumer: '
