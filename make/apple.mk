# Code for macOS on Linux: tests/apple-on-linux/README.md, docs/adr/0027-apple-on-linux.md.

APPLE_LOADER := $(CROSS_OUT)/aarch64-unknown-linux-musl/debug/trueghz-apple-on-linux

##@ macOS: its programs on Linux
.PHONY: apple-loader
apple-loader: setup-aarch64 ## What runs programs for macOS on aarch64 Linux
	tools/cross.sh aarch64-unknown-linux-musl build --quiet --locked -p trueghz-apple-on-linux
