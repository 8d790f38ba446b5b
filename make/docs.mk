# The documentation: a site of docs/, and README's pictures.

DOCS_OUT := $(abspath $(or $(CARGO_TARGET_DIR),target))

##@ Documentation
.PHONY: book pictures lint-pictures
book: ## The documentation as a site: target/book/index.html (needs mdbook: cargo install mdbook)
	mdbook build docs --dest-dir $(DOCS_OUT)/book

PICTURED := PYTHONPATH=tests/html python3 tests/html/pictured.py $(DOCS_OUT)/debug/trueghz

pictures: setup-html ## README's pictures, of what the program makes of recordings: docs/terminal, docs/html and their words
	cargo build --locked -p trueghz-desktop
	PYTHONPATH=tests/html tools/python.sh docs/terminal/requirements.txt docs/terminal/picture.py $(DOCS_OUT)/debug/trueghz
	$(HTML_PYTHON) tests/html/pictures.py
	$(PICTURED) > docs/pictures.txt

lint-pictures: ## Compare the words of README's pictures with what the program says
	cargo build --quiet --locked -p trueghz-desktop
	@$(PICTURED) | diff -u docs/pictures.txt - || { echo "error: run \`make pictures\`, and look at them" >&2; exit 1; }
