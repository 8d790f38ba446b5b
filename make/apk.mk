# The APK: the app shrunk, packed with its native libraries, signed.

APK_OUT = $(ANDROID_OUT)/trueghz-apk
APK_MVN = $(MVN) --quiet -Papk -pl apk -am $(NO_TESTS)

# Classes whose source is gone would be shrunk and packed, too.
FORGET_CLASSES = rm -rf $(ANDROID_OUT)/*/classes $(ANDROID_OUT)/*/test-classes

.PHONY: apk apk-unsigned
apk: apk-unsigned .tools/android ## dist/TrueGHz.apk, signed with TRUEGHZ_KEYSTORE or a throw-away key
	tools/sign-apk.sh dist/TrueGHz-unsigned.apk dist/TrueGHz.apk

apk-unsigned: setup-java bindings app-licences
apk-unsigned: android-native-aarch64 android-native-x86_64 ## The same without a signature
	$(FORGET_CLASSES)
	$(APK_MVN) package
	mkdir -p dist
	tools/pack-apk.py dist/TrueGHz-unsigned.apk $(APK_OUT)/resources.apk $(APK_OUT)/shrunk/dex \
	    $(ANDROID_OUT)/native $(APK_OUT)/jna/jni
	cp $(APK_OUT)/shrunk/mapping.txt dist/TrueGHz-mapping.txt

# The licences of the app's components, as it shows them: Maven knows those for the JVM, cargo the others.
.PHONY: app-licences
app-licences: setup-java setup-compiler
	$(MVN) --quiet -pl ffi dependency:resolve
	$(MVN) --quiet -Paar -pl aar generate-resources
	$(VERIFY) --licences dist/licences $(STANDARD_LIBRARY) $(M2) \
	    $(ANDROID_OUT)/trueghz-aar/filled/trueghz.pom android
	tools/python3.sh
	tools/app-licences.py dist/licences/android.json $(ANDROID_OUT)/licences
	@# Committed for Gradle's build, which has no list of its own.
	@diff -r $(ANDROID_OUT)/licences $(APP_LICENCES) >/dev/null || \
	    { echo "error: the components have changed: make android-licences, and commit what it writes" >&2; exit 1; }

APP_LICENCES := android/app/src/licences

.PHONY: android-licences
android-licences: ## Write the committed list of licences from the last build's
	rm -rf $(APP_LICENCES)
	cp -r $(ANDROID_OUT)/licences $(APP_LICENCES)

.PHONY: apk-reproducible
apk-reproducible: ## Two clones of the last commit give the same unsigned APK (an hour)
	tools/apk-reproducible.sh

.PHONY: app-test-shrunk
# Code that shrinking removed is missing on each version: the newest represents all.
app-test-shrunk: setup-java bindings app-phones app-licences ## The app's tests on the app shrunk for the APK
	$(FORGET_CLASSES)
	$(APP_MVN) -Pshrunk -Dnewest.only=true test

.PHONY: install
install: apk ## Install the app on the device connected with adb
	tools/install-apk.sh dist/TrueGHz.apk

.PHONY: verify-apk
verify-apk: apk ## Check the APK, and that each check fails on a corrupted one
	$(VERIFY) dist/TrueGHz.apk
	cargo test --locked --workspace --test artifacts apk_programs:: -- --ignored

.PHONY: verify-gradle-apk
# tests/verify selects the size limit by name and folder: the APK is compared with Maven's size.
verify-gradle-apk: apk ## Check the APK that Gradle's build made: dist/android/dist/TrueGHz.apk (make android-emulator)
	cd dist/android && $(VERIFY) dist/TrueGHz.apk

# Checks of an APK in addition to tests/verify: Android's own programs, and the API of the oldest
# Android.
export TRUEGHZ_AAPT2 = $(ANDROID_OUT)/trueghz-app/aapt2/prebuilt/linux/aapt2
export TRUEGHZ_APKSIGNER = $(CURDIR)/.tools/android/apksigner
export TRUEGHZ_DEXDUMP = $(CURDIR)/.tools/android/dexdump
export TRUEGHZ_ANDROID_SIGNATURES = $(ANDROID_OUT)/trueghz-apk/signatures
export TRUEGHZ_ANDROID_CLASSES = $(ANDROID_OUT)/trueghz-apk/android-all.jar
