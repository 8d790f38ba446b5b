# Code for Android on Android's own C library: tests/bionic/README.md, docs/adr/0014-bionic.md.

CROSS_OUT := $(BINDINGS_OUT)/cross
BIONIC_LOADER := $(CROSS_OUT)/aarch64-unknown-linux-musl/debug/trueghz-bionic-loader
BIONIC_APP := $(CROSS_OUT)/aarch64-linux-android/debug/trueghz-bionic-app

# Core's tests for other systems, and those of the bindings; of `boundary` these modules, as the others are arithmetic. Both times
# the same packages and features: with other ones cargo would recompile everything.
ANDROID_TEST := tools/cross.sh aarch64-linux-android test --locked --no-fail-fast $(CORE) -p trueghz-ffi \
    --features trueghz-instructions/all

# The emulator, C library, loader and app with which the library out of the AAR runs: tests/verify.
export TRUEGHZ_EMULATOR = $(CURDIR)/.tools/emulator/qemu-aarch64
export TRUEGHZ_BIONIC = $(CURDIR)/.tools/bionic
export TRUEGHZ_BIONIC_LOADER = $(BIONIC_LOADER)
export TRUEGHZ_BIONIC_APP = $(BIONIC_APP)

##@ Android: its C library
.PHONY: setup-bionic bionic-loader bionic-app test-android
setup-bionic: setup-java setup-aarch64 ## Everything test-android needs; Android's C library is 6 MB
	@tools/setup-bionic.sh

bionic-loader: setup-bionic
	tools/cross.sh aarch64-unknown-linux-musl build --quiet --locked -p trueghz-bionic-loader

bionic-app: bionic-loader
	tools/cross.sh aarch64-linux-android build --quiet --locked -p trueghz-bionic-app

test-android: bionic-loader ## The libraries' tests compiled for aarch64 Android, on its C library, under an emulator
	status=0; \
	$(ANDROID_TEST) $(PORTED) --test logging -- $(WITHOUT_ARITHMETIC) || status=$$?; \
	$(ANDROID_TEST) --test boundary -- store:: vectors:: || status=$$?; \
	exit "$$status"

# Where Android's C library cannot be had, `make verify` says that nothing ran on it.
.PHONY: bionic-app-if-possible
bionic-app-if-possible:
	if $(MAKE) --no-print-directory setup-bionic; then $(MAKE) --no-print-directory bionic-app; fi
