# Checks of shipped artifacts: each artifact is read back by parsers that had no part in building
# it.

VERIFY := $(BUILD_WITH_TEST) artifacts --quiet && $(BINDINGS_OUT)/debug/trueghz-verify
PRODUCTS := android apple linux macos windows
LICENCES := $(PRODUCTS:%=dist/licences/%.json)
PROGRAMS := dist/x86_64-linux/trueghz dist/aarch64-linux/trueghz dist/aarch64-macos/trueghz \
    dist/x86_64-windows/trueghz.exe
ARTIFACTS := $(PROGRAMS) dist/trueghz-$(VERSION).aar dist/TrueGHz.apk dist/TrueGHzFFI.xcframework $(LICENCES)
# Source of the standard library that all artifacts are compiled with.
STANDARD_LIBRARY := .tools/compiler/usr/lib/rustlib/src/rust/library

##@ Checks of artifacts
.PHONY: verify verify-only licences swift-manifest
verify: dist-linux-x86_64 dist-linux-arm64 dist-macos-arm64 dist-windows-x86_64 aar apk xcframework licences \
    swift-manifest bionic-app-if-possible apple-app-if-possible ## Build and check every artifact, one line each
	$(VERIFY) $(ARTIFACTS) dist/Package.json

verify-only: ## Check the artifacts in dist (TRUEGHZ_WRITE_SIZES=1 records their sizes)
	$(VERIFY) $(ARTIFACTS) $(wildcard dist/Package.json)

licences: setup-compiler ## dist/licences/PRODUCT.json: licences of all components, as the apps show them (after `make aar`)
	$(VERIFY) --licences dist/licences $(STANDARD_LIBRARY) $(M2) dist/trueghz-$(VERSION).pom $(PRODUCTS)

swift-manifest: setup-swift ## dist/Package.json: the Swift package as SwiftPM reads it
	mkdir -p dist
	tools/swift.sh swift package dump-package > dist/Package.json.new
	mv dist/Package.json.new dist/Package.json
