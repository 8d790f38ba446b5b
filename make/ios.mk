# The iPhone and iPad app: built by ios/TrueGHz.xcodeproj on a Mac; here are the checks that run on Linux.

IOS_OUT := $(BINDINGS_OUT)/ios
IOS_CHECKS := PYTHONPATH=tests/ios tools/python.sh tests/ios/requirements.txt -m
IOS_ASSETS := ios/TrueGHz/Assets.xcassets
IOS_LICENCES := ios/TrueGHz/Licences.json
XCFRAMEWORK := dist/TrueGHzFFI.xcframework

##@ iPhone and iPad: the app
.PHONY: app-screens verify-ios ios-check ios-typecheck ios-texts ios-clone ios-calls ios-icon ios-licences ios-run ios-device ios-test \
    ios-test-device ios-pictures
verify-ios: ios-check swift-lint ios-calls swift-test-shipped ## Every check of the app that needs no Mac, one line each
	$(MAKE) --no-print-directory ios-licences IOS_LICENCES=$(IOS_OUT)/Licences.json
	cmp $(IOS_OUT)/Licences.json $(IOS_LICENCES)

.PHONY: setup-ios-checks
setup-ios-checks: ## Python packages for ios-check
	@$(IOS_CHECKS) pytest --version >/dev/null

ios-check: ios-typecheck ios-clone ios-texts ## verify-ios without the checks that need the libraries for Apple's systems
	$(IOS_CHECKS) pytest -q tests/ios
	$(IOS_CHECKS) checks $(IOS_OUT)/symbols

ios-typecheck: swift-build ## Compile the app against stand-ins of Apple's frameworks
	tools/ios-typecheck.sh $(MODELS_OUT)/debug/Modules $(IOS_OUT)
	@# A defect in a view must be found: a name that no model has.
	tools/ios-typecheck-fails.sh $(MODELS_OUT)/debug/Modules $(IOS_OUT)

# The app's own views and models, drawn by the stand-ins: the order and the words are the app's, the looks nearly those of a phone.
SCREENS = tools/app-screens.sh $(MODELS_OUT)/debug $(SWIFT_LIBRARY) $(IOS_OUT)/screens
SCREEN_TEXTS := tests/ios/screens/texts

app-screens: swift-build app-phones setup-html ## target/ios/screens: the iPhone app's screens as pages and pictures, not Apple's drawing; and their texts
	rm -rf $(IOS_OUT)/screens $(SCREEN_TEXTS)
	mkdir -p $(SCREEN_TEXTS)
	$(SCREENS) $(SCREEN_TEXTS)
	$(HTML_PYTHON) tests/html/app_screens.py $(IOS_OUT)/screens

ios-texts: swift-build app-phones ## Compare the texts of the iPhone app's screens, in both languages, with those that are kept
	rm -rf $(IOS_OUT)/texts
	mkdir -p $(IOS_OUT)/texts $(IOS_OUT)/screens
	$(SCREENS) $(IOS_OUT)/texts $(SCREEN_TEXTS)
	diff -ru $(SCREEN_TEXTS) $(IOS_OUT)/texts || { echo 'make app-screens rewrites them'; false; }

ios-clone: setup-swift ## A fresh clone resolves as on a Mac, and one that lacks a part is refused
	tools/ios-clone.sh $(IOS_OUT)/clone

ios-calls: $(XCFRAMEWORK) ## Device and simulator libraries define every symbol the app's Swift calls
	$(BUILD_WITH_TEST) artifacts --quiet
	$(BINDINGS_OUT)/debug/trueghz-verify-calls \
	    $(SWIFT_KIT)/Sources/TrueGHzKit/Generated/TrueGHzKit.swift $(XCFRAMEWORK)

$(XCFRAMEWORK):
	$(MAKE) --no-print-directory xcframework

ios-icon: ## The app's icons by day, by night and tinted, and its mark, from docs/brand/icon.svg
	$(IOS_CHECKS) checks.icon docs/brand/icon.svg $(IOS_ASSETS)

STORE_BANNER := fastlane/metadata/android/en-US/images/featureGraphic.png

.PHONY: store-banner
store-banner: ## The banner of the stores, from docs/brand/feature.svg
	$(IOS_CHECKS) checks.icon docs/brand/feature.svg $(STORE_BANNER)

ios-licences: setup-compiler ## The licences of all components, as the app shows them
	@# No Maven component is in this product.
	$(VERIFY) --licences $(IOS_OUT)/licences $(STANDARD_LIBRARY) $(M2) none apple
	cp $(IOS_OUT)/licences/apple.json $(IOS_LICENCES)

ios-run: xcframework ## On a Mac: the app in a simulator, the first there is (SIMULATOR="iPhone 16")
	tools/ios-run.sh run simulator "$(SIMULATOR)"

ios-device: xcframework ## On a Mac: the app on the connected iPhone or iPad (DEVICE=its name)
	tools/ios-run.sh run device "$(DEVICE)"

ios-test: xcframework ## On a Mac: build the app and run the scheme's tests in a simulator
	tools/ios-run.sh test simulator "$(SIMULATOR)"

ios-test-device: xcframework ## On a Mac: the scheme's tests on the connected iPhone or iPad
	tools/ios-run.sh test device "$(DEVICE)"

ios-pictures: xcframework ## On a Mac: dist/ios-pictures, every screen as the simulator draws it
	tools/ios-run.sh pictures simulator "$(SIMULATOR)"
