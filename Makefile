# Dicecup: `make play` and `make test` set everything up in a virtual environment of their own.
# PYTHON=python3.12 makes one beside it for that Python; ARGS="-k ladder" goes on to pytest; SEED=5 to the demo.

PYTHON ?= python3
SEED   ?= 7
DEMO   := demo.jsonl

ifeq ($(PYTHON),python3)
VENV := .venv
else
VENV := .venv-$(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
endif

BIN    := $(VENV)/bin
PYTEST  = $(BIN)/pytest $(ARGS)
UNTIMED := --timeout 0 --override-ini faulthandler_timeout=0
# What the installed project depends on: a change of these installs again.
SOURCES := pyproject.toml setup.py src/dicecup/__init__.py

# The scripts of an environment hold its path, so a checkout that was moved or copied begins anew.
ifneq ($(shell cat $(VENV)/place 2>/dev/null || pwd -P),$(shell pwd -P))
$(shell rm -rf $(VENV))
endif

.DELETE_ON_ERROR:
.PHONY: help play test check lint golden archive demo bench fuzz mutate lock clean

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | awk -F '\t' '{ printf "  make %-8s %s\n", $$1, $$2 }'

# The demo owns its log: the same seed writes the same bytes, so writing over it loses nothing.
play: $(VENV)/core.stamp ## watch bots play liar's dice, and verify the log
	@$(BIN)/dicecup play liars-dice --seat basic --seat basic --seed "$(SEED)" --log $(DEMO) --force
	@echo
	@$(BIN)/dicecup replay verify $(DEMO)
	@echo
	@echo "The log is $(DEMO). Read it with: $(BIN)/dicecup replay show $(DEMO)"

test: $(VENV)/dev.stamp ## run the tests, on all cores
	@$(PYTEST) --numprocesses auto --maxprocesses 8 --dist worksteal

check: lint test ## what CI runs: lint and test

lint: $(VENV)/dev.stamp ## check format, style and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32

golden: $(VENV)/dev.stamp ## write the golden logs in replays/ anew (read the diff)
	@$(PYTEST) tests/test_golden.py --snapshot-update

archive: $(VENV)/dev.stamp ## write the logs of this version into replays/archive, until it is released
	@$(BIN)/python tests/archived_logs.py

demo: $(VENV)/dev.stamp ## draw the README's picture of a terminal from its transcript
	@$(BIN)/python docs/demo.py
	@echo "The picture is docs/demo.svg, drawn from docs/transcripts/demo.txt."

bench: $(VENV)/dev.stamp ## measure speed, beside open_spiel where that installs
	@test -e $(VENV)/bench.stamp || { $(call install,--only-binary :all: --requirement requirements/bench.txt) \
	  && touch $(VENV)/bench.stamp; } || echo "open_spiel does not install here; the benchmark goes on without it."
	@$(BIN)/pytest --quiet $(UNTIMED) -p no:cacheprovider benchmarks
	@$(BIN)/python benchmarks/bench.py $(ARGS)

fuzz: $(VENV)/dev.stamp ## feed the readers made-up input, at length
	@HYPOTHESIS_PROFILE=fuzz $(PYTEST) -m fuzz $(UNTIMED) --numprocesses auto --maxprocesses 8

mutate: $(VENV)/mutate.stamp ## change the sources here and there, and see whether a test notices
	@$(BIN)/pytest --quiet -p no:cacheprovider tests/test_mutation_places.py
	@$(BIN)/python tests/mutation/mutate.py $(ARGS)

# Only what every reader of the lock can reach goes in: no settings, indexes or wheels of this machine.
LOCK = env -u UV_FIND_LINKS -u UV_INDEX -u UV_DEFAULT_INDEX -u UV_INDEX_URL -u UV_EXTRA_INDEX_URL \
       uv pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes \
       --no-emit-index-url --no-emit-find-links --no-header $(ARGS)

lock: ## resolve the dependencies anew (ARGS=--upgrade for the newest)
	$(LOCK) pyproject.toml requirements/build.in --output-file requirements/core.txt
	$(LOCK) pyproject.toml requirements/build.in --extra dev --extra fast --extra solve \
	  --constraints requirements/core.txt --output-file requirements/dev.txt
	$(LOCK) requirements/bench.in --constraints requirements/dev.txt --output-file requirements/bench.txt
	$(LOCK) requirements/mutate.in --constraints requirements/dev.txt --output-file requirements/mutate.txt

clean: ## remove the environments, caches and the demo's log
	rm -rf .venv .venv-* build dist $(DEMO) .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache \
	  .mutate_cache
	rm -rf src/*.egg-info
	find cli engine variants tests benchmarks src -name __pycache__ -type d -prune -exec rm -rf {} +

# --- The environment -------------------------------------------------------------------------------------------

# uv where it runs (a shim may exist without it), else pip.
install = if uv --version >/dev/null 2>&1; \
  then uv pip install --quiet --compile-bytecode --python $(BIN)/python $(1); \
  else $(BIN)/python -m pip install --quiet --disable-pip-version-check $(1); fi

# The locks are complete, so the project itself is added without resolving or fetching anything.
define install_locked
@echo "Installing $(1) into $(VENV) ..."
@$(call install,--require-hashes --requirement $(1))
@$(call install,--no-deps --no-build-isolation --editable .)
endef

# `play` needs a small part of what `test` needs, which holds it: whoever only wants to see a game waits seconds.
$(VENV)/core.stamp: requirements/core.txt $(SOURCES) | $(VENV)/pyvenv.cfg
	$(call install_locked,requirements/core.txt)
	@touch $@

$(VENV)/dev.stamp: requirements/dev.txt $(SOURCES) | $(VENV)/pyvenv.cfg
	$(call install_locked,requirements/dev.txt)
	@touch $(VENV)/core.stamp $@

$(VENV)/mutate.stamp: requirements/mutate.txt $(VENV)/dev.stamp
	@echo "Installing $< into $(VENV) ..."
	@$(call install,--require-hashes --requirement $<)
	@touch $@

$(VENV)/pyvenv.cfg:
	@command -v $(PYTHON) >/dev/null 2>&1 || { \
	  echo "dicecup needs Python 3.11 or later, and there is no $(PYTHON) here." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "dicecup needs Python 3.11 or later, and $(PYTHON) is $$($(PYTHON) -V 2>&1);" \
	    "name another one like this: make PYTHON=python3.12 play" >&2; exit 1; }
	@echo "Creating $(VENV) ..."
	@if uv --version >/dev/null 2>&1; then \
	  uv venv --quiet --python "$$($(PYTHON) -c 'import sys; print(sys.executable)')" $(VENV); \
	elif $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null; then \
	  $(PYTHON) -m venv $(VENV); \
	else \
	  echo "$(PYTHON) lacks its venv module: install it (Debian and Ubuntu: apt install python3-venv), or uv." >&2; \
	  exit 1; \
	fi
	@pwd -P > $(VENV)/place
