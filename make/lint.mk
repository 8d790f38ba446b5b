# Checks that do not run the product. tools/lint.sh calls each part and continues after a failure.

# The features whose surface is recorded; docs.rs shows the same (each crate's Cargo.toml).
PUBLIC_API_FEATURES_trueghz := --features simulate
PUBLIC_API_FEATURES_trueghz-report := --features html,markdown,openmetrics
PUBLIC_API_FEATURES_trueghz-instructions := --features all,simulate
PUBLIC_API_OUT := $(BINDINGS_OUT)/public-api
PUBLIC_API := cargo run --quiet --locked -p trueghz-public-api --

##@ Checks of the sources
.PHONY: lint lint-rust lint-public-api public-api
lint: ## All checks of the sources; says at the end what failed, and what was not run and why
	@tools/lint.sh

lint-rust: ## Formatting, clippy and rustdoc, warnings denied; copies that the crate needs
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	cargo clippy $(CORE) --no-default-features --locked -- -D warnings
	@# One at a time: the program and the library have one name, and their pages one place.
	RUSTDOCFLAGS="-D warnings" cargo doc -p trueghz-desktop --no-deps --locked
	RUSTDOCFLAGS="-D warnings" cargo doc $(CORE) --no-deps --locked
	for crate in $(CORE_FOLDERS); do cmp LICENSE-MIT $$crate/LICENSE-MIT && cmp LICENSE-APACHE $$crate/LICENSE-APACHE || exit 1; done
	cmp docs/method.md core/method.md

public-api: PUBLIC_API_VERB := write
public-api: $(CORE_CRATES:%=public-api-of-%) ## docs/api: the public surface of each crate of the library, as it is now

lint-public-api: PUBLIC_API_VERB := check
lint-public-api: $(CORE_CRATES:%=public-api-of-%) ## Compare the public surface of the library's crates with docs/api

# The JSON is an unstable option of rustdoc. RUSTC_BOOTSTRAP lets a release take it; in a folder of its own, since the
# crates that look at that variable would be recompiled each time it comes and goes.
.PHONY: $(CORE_CRATES:%=public-api-of-%)
$(CORE_CRATES:%=public-api-of-%): public-api-of-%:
	CARGO_TARGET_DIR=$(PUBLIC_API_OUT) RUSTC_BOOTSTRAP=1 cargo rustdoc --quiet --locked -p $* --lib \
	    $(PUBLIC_API_FEATURES_$*) -- -Z unstable-options --output-format json --document-hidden-items --cap-lints allow
	$(PUBLIC_API) $(PUBLIC_API_VERB) $(PUBLIC_API_OUT)/doc/$(subst -,_,$*).json docs/api/$*.txt

LINT_PYTHON := .tools/python/tools
SHELL_SCRIPTS := .ci/run tests/lab/run $(wildcard tools/*.sh)

.PHONY: lint-prose
lint-prose: ## Phrases in comments and documents that are to become plainer: no folder may gain any
	@python3 tools/lint_prose.py

.PHONY: setup-lint-scripts lint-scripts
setup-lint-scripts: ## shellcheck and ruff
	@tools/python.sh tools/requirements.txt --version >/dev/null

lint-scripts: setup-lint-scripts ## shellcheck and ruff: faults of the shell's and Python's scripts, and Python's form
	$(LINT_PYTHON)/bin/shellcheck $(SHELL_SCRIPTS)
	$(LINT_PYTHON)/bin/ruff check tests tools
	$(LINT_PYTHON)/bin/ruff format --check tests tools

# actionlint is a module of Go. (PyPI's package of it fetches a program from elsewhere while it is installed.)
ACTIONLINT_VERSION := 1.7.12
ACTIONLINT := .tools/actionlint-$(ACTIONLINT_VERSION)/actionlint

.PHONY: setup-lint-workflows lint-workflows
setup-lint-workflows: $(ACTIONLINT) ## actionlint and zizmor
	@tools/python.sh .github/requirements.txt --version >/dev/null

$(ACTIONLINT):
	@command -v go >/dev/null || { echo "error: Go is missing: actionlint is compiled with it" >&2; exit 1; }
	GOBIN=$(abspath $(dir $@)) go install github.com/rhysd/actionlint/cmd/actionlint@v$(ACTIONLINT_VERSION)

lint-workflows: setup-lint-workflows setup-lint-scripts ## The workflows: faults, permissions, actions pinned by hash
	PATH=$(CURDIR)/$(LINT_PYTHON)/bin:$$PATH tools/lint-workflows.sh $(ACTIONLINT) .tools/python/.github/bin/zizmor

.PHONY: setup-lint-fdroid lint-fdroid
setup-lint-fdroid: ## F-Droid's own linter
	@tools/python.sh android/fdroid/requirements.txt -m fdroidserver --version >/dev/null

lint-fdroid: setup-lint-fdroid ## The recipe for F-Droid, by its linter and scanner
	tools/lint-fdroid.sh $(CURDIR)/.tools/python/android-fdroid/bin/python

DENY_VERSION := 0.20.2
DENY_ROOT := .tools/cargo-deny-$(DENY_VERSION)
DENY := $(DENY_ROOT)/bin/cargo-deny
DENY_WORKSPACES := Cargo.toml $(LAB)/Cargo.toml

.PHONY: setup-deny lint-deny setup-advisories lint-advisories
setup-deny: $(DENY) ## cargo-deny, compiled from its source (a minute)

# Unoptimised it compiles in a third of the time, and runs for a second.
$(DENY):
	cargo install --quiet --locked --debug --config profile.dev.debug=0 --root $(DENY_ROOT) \
	    cargo-deny@$(DENY_VERSION)

lint-deny: setup-deny ## Licences and origins of all crates: deny.toml
	for manifest in $(DENY_WORKSPACES); do \
	    $(DENY) --locked --config deny.toml --manifest-path $$manifest check --hide-inclusion-graph \
	        licenses sources; \
	done

setup-advisories: setup-deny
	@$(DENY) fetch db || { echo "error: RustSec's list of faults cannot be fetched" >&2; exit 1; }

lint-advisories: setup-advisories ## Crates with known faults, where RustSec's list can be fetched
	for manifest in $(DENY_WORKSPACES); do \
	    $(DENY) --locked --offline --config deny.toml --manifest-path $$manifest check advisories; \
	done
