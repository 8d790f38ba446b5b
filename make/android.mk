# The Kotlin library: its tests on the host's JVM, and the AAR.

# Where Maven keeps what it fetches: with the other tools, not in the user's folder.
M2 := $(CURDIR)/.tools/m2
ANDROID_OUT := $(BINDINGS_OUT)/android
VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
# The versions that both builds share stand in Gradle's catalog. Without one, Maven would stop at the name of its property.
# They are read where Maven runs, and not by every make.
CATALOG := android/gradle/libs.versions.toml
catalog = $(shell sed -n 's/^$(1) = "\(.*\)"/\1/p' $(CATALOG))
SHARED_VERSIONS = -Dkotlin.version=$(call catalog,kotlin) -Dcoroutines.version=$(call catalog,coroutines) \
    -Djna.version=$(call catalog,jna) -Djunit.version=$(call catalog,junit) \
    -Drobolectric.version=$(call catalog,robolectric) -Dserialization.version=$(call catalog,serialization) \
    -Dandroid.min.sdk=$(call catalog,android-min-sdk) \
    -Dandroid.target.sdk=$(call catalog,android-target-sdk) -Dapp.version.code=$(call catalog,app-version-code)
MVN = mvn --batch-mode --no-transfer-progress --strict-checksums --file android -Dmaven.repo.local=$(M2) \
    -Drevision=$(VERSION) $(SHARED_VERSIONS) -Dbuild.root=$(ANDROID_OUT) -Dgenerated=$(GENERATED)/kotlin

# Short runs: what a longer one would gain by a better compiler of bytecode, these do not get back (tests: argLine of the modules).
export MAVEN_OPTS := -XX:+UseSerialGC -XX:TieredStopAtLevel=1 $(MAVEN_OPTS)

# The library's module has its own property for skipping tests. Coverage of an earlier run is not compared with sources
# that have changed since.
NO_TESTS := -Dmaven.test.skip=true -Dlibrary.tests.skip=true -Djacoco.skip=true

##@ Android: the Kotlin library
.PHONY: setup-java setup-kotlin kotlin-api lint-kotlin-api kotlin-test kotlin-lint kotlin-fmt aar
setup-java: ## Java and Maven, if they may be installed
	@tools/java.sh

setup-kotlin: export BUILD_ROOT := $(ANDROID_OUT)
setup-kotlin: setup-java ## What kotlin-test and app-test need of the machine, or why it is missing
	@tools/java-program.sh ktlint
	@tools/test-java.sh >/dev/null

kotlin-test: setup-java bindings ## The Kotlin library's tests on the host's JVM and library
	$(MVN) test -Dhost.library=$(dir $(HOST_LIBRARY))

# Classes whose source is gone would be listed, too.
API_MVN = rm -rf $(ANDROID_OUT)/trueghz{,-ffi}/classes && \
    $(MVN) --quiet -pl ffi,lib test -Dtest=ApiTest -Dsurefire.failIfNoSpecifiedTests=false \
    -Dhost.library=$(dir $(HOST_LIBRARY))

kotlin-api: setup-java bindings ## docs/api/trueghz-kotlin.txt: the Kotlin library's public surface, as it is now
	$(API_MVN) -Dapi=write

lint-kotlin-api: setup-java bindings ## Compare the Kotlin library's public surface with docs/api/trueghz-kotlin.txt
	$(API_MVN)

kotlin-lint: export BUILD_ROOT := $(ANDROID_OUT)
kotlin-lint: ## ktlint and detekt: style and defects of the Kotlin sources
	tools/java-program.sh ktlint com.pinterest.ktlint.Main --relative 'android/**/src/**/*.kt'
	tools/java-program.sh detekt io.gitlab.arturbosch.detekt.cli.Main --input android \
	    --build-upon-default-config --config android/detekt.yml

kotlin-fmt: export BUILD_ROOT := $(ANDROID_OUT)
kotlin-fmt: ## Format the Kotlin sources, as far as ktlint can
	tools/java-program.sh ktlint com.pinterest.ktlint.Main --relative --format 'android/**/src/**/*.kt'

# Android's names of its processors, and ours.
ABI_aarch64 := arm64-v8a
ABI_x86_64 := x86_64

.PHONY: android-native-aarch64 android-native-x86_64
android-native-aarch64 android-native-x86_64: android-native-%: setup-compiler setup-musl-%
	tools/cross.sh $*-linux-android rustc --locked --release -p trueghz-ffi --lib --crate-type cdylib
	mkdir -p $(ANDROID_OUT)/native/$(ABI_$*)
	cp $(BINDINGS_OUT)/cross/$*-linux-android/release/libtrueghz_ffi.so $(ANDROID_OUT)/native/$(ABI_$*)/

aar: setup-java bindings android-native-aarch64 android-native-x86_64 ## dist/trueghz-VERSION.aar, its POM, sources and javadoc
	$(MVN) --quiet -Paar package $(NO_TESTS)
	mkdir -p dist
	cp $(ANDROID_OUT)/trueghz-aar/trueghz-$(VERSION).zip dist/trueghz-$(VERSION).aar
	cp $(ANDROID_OUT)/trueghz-aar/filled/trueghz.pom dist/trueghz-$(VERSION).pom
	cp $(ANDROID_OUT)/trueghz-aar/trueghz-$(VERSION)-{sources,javadoc}.jar dist/

.PHONY: bench-kotlin
bench-kotlin: setup-java bindings ## Cost of a call, an event and observation in Kotlin (a minute)
	cargo build --locked --release -p trueghz-ffi
	$(MVN) --quiet -Pbench package $(NO_TESTS) -Dhost.library=$(BINDINGS_OUT)/release
