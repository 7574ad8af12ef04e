# make demo: a real JAX program read, explained, compiled, timed beside XLA and computed.   make test: everything that is tested.
# Each installs what is missing (Debian 12 packages), builds, and runs.
BUILD ?= build/release
JOBS ?= $(shell nproc)
EUTECTIC = $(BUILD)/eutectic
CARTPOLE = tests/corpus/bench/cartpole_baseline
SMALL = tests/corpus/cartpole_noconcat

.PHONY: demo test build tests-build deps venv check clean

demo: build
	@echo
	@echo "== A JAX program: 2048 Cartpole environments, 1000 steps, as JAX exports it"
	$(EUTECTIC) verify --describe $(CARTPOLE).mlirbc
	@echo
	@echo "== What becomes one kernel, and why"
	$(EUTECTIC) explain $(CARTPOLE).mlirbc
	@echo
	@echo "== Compiled and timed"
	$(EUTECTIC) bench $(CARTPOLE).mlirbc --inputs $(CARTPOLE).input.npz
	@echo
	@echo "== Beside XLA"
	@EUTECTIC=$(EUTECTIC) python3 bench/demo.py
	@echo
	@echo "== Computed by the reference evaluator (some seconds)"
	$(EUTECTIC) run $(CARTPOLE).mlirbc --inputs $(CARTPOLE).input.npz
	@echo
	@echo "== A smaller one, compared with JAX's answers"
	$(EUTECTIC) run $(SMALL)/program.mlir --engine cpu --inputs $(SMALL)/input.npz --expect $(SMALL)/expected.npz --signature $(SMALL)/signature.json

test: tests-build venv
	ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS)

build: $(BUILD)/CMakeCache.txt
	cmake --build $(BUILD) --target eutectic -j $(JOBS)

tests-build: $(BUILD)/CMakeCache.txt
	cmake --build $(BUILD) -j $(JOBS)

$(BUILD)/CMakeCache.txt: | deps
	cmake -S . -B $(BUILD) -G Ninja -DCMAKE_BUILD_TYPE=Release

deps:
	@tools/install_deps

# JAX, for the tests that ask it; without it they are skipped.
venv:
	@tools/make_venv

check:
	tools/check

clean:
	rm -rf $(BUILD)
