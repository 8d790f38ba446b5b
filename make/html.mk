# The page of a reading (`--html`), in a browser.

HTML_OUT := $(abspath $(or $(CARGO_TARGET_DIR),target))
HTML_PYTHON := PYTHONPATH=tests/html TRUEGHZ=$(HTML_OUT)/debug/trueghz tools/python.sh tests/html/requirements.txt

##@ The page of a reading
.PHONY: setup-html test-html
setup-html: .tools/chromium ## Chromium, and what drives it
	@tools/python.sh tests/html/requirements.txt -m pytest --version >/dev/null

test-html: setup-html ## Pages in Chromium: light, dark and printed, on a phone and at a desk; pictures in target/html
	$(BUILD_WITH_TEST) turbo
	mkdir -p $(HTML_OUT)/html
	TRUEGHZ_WRITE_PAGES=$(HTML_OUT)/html cargo test --locked --workspace --test pure _page
	$(HTML_PYTHON) -m pytest -q tests/html
