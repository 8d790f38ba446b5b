# Proof of what is shipped: each artifact read back by parsers that had no part in making it.

VERIFY := cargo run --quiet --locked -p trueghz-verify --
ARTIFACTS := dist/x86_64-linux/trueghz dist/aarch64-linux/trueghz dist/trueghz-$(VERSION).aar \
    dist/TrueGHz.apk dist/TrueGHzFFI.xcframework

##@ Proof of artifacts
.PHONY: verify verify-only
verify: dist-linux-x86_64 dist-linux-arm64 aar apk xcframework verify-only ## Build every artifact and prove it, a line each

verify-only: ## Prove the artifacts that are in dist (TRUEGHZ_WRITE_SIZES=1 records their sizes)
	$(VERIFY) $(ARTIFACTS)
