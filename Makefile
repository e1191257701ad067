# Everything a developer or a first visitor types. Needs git, make, python3 and python3-venv.
PYTHON ?= python3
PORT ?= 8080
ARGS ?=
BIN := .venv/bin
RUN := $(BIN)/python
STAMP := .venv/.ready

.PHONY: setup demo test check bench laws train screenshots clean
.DEFAULT_GOAL := setup

setup: $(STAMP)

# Stamped, so that a second `make setup` does nothing until the dependencies change.
$(STAMP): pyproject.toml constraints.txt
	test -x $(RUN) || $(PYTHON) -m venv .venv
	$(RUN) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test]'
	touch $(STAMP)

demo: setup
	$(BIN)/segnapunti demo --port $(PORT) $(ARGS)

test: setup
	$(RUN) -m pytest $(ARGS)

check: setup
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(MAKE) --no-print-directory test

bench: setup
	@$(RUN) -m benchmarks $(ARGS)

laws: setup
	$(RUN) -m tests.laws $(ARGS)

# Training lives in an environment of its own (5.9 GB): torch is never installed beside the product.
.venv-train/.ready: pyproject.toml
	test -x .venv-train/bin/python || $(PYTHON) -m venv .venv-train
	.venv-train/bin/python -m pip install --quiet --disable-pip-version-check -e '.[train]'
	touch $@

LOCALISER ?= heatmap
train: .venv-train/.ready
	.venv-train/bin/python -m vision.train --localiser $(LOCALISER) $(ARGS)

screenshots: setup
	$(RUN) -m tests.e2e.screenshots $(ARGS)

clean:
	rm -rf .venv dist build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
