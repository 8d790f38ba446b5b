# The iPhone and iPad app: built by ios/TrueGHz.xcodeproj on a Mac; here are the checks that run on Linux.

IOS_OUT := $(BINDINGS_OUT)/ios
IOS_CHECKS := PYTHONPATH=tests/ios tools/python.sh tests/ios/requirements.txt -m
IOS_ICON := ios/TrueGHz/Assets.xcassets/AppIcon.appiconset/AppIcon.png
IOS_LICENCES := ios/TrueGHz/Licences.json
XCFRAMEWORK := dist/TrueGHzFFI.xcframework

##@ iPhone and iPad: the app
.PHONY: verify-ios ios-check ios-typecheck ios-calls ios-icon ios-licences ios-run ios-device
verify-ios: ios-check swift-lint ios-calls ## Every check of the app that needs no Mac, one line each
	$(MAKE) --no-print-directory ios-licences IOS_LICENCES=$(IOS_OUT)/Licences.json
	cmp $(IOS_OUT)/Licences.json $(IOS_LICENCES)

.PHONY: setup-ios-checks
setup-ios-checks: ## Python packages for ios-check
	@$(IOS_CHECKS) pytest --version >/dev/null

ios-check: ios-typecheck ## verify-ios without the checks that need the libraries for Apple's systems
	$(IOS_CHECKS) pytest -q tests/ios
	$(IOS_CHECKS) checks $(IOS_OUT)/symbols

ios-typecheck: swift-build ## Compile the app against stand-ins of Apple's frameworks
	tools/ios-typecheck.sh $(MODELS_OUT)/debug/Modules $(IOS_OUT)
	@# A defect in a view must be found: a name that no model has.
	tools/ios-typecheck-fails.sh $(MODELS_OUT)/debug/Modules $(IOS_OUT)

ios-calls: $(XCFRAMEWORK) ## Device and simulator libraries define every symbol the app's Swift calls
	cargo run --quiet --locked -p trueghz-verify --bin trueghz-verify-calls -- \
	    $(SWIFT_KIT)/Sources/TrueGHzKit/Generated/TrueGHzKit.swift $(XCFRAMEWORK)

$(XCFRAMEWORK):
	$(MAKE) --no-print-directory xcframework

ios-icon: ## The app's icon, from docs/brand/icon.svg
	$(IOS_CHECKS) checks.icon docs/brand/icon.svg $(IOS_ICON)

ios-licences: setup-compiler ## The licences of all components, as the app shows them
	@# No Maven component is in this product.
	$(VERIFY) --licences $(IOS_OUT)/licences $(STANDARD_LIBRARY) $(M2) none apple
	cp $(IOS_OUT)/licences/apple.json $(IOS_LICENCES)

ios-run: swift-sources xcframework ## On a Mac: the app in a simulator (SIMULATOR="iPhone 16")
	tools/ios-run.sh simulator "$(SIMULATOR)"

ios-device: swift-sources xcframework ## On a Mac: the app on the connected iPhone
	tools/ios-run.sh device
