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
MODELS_LINKER := $(if $(filter Darwin,$(shell uname -s)),,-Xswiftc -use-ld=lld)
MODELS_FLAGS := --package-path $(SWIFT_MODELS) --scratch-path $(MODELS_OUT) -Xswiftc -warnings-as-errors \
    $(MODELS_LINKER)

##@ Swift: the package TrueGHzKit
.PHONY: setup-swift swift-sources swift-library swift-build swift-test swift-coverage swift-consumer \
    swift-check-apple swift-lint swift-fmt
setup-swift: ## Swift, if the machine has none: a Debian 13 root in .tools (needs root)
	@command -v swift >/dev/null || { $(MAKE) --no-print-directory .tools/swift && tools/swift.sh true; }

swift-sources: bindings ## Copy the generated sources into the package (ignored by git)
	tools/copy-changed.sh $(GENERATED)/swift $(SWIFT_KIT)/Sources/TrueGHzKit/Generated TrueGHzKit.swift
	tools/copy-changed.sh $(GENERATED)/swift $(SWIFT_KIT)/Sources/TrueGHzFFI TrueGHzFFI.h module.modulemap

swift-library: bindings ## The core for this host, static, with the trueghz.pc that names it
	tools/swift-library.sh $(BINDINGS_OUT)/debug/libtrueghz_ffi.a $(SWIFT_LIBRARY)

# SwiftPM on a Mac takes the core from dist/ only.
SWIFT_CORE := $(if $(filter Darwin,$(shell uname -s)),xcframework,swift-library)

swift-build: setup-swift swift-sources $(SWIFT_CORE) ## Compile the package, warnings denied
	$(SWIFT_RUN) build $(SWIFT_FLAGS)
	$(SWIFT_RUN) build $(MODELS_FLAGS)

swift-test: setup-swift swift-sources $(SWIFT_CORE) ## Tests of the package and of the app's models
	@# SwiftPM does not notice a newer core: whatever was linked before it is linked again.
	@mkdir -p $(SWIFT_OUT) $(MODELS_OUT)
	find $(SWIFT_OUT) $(MODELS_OUT) -name '*.xctest' ! -newer $(BINDINGS_OUT)/debug/libtrueghz_ffi.a -delete
	$(SWIFT_RUN) test --disable-xctest $(SWIFT_FLAGS)
	$(SWIFT_RUN) test --disable-xctest $(MODELS_FLAGS)

swift-coverage: setup-swift swift-sources $(SWIFT_CORE) ## Test coverage of hand-written Swift
	$(SWIFT_RUN) test --disable-xctest --enable-code-coverage \
	    $(subst $(SWIFT_OUT),$(SWIFT_OUT)-coverage,$(SWIFT_FLAGS))
	$(SWIFT_RUN) test --disable-xctest --enable-code-coverage \
	    $(subst $(MODELS_OUT),$(MODELS_OUT)-coverage,$(MODELS_FLAGS))
	tools/swift-coverage.sh $(SWIFT_OUT)-coverage $(MODELS_OUT)-coverage

swift-consumer: setup-swift $(SWIFT_CORE) ## An external consumer's package on a tagged clone
	PKG_CONFIG_PATH=$(SWIFT_LIBRARY) tools/swift-consumer.sh $(GENERATED)/swift $(BINDINGS_OUT)/consumer

swift-check-apple: setup-swift swift-sources ## Compile the code for Apple's systems against stand-ins
	tools/swift-check-apple.sh $(BINDINGS_OUT)/swift-apple

swift-lint: setup-swift ## Formatting and style of the Swift code, warnings denied
	tools/swift.sh swift format lint --strict $(SWIFT_CODE)

swift-fmt: setup-swift ## Format the Swift code
	tools/swift.sh swift format --in-place $(SWIFT_CODE)

.PHONY: bench-swift xcframework
bench-swift: setup-swift swift-sources ## Cost of calls across the boundary and of observation
	cargo build --locked --release -p trueghz-ffi
	tools/swift-library.sh $(BINDINGS_OUT)/release/libtrueghz_ffi.a $(SWIFT_LIBRARY)-release
	PKG_CONFIG_PATH=$(SWIFT_LIBRARY)-release tools/swift.sh swift run --scratch-path $(SWIFT_OUT)-release \
	    -c release BoundaryBenchmark

XCFRAMEWORK_NEEDS := $(if $(filter Darwin,$(shell uname -s)),,setup-compiler .tools/apple)
xcframework: bindings $(XCFRAMEWORK_NEEDS) ## dist/TrueGHzFFI.xcframework and its zip, with the checksum
	tools/xcframework.sh $(GENERATED)/swift
