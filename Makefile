# Everything a developer does. Node 24 comes with the packages, on Linux: any Node 20 with npm will do to begin with.
SHELL := /bin/bash
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
export SEED SECONDS TARGET INPUT ROUNDS

.DEFAULT_GOAL := help
.PHONY: help run dev build test test-slow test-unit test-integration deploy-test round-trips manifests recorded scale cluster attacks mutants failover survive survive-mutants survive-set-back fuzz verify format generate bench compare clean

help: ## Lists what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 20

node_modules/.installed: package.json package-lock.json
	npm ci --no-audit --no-fund
	@node -e 'if (parseInt(process.versions.node) < 24) throw "Node.js 24 is needed: no package brings one for this platform"'
	@touch $@

build: node_modules/.installed ## Compiles src/ to dist/; then node dist/commands/orchctl.js is the command line
	@rm -rf dist && tsc -p tsconfig.json && node hack/write-build-info.ts && node hack/write-definitions.ts && node hack/bundle.ts && node hack/bundle-page.ts

run: build ## Starts a control plane on https://127.0.0.1:6443: server, controllers, embedded store under .orch/
	@exec node dist/commands/apiserver.js --bind-address=127.0.0.1 --allow-privileged '--controllers=*,bootstrapsigner,tokencleaner' --enable-bootstrap-token-auth $(FLAGS)

dev: node_modules/.installed ## Runs the same from source, and starts it again when a file of src/ changes
	@exec node --watch-path=src --watch-preserve-output src/commands/apiserver.ts --bind-address=127.0.0.1 --allow-privileged '--controllers=*,bootstrapsigner,tokencleaner' --enable-bootstrap-token-auth $(FLAGS)

test: build ## Runs the tests: units, store contracts, integration over TLS with a real etcd
	@./hack/test.sh

test-slow: build ## Runs the tests that take long and seldom fail: encryption, replicas, many flags (make attacks: the long attacks)
	@./hack/test.sh slow slow-faults

test-unit: node_modules/.installed ## Runs the unit tests alone
	@vitest run --project unit

test-integration: build ## Runs the integration tests alone
	@./hack/test.sh integration faults attacks api-embedded api-etcd

round-trips: build ## Reads 1,000 random objects of each kind as they were stored, in every form and every release (OBJECTS=)
	@OBJECTS=$${OBJECTS:-1000} vitest run --project properties test/properties/stored-forms.test.ts test/properties/release-views.test.ts

manifests: build ## Applies manifests of real projects, where they are at hand
	@./hack/test.sh manifests

deploy-test: build ## Runs control planes of three nodes from the files of deploy/, with haproxy and Prometheus; slow
	@./hack/test.sh deploy

recorded: build ## Compares answers at release 1.36 with recorded ones of another server, where they are at hand
	@./hack/test.sh recorded

scale: build ## Simulates a large cluster and measures what its clients wait for (PROFILE=100, 300, 1000, 5000 or 15000 nodes, SECONDS=)
	@node test/scale/scale.ts

cluster: build ## Runs a real cluster on this machine, with the node agents of Kubernetes 1.20 (KUBERNETES_PROGRAMS=folder MANAGERS=kubernetes ONLY= HOLD=1)
	@./hack/cluster-packages.sh
	@node test/cluster/cluster.ts

attacks: build ## Attacks a server with all that a client can size, for 20 s each, and prints what others went through
	@./hack/attacks.sh

failover: build ## Kills and stops the leader of two controller managers, and reads whether two ever acted (ROUNDS=50 SEED=1)
	@node test/failover/failover.ts

survive: build ## Restarts, stops and kills parts of a control plane of three nodes under load, and reads its whole history (WORKERS=2 SECONDS=600 SEED= ONLY= REPLAY=)
	@WORKERS=$${WORKERS:-2} node test/survive/survive.ts

survive-set-back: build ## Sets the store back to an older copy under load, and reads whether anything mixes both histories (WORKERS=)
	@node test/survive/set-back.ts

survive-mutants: build ## Breaks one line of the servers at a time, and looks whether survive finds it (MUTANT=)
	@node test/survive/mutants.ts

verify: node_modules/.installed ## Checks types, style, layers and what is generated
	@tsc -p hack
	@tsc -p src/dashboard
	@biome check .
	@depcruise --config hack/layers.cjs src
	@node hack/rooms.ts
	@node hack/generate-types.ts --check
	@node hack/check-words.ts
	@node hack/check-comments.ts

format: node_modules/.installed ## Formats the code
	@biome check --write .

generate: node_modules/.installed ## Writes the types of the built-in kinds from api-definitions/
	@node hack/generate-types.ts

bench: build ## Measures a fresh server beside a plain one (STORE=etcd, or URL= TOKEN= PID= of any server)
	@node test/bench/bench.ts
	@node test/bench/micro.ts

compare: build ## Records the answers of this build and of an older commit, and shows what differs (OLD=<commit> LIST=file)
	@node test/compare/compare.ts $(OLD)

fuzz: build ## Looks for inputs that break what reads them (SEED=1 SECONDS=120 TARGET=json,yaml; http needs naming)
	@node test/fuzz/fuzz.ts

mutants: node_modules/.installed ## Changes code a little and prints what no unit test notices (MUTANTS=20 a folder, SEED=1 ONLY=src/api/patch)
	@node hack/mutants.ts

clean: ## Removes what was built
	@rm -rf dist node_modules
