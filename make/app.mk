# The Android app: its tests on complete Android systems, and pictures of its screens.

# Recorded sessions of simulated phones, replayed by the tests.
PHONES := $(BINDINGS_OUT)/phones
SCREENSHOTS := dist/screenshots
STORE_PICTURES := fastlane/metadata/android
# The library's own tests have run before (make kotlin-test).
APP_MVN = $(MVN) -Papp -pl app -am -Dlibrary.tests.skip=true -Dhost.library=$(dir $(HOST_LIBRARY)) \
    -Dtest.java=$$(tools/test-java.sh) -Dphones=$(PHONES)
ONE_CLASS := -Dnewest.only=true -Djacoco.skip=true -Dsurefire.failIfNoSpecifiedTests=false

##@ Android: the app
.PHONY: app-phones app-test app-goldens gradle-sources screenshots bench-app
app-phones: ## Record simulated phones: target/phones
	cargo build --quiet --locked --workspace --example phones
	$(BINDINGS_OUT)/debug/examples/phones $(PHONES)

app-test: setup-java bindings app-phones app-licences ## The app's tests on three Android versions, with coverage
	$(APP_MVN) test

# Replacement for android.jar, which comes with Google's SDK.
ANDROID_CLASSES = org.robolectric:android-all:$(shell sed -n 's|.*<android.version>\(.*\)<.*|\1|p' android/pom.xml)

gradle-sources: setup-java bindings app-licences ## Compile each source set of Gradle's build with the libraries that it names
	$(APP_MVN) --quiet compile
	tools/python3.sh
	tools/gradle-sources.py android $(GENERATED)/kotlin $(ANDROID_OUT)/trueghz-app/r $(ANDROID_CLASSES) \
	    $(ANDROID_OUT)/gradle-sources $(M2)

screenshots: setup-java bindings app-phones app-licences ## dist/screenshots: every screen at many window sizes, and a sheet of all
	rm -rf $(SCREENSHOTS)
	$(APP_MVN) test $(ONE_CLASS) -Dtest='Screenshots*' -Dshots=all -Dscreenshots=$(abspath $(SCREENSHOTS))

app-goldens: setup-java bindings app-phones app-licences ## Redraw the tests' reference pictures, the stores' and the spoken words; look at each
	rm -f android/app/src/test/goldens/*.png $(STORE_PICTURES)/*/images/*Screenshots/*.png
	$(APP_MVN) test $(ONE_CLASS) -Dtest=Screenshots -Dshots=new
	rm -f android/app/src/test/spoken/*.txt
	$(APP_MVN) test $(ONE_CLASS) -Dtest=ReadAloudTest -Dshots=new
	tools/store-icon.py android/app/src/main/res $(STORE_PICTURES)/en-US/images/icon.png

bench-app: setup-java bindings app-phones app-licences ## What the app itself takes: from the press to the first number, a frame of the replay
	$(APP_MVN) test $(ONE_CLASS) -Dtest=CostBench
