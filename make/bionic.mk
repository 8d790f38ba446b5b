# Code for Android on Android's own C library: tests/bionic/README.md, docs/adr/0014-bionic.md.

##@ Android: its C library
.PHONY: setup-bionic
setup-bionic: setup-java setup-aarch64 ## Everything test-android needs; Android's C library is 6 MB
	@tools/setup-bionic.sh
