# Code for macOS on Linux: tests/apple-on-linux/README.md, docs/adr/0027-apple-on-linux.md.

APPLE_LOADER := $(CROSS_OUT)/aarch64-unknown-linux-musl/debug/trueghz-apple-on-linux

# Each time the same packages and features: with other ones cargo would recompile everything.
APPLE_PACKAGES := --locked $(CORE) -p trueghz-ffi -p trueghz-desktop
# Clocks that the tests make up.
APPLE_ARITHMETIC := $(foreach module,crosscheck:: quality::tests:: rated::,--skip clock::$(module))
APPLE_TEST := tools/cross.sh aarch64-apple-darwin test --no-fail-fast $(APPLE_PACKAGES)

# The loader for the program for macOS, and a program with the library for iOS: tests/verify.
export TRUEGHZ_APPLE_LOADER = $(APPLE_LOADER)
export TRUEGHZ_APPLE_APP = $(BINDINGS_OUT)/apple-app

##@ macOS: its programs on Linux
.PHONY: apple-loader apple-app test-apple
apple-loader: setup-aarch64 ## What runs programs for macOS on aarch64 Linux
	tools/cross.sh aarch64-unknown-linux-musl build --quiet --locked -p trueghz-apple-on-linux

# Tests of the libraries and the program that depend on the system; tests that other targets run
# alike are left to them.
test-apple: apple-loader ## The tests compiled for macOS, on Linux; those of what only Apple has also with each fault, which they notice
	status=0; \
	$(APPLE_TEST) --lib --bins $(foreach program,apple clocks logging ramp session signals turbo,--test $(program)) -- \
	    $(WITHOUT_ARITHMETIC) $(APPLE_ARITHMETIC) || status=$$?; \
	TRUEGHZ_APPLE=levels=0/1 $(APPLE_TEST) --test apple_live || status=$$?; \
	tools/apple-faults.sh $(APPLE_PACKAGES) || status=$$?; \
	exit "$$status"

apple-app: apple-loader ## A program with the library for iOS out of dist/TrueGHzFFI.xcframework, for `make verify`
	tools/apple-app.sh dist/TrueGHzFFI.xcframework/ios-arm64/libtrueghz_ffi.a $(TRUEGHZ_APPLE_APP)

# Where its tools cannot be had, `make verify` says that the program for macOS did not run.
.PHONY: apple-app-if-possible
apple-app-if-possible: xcframework
	if $(MAKE) --no-print-directory setup-aarch64; then $(MAKE) --no-print-directory apple-app; fi
