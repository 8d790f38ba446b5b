# The documentation: a site of docs/, and the picture of the terminal in README.

DOCS_OUT := $(abspath $(or $(CARGO_TARGET_DIR),target))

##@ Documentation
.PHONY: book picture
book: ## The documentation as a site: target/book/index.html (needs mdbook: cargo install mdbook)
	mdbook build docs --dest-dir $(DOCS_OUT)/book

picture: ## docs/terminal/reading.svg: what the program prints for a recorded reading
	cargo build --release --locked -p trueghz-desktop
	tools/python.sh docs/terminal/requirements.txt docs/terminal/picture.py $(DOCS_OUT)/release/trueghz
