# A release: what is published, in order. .github/workflows/release.yml runs these; docs/release.md says what is by hand.

RELEASE := dist/release

##@ Release
.PHONY: release-check release-artifacts release-tag release-crates
release-check: ## The version of a release (RELEASE_VERSION) is that of the sources, and the changelog has it
	tools/release.sh check "$(RELEASE_VERSION)"

release-artifacts: verify package ## dist/release: every artifact, in Maven's layout too, with SHA256SUMS
	tools/release.sh artifacts $(VERSION)

release-tag: ## The commit and tag of the Swift package, in a clone (RELEASE_ADDRESS: where the artifacts will be)
	tools/swift-release.sh $(VERSION) $(RELEASE)/clone \
	    "$(RELEASE_ADDRESS)/TrueGHzFFI.xcframework.zip"

release-crates: ## Publish the crates in the order in which they need each other
	cargo publish --locked -p trueghz
