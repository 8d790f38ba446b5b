# A release: what is published, in order. .github/workflows/release.yml runs these; docs/release.md says what is by hand.

RELEASE := dist/release
# Where the artifacts will be, as code hosts have it.
RELEASE_DOWNLOADS = $(shell sed -n 's/^repository = "\(.*\)"/\1/p' Cargo.toml)/releases/download/$(VERSION)

##@ Release
.PHONY: release release-address release-check release-artifacts release-tag release-crates
release: ## All of a release that needs no account: RELEASE_VERSION; RELEASE_ADDRESS and RELEASE_CONTACT the first time
	$(if $(RELEASE_ADDRESS),$(MAKE) release-address)
	$(MAKE) release-check
	$(MAKE) release-artifacts
	$(MAKE) release-tag

release-address: ## Write RELEASE_ADDRESS and RELEASE_CONTACT wherever they stand, and RELEASE_SUPPORT and RELEASE_PRIVACY, if given, for the stores
	tools/release.sh address "$(RELEASE_ADDRESS)" "$(RELEASE_CONTACT)" "$(RELEASE_SUPPORT)" "$(RELEASE_PRIVACY)"

release-check: ## The version of a release (RELEASE_VERSION) is that of the sources, which have an address, and the changelog has it
	tools/release.sh check "$(RELEASE_VERSION)"

release-artifacts: verify package ## dist/release: every artifact, in Maven's layout too, with SHA256SUMS
	tools/release.sh artifacts $(VERSION)

release-tag: ## The commit and tag of the Swift package, in a clone, with the address of its binary
	tools/swift-release.sh $(VERSION) $(RELEASE)/clone "$(RELEASE_DOWNLOADS)/TrueGHzFFI.xcframework.zip"

release-crates: ## Publish the crates in the order in which they need each other
	cargo publish --locked $(CORE)
