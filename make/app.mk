# The Android app: its tests on whole Android systems, and pictures of its screens.

# The library's own tests have run before (make kotlin-test).
APP_MVN = $(MVN) -Papp -pl app -am -Dlibrary.tests.skip=true -Dhost.library=$(dir $(HOST_LIBRARY)) \
    -Dtest.java=$$(tools/test-java.sh)

##@ Android: the app
.PHONY: app-test
app-test: setup-java bindings app-licences ## The app's tests on the oldest, a middle and the newest Android
	$(APP_MVN) test
