# The Swift package: ios/TrueGHzKit, by the Package.swift at the root.

SWIFT_OUT := $(BINDINGS_OUT)/swift
SWIFT_KIT := ios/TrueGHzKit
SWIFT_MODELS := ios/TrueGHzModels
SWIFT_CODE = Package.swift \
    $(shell find ios -name '*.swift' -not -path '*/Generated/*' -not -path '*/.build/*')
# On Linux SwiftPM finds the core by pkg-config. The folder holds the static library only: the linker would prefer a
# shared one.
SWIFT_LIBRARY := $(GENERATED)/swift-library
SWIFT_RUN := PKG_CONFIG_PATH=$(SWIFT_LIBRARY) tools/swift.sh swift
SWIFT_FLAGS := --scratch-path $(SWIFT_OUT) -Xswiftc -warnings-as-errors
# The app's models are a package of their own, which takes TrueGHzKit from the root by path.
MODELS_OUT := $(SWIFT_OUT)-models
# Debian's Observation refers to a function that is absent; only LLVM's linker accepts that.
MODELS_LINKER := $(if $(ON_MAC),,-Xswiftc -use-ld=lld)
MODELS_FLAGS := --package-path $(SWIFT_MODELS) --scratch-path $(MODELS_OUT) -Xswiftc -warnings-as-errors \
    $(MODELS_LINKER)

##@ Swift: the package TrueGHzKit
.PHONY: setup-swift swift-sources swift-current swift-library swift-build swift-test swift-test-shipped \
    swift-coverage swift-consumer swift-check-apple swift-lint swift-fmt
# Swift, if the machine has none: a Debian 13 root in .tools (needs root). A Mac has Xcode's.
setup-swift: $(if $(ON_MAC)$(shell command -v swift),,.tools/swift) ## Swift, if it may be had
	@tools/swift.sh true

# Committed, so that a clone is a whole package: a Mac with Xcode alone has no generator.
SWIFT_GENERATED := $(SWIFT_KIT)/Sources/TrueGHzKit/Generated
SWIFT_HEADERS := $(SWIFT_KIT)/Sources/TrueGHzFFI

swift-sources: bindings ## Write the generated sources into the package; commit them
	tools/copy-changed.sh $(GENERATED)/swift $(SWIFT_GENERATED) TrueGHzKit.swift
	tools/copy-changed.sh $(GENERATED)/swift $(SWIFT_HEADERS) TrueGHzFFI.h module.modulemap

swift-current: bindings ## Compare the generated sources in the package with what the core makes
	@cmp $(GENERATED)/swift/TrueGHzKit.swift $(SWIFT_GENERATED)/TrueGHzKit.swift && \
	    cmp $(GENERATED)/swift/TrueGHzFFI.h $(SWIFT_HEADERS)/TrueGHzFFI.h && \
	    cmp $(GENERATED)/swift/module.modulemap $(SWIFT_HEADERS)/module.modulemap || \
	    { echo "error: the core has changed: run \`make swift-sources\` and commit what it writes" >&2; exit 1; }

swift-library: bindings ## The core for this host, static, with the trueghz.pc that names it
	tools/swift-library.sh $(BINDINGS_OUT)/debug/libtrueghz_ffi.a $(SWIFT_LIBRARY)

# SwiftPM on a Mac takes the core from dist/ only.
SWIFT_CORE := $(if $(ON_MAC),xcframework,swift-library)
SWIFT_CORE_FILE := $(if $(ON_MAC),dist/TrueGHzFFI.xcframework/Info.plist,$(BINDINGS_OUT)/debug/libtrueghz_ffi.a)
# Only the library for Linux has faults on purpose, which some tests ask it for (bindings/src/faults.rs).
SWIFT_FAULTS := $(if $(ON_MAC),,TRUEGHZ_FAULTS=1)

# Removes test bundles that were linked before the core was built: SwiftPM does not notice a newer
# core.
FORGET_LINKED = find $(SWIFT_OUT) $(MODELS_OUT) -name '*.xctest' ! -newer $(1) -prune -exec rm -rf {} +

swift-build: setup-swift swift-current $(SWIFT_CORE) ## Compile the package, warnings denied
	$(SWIFT_RUN) build $(SWIFT_FLAGS)
	$(SWIFT_RUN) build $(MODELS_FLAGS)

swift-test: setup-swift swift-current $(SWIFT_CORE) ## Tests of the package and of the app's models
	@mkdir -p $(SWIFT_OUT) $(MODELS_OUT)
	$(call FORGET_LINKED,$(SWIFT_CORE_FILE))
	$(SWIFT_FAULTS) $(SWIFT_RUN) test --disable-xctest $(SWIFT_FLAGS)
	$(SWIFT_FAULTS) $(SWIFT_RUN) test --disable-xctest $(MODELS_FLAGS)

# The scheme on a Mac runs the same tests against what is shipped, which has no faults on purpose.
swift-test-shipped: setup-swift swift-current ## The same against the library as it is shipped (Linux)
	cargo build --locked -p trueghz-ffi
	tools/swift-library.sh $(BINDINGS_OUT)/debug/libtrueghz_ffi.a $(SWIFT_LIBRARY)-shipped
	PKG_CONFIG_PATH=$(SWIFT_LIBRARY)-shipped tools/swift-test-shipped.sh $(SWIFT_OUT)-shipped $(MODELS_OUT)-shipped

swift-coverage: setup-swift swift-current $(SWIFT_CORE) ## Test coverage of hand-written Swift
	$(SWIFT_FAULTS) $(SWIFT_RUN) test --disable-xctest --enable-code-coverage \
	    $(subst $(SWIFT_OUT),$(SWIFT_OUT)-coverage,$(SWIFT_FLAGS))
	$(SWIFT_FAULTS) $(SWIFT_RUN) test --disable-xctest --enable-code-coverage \
	    $(subst $(MODELS_OUT),$(MODELS_OUT)-coverage,$(MODELS_FLAGS))
	tools/swift-coverage.sh $(SWIFT_OUT)-coverage $(MODELS_OUT)-coverage

swift-consumer: setup-swift $(SWIFT_CORE) ## An external consumer's package on a tagged clone
	PKG_CONFIG_PATH=$(SWIFT_LIBRARY) tools/swift-consumer.sh $(BINDINGS_OUT)/consumer

swift-check-apple: setup-swift ## Compile the code for Apple's systems against stand-ins
	tools/swift-check-apple.sh $(BINDINGS_OUT)/swift-apple

swift-lint: setup-swift ## Formatting and style of the Swift code, warnings denied
	tools/swift.sh swift format lint --strict $(SWIFT_CODE)

swift-fmt: setup-swift ## Format the Swift code
	tools/swift.sh swift format --in-place $(SWIFT_CODE)

.PHONY: bench-swift xcframework
bench-swift: setup-swift swift-current ## Cost of calls across the boundary and of observation
	cargo build --locked --release -p trueghz-ffi
	tools/swift-library.sh $(BINDINGS_OUT)/release/libtrueghz_ffi.a $(SWIFT_LIBRARY)-release
	PKG_CONFIG_PATH=$(SWIFT_LIBRARY)-release tools/swift.sh swift run --scratch-path $(SWIFT_OUT)-release \
	    -c release BoundaryBenchmark

XCFRAMEWORK_NEEDS := $(if $(ON_MAC),,setup-compiler .tools/apple)
xcframework: $(XCFRAMEWORK_NEEDS) ## dist/TrueGHzFFI.xcframework and its zip, with the checksum
	tools/xcframework.sh
