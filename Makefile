# `make` lists the targets. Everything happens inside .venv; nothing is installed outside this folder.

PYTHON ?= python3
# The first interpreter of 3.12 or newer that really starts (pyenv's shims exist for versions that are not chosen).
PYTHON312 ?= $(shell for python in python3.12 "$$(pyenv prefix 3.12 2>/dev/null)/bin/python3.12" python3.13 python3; do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 12))' >/dev/null 2>&1 && echo "$$python" && break; done)

# A file of tests stays in one process: what its tests share is made once.
ON_ALL_CORES := -n auto --dist loadfile
VENV := .venv
BIN := $(VENV)/bin
VENV312 := .venv312
# Readers of other people, which tests start as programs: their libraries would not go with ours.
JUDGES := .judges
# What is imported is compiled then; most of the eleven thousand modules never are.
PIP_INSTALL := -m pip install -qq --disable-pip-version-check --no-input --no-compile
# npm of the machine or, where there is none, the one among the development tools.
NPM := $(BIN)/python scripts/npm.py --prefix web
WEB := src/graphwright/server/web
# Folders too: they change when a file is taken away.
WEB_SOURCES = $(shell find web/src web/public web/index.html web/*.ts web/*.json)
# Written by npm itself when everything is installed.
WEB_LIBRARIES := web/node_modules/.package-lock.json
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command "make lock"

# Programs that we are measured beside, each in an environment of its own; one of them needs a later Python.
NEWER_PEER := benchmarks/peers/locks/nodum
PEERS := $(filter-out $(NEWER_PEER),$(basename $(wildcard benchmarks/peers/locks/*.in)))

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup judges web run test coverage types fuzz mutation test-slow stories pictures test-312 simulation check format bench bench-large measure sbom release docs lock clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(VENV)/.ready  ## create .venv with the command and every development tool

$(VENV)/.locked: requirements-dev.lock
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14) and "Graphwright needs Python 3.11 to 3.13 (set PYTHON=...)")'
	@echo "Setting up $(VENV) with every tool; this takes a few minutes, once."
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP_INSTALL) --no-deps --require-hashes -r requirements-dev.lock
	@touch $@

judges: $(JUDGES)/.ready  ## create .judges with the readers of other people that judge our exports

$(JUDGES)/.ready: $(VENV)/.locked requirements-judges.lock tests/interop/judges/package-lock.json tests/oidc/idp/package-lock.json
	$(PYTHON) -m venv $(JUDGES)
	$(JUDGES)/bin/python $(PIP_INSTALL) --no-deps --require-hashes -r requirements-judges.lock
	$(BIN)/python scripts/npm.py --prefix tests/interop/judges ci --silent --ignore-scripts
	$(BIN)/python scripts/npm.py --prefix tests/oidc/idp ci --silent --ignore-scripts
	@touch $@

$(VENV)/.ready: $(VENV)/.locked pyproject.toml
	$(BIN)/python $(PIP_INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

web: $(WEB)/index.html  ## build the page into the package, if its sources have changed

$(WEB)/index.html: $(WEB_LIBRARIES) $(WEB_SOURCES)
	$(NPM) run --silent build -- --logLevel warn

$(WEB_LIBRARIES): web/package-lock.json | $(VENV)/.ready
	$(NPM) ci --silent --no-fund --no-audit --ignore-scripts
	@touch $@

run: setup web  ## set everything up and open the workbench on the sample project
	$(BIN)/graphwright demo

test: setup web  ## all tests but the slow ones, those of the page included (COVERAGE=1: measure what they go through)
	$(if $(COVERAGE),$(BIN)/python -m coverage erase && $(BIN)/python -m coverage run -m pytest,$(BIN)/pytest) $(ON_ALL_CORES)

coverage: setup  ## hold what the tests go through against its promise, after `make test COVERAGE=1`
	$(BIN)/python -m scripts.check_coverage

test-slow: setup web  ## only the slow tests: kill loops, long seeds, a real small model (TESTS=tests/e2e: only these of them)
	$(BIN)/pytest -m slow $(ON_ALL_CORES) $(TESTS)

stories: setup web  ## tell every story of the page on three servers at a PostgreSQL (`test-slow` tells those in which servers meet)
	EVERY_STORY=1 $(BIN)/pytest -m slow tests/e2e/test_three.py

pictures: setup web  ## write those of the pictures that pages are compared with anew that differ; look at them before you commit them
	$(NPM) run --silent e2e -- pictures.story.ts components.story.ts --workers=1 --update-snapshots
	$(BIN)/python -m scripts.shrink_pictures

test-312:  ## the simulation tests, which need Python 3.12 or newer
	@if [ -z "$(PYTHON312)" ]; then \
		echo "WARNING: no Python 3.12 found (set PYTHON312=...): the simulation tests are LEFT OUT"; \
	else \
		$(MAKE) --no-print-directory $(VENV312)/.ready PYTHON312="$(PYTHON312)" && \
		$(VENV312)/bin/python -m pytest -m simulation -o cache_dir=.pytest_cache/312; \
	fi

simulation:  ## play 500 histories of a whole server (SEEDS=500-10499: those of a night; SEEDS=7: this one), Python 3.12
	@if [ -z "$(PYTHON312)" ]; then \
		echo "WARNING: no Python 3.12 found (set PYTHON312=...): the histories are LEFT OUT"; \
	else \
		$(MAKE) --no-print-directory $(VENV312)/.ready PYTHON312="$(PYTHON312)" && \
		$(VENV312)/bin/python -m tests.simulation $(if $(SEEDS),--seeds $(SEEDS)); \
	fi

$(VENV312)/.ready: requirements-dev.lock pyproject.toml
	$(PYTHON312) -m venv $(VENV312)
	$(VENV312)/bin/python $(PIP_INSTALL) --no-deps --require-hashes -r requirements-dev.lock
	$(VENV312)/bin/python $(PIP_INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

check: setup $(WEB_LIBRARIES)  ## lint, format, types and import direction; changes nothing
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(NPM) run --silent check
	$(BIN)/python -m scripts.generate_protocol --check
	$(BIN)/python -m scripts.generate_locales --check
	$(BIN)/python -m scripts.generate_api --check
	$(BIN)/python -m scripts.supply.advisories

fuzz: setup  ## fuzz every reader, guided by coverage (TARGETS="neutral pdf": only these; SECONDS_EACH=30)
	$(BIN)/python -W ignore -m tests.fuzz $(TARGETS) --seconds $(or $(SECONDS_EACH),30)

mutation: setup  ## make the core wrong, one change at a time, and name what no test notices (FOLDERS="runs store", EACH=40, SEED=1)
	$(BIN)/python -m scripts.mutation $(FOLDERS) --each $(or $(EACH),40) --seed $(or $(SEED),1)

types: setup  ## the second type checker; a minute and a half, so it is no part of `check`
	$(BIN)/pyright

format: setup $(WEB_LIBRARIES)  ## apply the formatter and the safe lint fixes
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(NPM) run --silent format

bench: setup  ## measure every published figure
	$(BIN)/python -m benchmarks

bench-large: setup web  ## measure what takes minutes: models up to 200,000 nodes, many documents, a long past, large models in the page, other programs
	PYTHON312="$(PYTHON312)" $(BIN)/python -m benchmarks size documents history page peers

measure: setup web  ## measure the base installation against its promise
	$(BIN)/python scripts/measure_install.py

sbom: setup  ## write the bill of materials of what is shipped, as CycloneDX
	@mkdir -p dist
	$(BIN)/python -m scripts.supply.bill dist/sbom.cdx.json

release: setup web  ## build the wheel twice, and beside it its bill of materials, provenance and digests
	$(BIN)/python -m scripts.supply.release

docs: setup $(WEB_LIBRARIES)  ## write the generated tables of docs/ and the types of the wire anew
	$(BIN)/python -m scripts.generate_docs
	$(BIN)/python -m scripts.generate_protocol
	$(BIN)/python -m scripts.generate_locales
	$(BIN)/python -m scripts.generate_api

lock: setup  ## resolve the lock files anew (set UPGRADE=--upgrade for newer versions)
	$(COMPILE) $(UPGRADE) --extra fast --extra tokens --extra embed --output-file requirements.lock pyproject.toml
	$(COMPILE) $(UPGRADE) --all-extras --output-file requirements-dev.lock pyproject.toml
	$(COMPILE) $(UPGRADE) --output-file requirements-judges.lock requirements-judges.in
	for peer in $(PEERS); do $(COMPILE) $(UPGRADE) --no-annotate --output-file $$peer.lock $$peer.in || exit 1; done
	$(subst 3.11,3.12,$(COMPILE)) $(UPGRADE) --no-annotate --output-file $(NEWER_PEER).lock $(NEWER_PEER).in

clean:  ## remove what this Makefile made
	rm -rf $(VENV) $(VENV312) .fuzz .mutation $(JUDGES) tests/interop/judges/node_modules tests/oidc/idp/node_modules $(WEB) web/node_modules build dist htmlcov .coverage .coverage.* .mypy_cache .ruff_cache \
		.pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
