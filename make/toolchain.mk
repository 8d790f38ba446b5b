# If rustup can neither find nor fetch the toolchain of rust-toolchain.toml, the user's own is used
# and a note is printed. A cargo that is not rustup's does not read that file.
ifndef RUSTUP_TOOLCHAIN
ifneq ($(shell command -v rustup),)
ifeq ($(shell cargo --version),)
USERS_TOOLCHAIN := $(firstword $(shell cd / && rustup show active-toolchain 2>/dev/null))
ifneq ($(USERS_TOOLCHAIN),)
export RUSTUP_TOOLCHAIN := $(USERS_TOOLCHAIN)
$(warning the toolchain of rust-toolchain.toml cannot be had: going on with $(RUSTUP_TOOLCHAIN).)
endif
endif
endif
endif
