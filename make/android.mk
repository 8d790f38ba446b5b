# The Kotlin library: its tests on the host's JVM, and the AAR.

# Where Maven keeps what it fetches: with the other tools, not in the user's folder.
M2 := $(CURDIR)/.tools/m2
ANDROID_OUT := $(BINDINGS_OUT)/android
VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
MVN := mvn --batch-mode --no-transfer-progress --file android -Dmaven.repo.local=$(M2) \
    -Drevision=$(VERSION) -Dbuild.root=$(ANDROID_OUT) -Dgenerated=$(GENERATED)/kotlin \
    -Dhost.library=$(dir $(HOST_LIBRARY))

##@ Android: the Kotlin library
.PHONY: setup-java kotlin-test kotlin-lint
setup-java: ## Java, Maven, and what Maven fetches: .tools/m2
	@tools/java.sh

kotlin-test: setup-java bindings ## The Kotlin library's tests, on the host's JVM against the host's library
	$(MVN) test
