# Two commands are enough on a fresh machine: `make run` and `make test`. Set-up speaks on stderr only.
PYTHON ?= python3
# Images often forbid it; without compiled files every process that is started takes twice as long to begin.
unexport PYTHONDONTWRITEBYTECODE
VENV ?= .venv
BIN := $(VENV)/bin
# A pip outside can fill an environment without one; Debian's Python has none, and gives one to the environment.
# Inside an activated environment, the Python that it was made from.
# Asked for once, when something is to be installed, and told to every make below.
OUTER = $(eval OUTER := $(shell $(PYTHON) -c 'import sys; print(sys._base_executable)'))$(OUTER)
OUTER_PIP = $(eval OUTER_PIP := $(shell $(OUTER) -m pip --version 2>/dev/null | \
	grep -oE '^pip (22\.3|2[3-9]|[3-9][0-9])'))$(OUTER_PIP)
SUBMAKE = $(MAKE) --silent --no-print-directory OUTER="$(OUTER)" OUTER_PIP="$(OUTER_PIP)"
PIP = $(if $(OUTER_PIP),$(OUTER) -m pip --python,) $(BIN)/python $(if $(OUTER_PIP),,-m pip) --disable-pip-version-check -qq
SOURCES := $(shell find src core -type f -not -name '*.pyc' -not -name '*.so' -not -name '*.wasm') CMakeLists.txt pyproject.toml README.md LICENSE
UV := ../$(VENV)-lock/bin/uv pip compile --quiet --universal --upgrade --generate-hashes --python-version 3.10 --no-header
# Added to the installed package where it has been built: it takes a minute, and most people need it never.
WASM := src/noughts/web/export/core.wasm
ADD_WASM = { [ ! -e $(WASM) ] || cp $(WASM) "$$($(BIN)/python -c 'import noughts; print(noughts.__path__[0])')/web/export/"; }
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal
# Slow tests wait more than they compute: for limits, sandboxes, browsers and installations.
MORE = -n $$(( $$(getconf _NPROCESSORS_ONLN) + 3 ))
FETCH = $(PIP) install --no-compile --require-hashes -r

.PHONY: help run web build test test-all test-times lint types test-native test-nightly mutants mutants-core browser sandbox shells \
	npm approve pictures docs openings drop-sizes solved playthroughs bench bench-connect4 bench-proofs bench-judge bench-grade \
	bench-web bench-export bench-cluster messages generated lock clean wheels check-files core-wasm site

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

run: $(VENV)/installed ## run the program: piped input is JUDGE or GAME, a terminal is offered a game
	@$(BIN)/noughts

web: $(VENV)/web ## the page: play, look and understand in a browser
	@$(BIN)/noughts web

build: $(VENV)/installed ## install the package into .venv

test: $(VENV)/dev browser sandbox shells lint types ## lint, types and the quick tests of every room: some minutes
	@$(PYTEST) --durations 10 --junit-xml build/tests/quick.xml

test-all: test core-wasm npm ## every test but the nightly ones: `make test`, then the slow ones, and more random examples
	@HYPOTHESIS_PROFILE=all $(PYTEST) $(MORE) --durations 10 --junit-xml build/tests/slow.xml -m "(slow or hypothesis) and not nightly"

test-times: $(VENV)/dev ## write into docs/testing.md how long the last `make test` and `make test-all` took
	@$(BIN)/python bench/tiers.py

lint: $(VENV)/dev ## ruff, and clang-format for core/
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/clang-format --dry-run --Werror core/*.hpp core/*.cpp

types: $(VENV)/dev ## mypy --strict, and tsc where node is installed
	@$(BIN)/mypy
	@scripts/check_javascript.sh

browser: ## Chromium from Debian, for the tests of pictures and pages
	@scripts/install_debian.sh chromium "which the tests of pictures and pages need" chromium fonts-liberation
	@scripts/install_debian.sh chromium-headless-shell "which opens pages with a third of the work" chromium-headless-shell

sandbox: ## bubblewrap from Debian, in which agents are graded
	@scripts/install_debian.sh bwrap "in which agents are graded" bubblewrap

shells: ## zsh and fish from Debian, for the tests of completion
	@scripts/install_debian.sh zsh "for the tests of completion" zsh
	@scripts/install_debian.sh fish "for the tests of completion" fish

npm: ## npm from Debian, which fetches Python for browsers
	@scripts/install_debian.sh npm "which fetches Python for browsers" npm

approve: $(VENV)/dev browser ## draw the approved pictures again; look at them before you commit them
	@cd tests && ../$(BIN)/python -m explain.approved_pictures && ../$(BIN)/python -m web.approved_pages

pictures: $(VENV)/dev browser ## make the pictures in README.md and docs/index.md again; look at them before you commit them
	@cd tests && ../$(BIN)/python -m web.document_pictures

test-native: $(VENV)/dev ## the core under sanitizers, with assertions, and built at link time
	@CMAKE=$(BIN)/cmake $(BIN)/python scripts/test_native.py

test-nightly: $(VENV)/dev core-wasm browser sandbox shells npm ## the tests that take long
	@HYPOTHESIS_PROFILE=nightly $(PYTEST) -m "nightly or not nightly"

mutants: $(VENV)/dev ## change games, search, solver and verdicts in one place at a time: the quick tests must notice
	@nice -n 10 $(BIN)/python scripts/mutants.py

mutants-core: $(VENV)/dev ## change the core in some 80 places, one by one: the quick tests must notice; writes docs/testing.md
	@nice -n 10 $(BIN)/python scripts/mutants_core.py

wheels: $(VENV)-release/installed sandbox ## build, check and try what an index would get, in dist/
	@scripts/install_debian.sh debootstrap "which makes a Debian with later Pythons" debootstrap
	@nice -n 10 $(VENV)-release/bin/python scripts/wheels.py

check-files: $(VENV)-release/installed ## workflows, Dockerfile and citation, by the tools made for them
	@TOOLS=$(VENV)-release/bin scripts/check_files.sh

docs: $(VENV)/dev ## the documentation site, in site/
	@$(BIN)/mkdocs build --strict --quiet

site: core-wasm docs npm ## the documentation site with the page beside it, in site/page
	@$(BIN)/noughts web --export site/page

core-wasm: $(WASM) ## the core for browsers, which noughts web --export takes with it
	@[ ! -e $(VENV)/installed ] || $(ADD_WASM)

$(WASM): $(wildcard core/*.hpp) core/browser.cpp scripts/core_wasm.py requirements/wasm.txt
	@$(SUBMAKE) $(VENV)-wasm/installed
	@echo "noughts: compiling the core for browsers" >&2
	@nice -n 10 $(VENV)-wasm/bin/python scripts/core_wasm.py >&2

messages: $(VENV)/dev ## bring the message catalogues up to date, after texts or translations have changed
	@$(BIN)/python scripts/messages.py

generated: $(VENV)/dev ## write the tables and numbers that documents take from the program
	@$(BIN)/python scripts/generate.py

playthroughs: $(VENV)/installed ## write the golden playthroughs again; look at the difference before you commit it
	@$(BIN)/python scripts/playthroughs.py

openings: $(VENV)/installed ## make the opening table of Connect Four; takes hours and goes on where it ended (PLIES=8, SECONDS=600)
	@nice -n 10 $(BIN)/python scripts/openings.py --plies $(or $(PLIES),8) --seconds $(or $(SECONDS),inf)

drop-sizes: $(VENV)/installed ## solve boards of other sizes where marks drop; writes docs/connect4.md (TIME=seconds a game)
	@nice -n 10 $(BIN)/python scripts/drop_sizes.py --time $(or $(TIME),60)

solved: $(VENV)/installed ## prove every small board; writes docs/solved.md and goes on where it ended (TIME=seconds a game)
	@$(BIN)/python scripts/solved.py --time $(or $(TIME),60)

bench: $(VENV)/installed ## ours and other programs on the same work; writes docs/benchmarks.md
	@$(PIP) install ".[bench]" >&2 || echo "noughts: not all other programs could be installed; those are left out" >&2
	@$(BIN)/python bench/peers.py --write docs/benchmarks.md

bench-proofs: $(VENV)/installed ## proofs with certificates, and checking them; writes its part of docs/benchmarks.md (BEFORE=python of an earlier version)
	@$(BIN)/python bench/proofs.py $(if $(BEFORE),--before $(BEFORE)) --write docs/benchmarks.md

bench-connect4: $(VENV)/dev ## Connect Four beside bitbully on random positions; writes its part of docs/benchmarks.md
	@$(BIN)/python bench/connect4.py --write docs/benchmarks.md

bench-judge: $(VENV)/installed ## one JUDGE process against starting Python and doing nothing
	@$(BIN)/python bench/judge_start.py

bench-grade: $(VENV)/installed ## what grading costs beside the agents themselves
	@$(BIN)/python bench/grading.py

bench-web: $(VENV)/web ## the page under load: times, two hundred players, memory, the size of the first page
	@$(BIN)/python bench/web.py

bench-export: core-wasm $(VENV)/dev browser npm ## the exported page: size, first play, ready, solved; writes docs/web.md
	@$(BIN)/python bench/export.py --write docs/web.md

bench-cluster: $(VENV)/dev sandbox ## a cluster on this machine against threads, on the same work; writes docs/cluster.md
	@$(BIN)/python bench/cluster.py --write docs/cluster.md

lock: ## choose new versions of everything we depend on
	$(PYTHON) -m venv $(VENV)-lock
	$(VENV)-lock/bin/python -m pip install --quiet uv
	cd requirements && $(UV) ../pyproject.toml -o run.txt && $(UV) build.in -o build.txt && \
		$(UV) ../pyproject.toml build.in dev.in -o dev.txt && $(UV) --extra web ../pyproject.toml -o web.txt && $(UV) release.in -o release.txt && \
		$(UV) wasm.in -o wasm.txt && $(UV) notebook.in -o notebook.txt
	rm -rf $(VENV)-lock

clean: ## remove everything that was made
	rm -rf $(VENV) $(VENV)-release $(VENV)-notebook $(VENV)-wasm $(WASM) build dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/created:
	@echo "noughts: creating $(VENV)" >&2
	@$(PYTHON) -m venv $(if $(OUTER_PIP),--without-pip) $(VENV) >&2
	@touch $@

$(VENV)/packages: requirements/run.txt $(VENV)/created
	@echo "noughts: installing what the program needs" >&2
	@$(FETCH) requirements/run.txt >&2
	@touch $@

$(VENV)/build-packages: requirements/build.txt $(VENV)/created
	@echo "noughts: installing what builds it" >&2
	@$(FETCH) requirements/build.txt >&2
	@touch $@

# A wheel of the same sources for the same Python is used again, from any clone. While one is compiled the packages come.
$(VENV)/installed: $(VENV)/created $(SOURCES)
	@packages() { $(SUBMAKE) $(VENV)/packages >&2; }; \
	wheel=$$($(BIN)/python scripts/wheel_cache.py find) || { \
		$(SUBMAKE) $(VENV)/build-packages >&2 && echo "noughts: compiling the core" >&2 && \
		{ packages & wheel=$$($(BIN)/python scripts/wheel_cache.py build) && wait $$!; }; } && packages && \
	echo "noughts: installing noughts" >&2 && $(PIP) install --no-deps --no-index --force-reinstall "$$wheel" >&2
	@$(ADD_WASM)
	@touch $@

$(VENV)/web: requirements/web.txt $(VENV)/installed
	@echo "noughts: installing what the page needs" >&2
	@$(FETCH) requirements/web.txt >&2
	@touch $@

$(VENV)/dev: $(VENV)/dev-packages $(VENV)/installed
	@touch $@

$(VENV)/dev-packages: requirements/dev.txt $(VENV)/packages $(VENV)/build-packages
	@echo "noughts: installing what the tests need" >&2
	@$(FETCH) requirements/dev.txt >&2
	@touch $@

$(VENV)-release/installed: MADE_FOR := builds and checks wheels
$(VENV)-notebook/installed: MADE_FOR := shows notebooks
$(VENV)-wasm/installed: MADE_FOR := compiles the core for browsers
$(VENV)-%/installed: BIN = $(@D)/bin
$(VENV)-%/installed: requirements/%.txt
	@echo "noughts: installing what $(MADE_FOR)" >&2
	@$(PYTHON) -m venv $(if $(OUTER_PIP),--without-pip) $(@D) >&2
	@$(FETCH) $< >&2
	@touch $@
