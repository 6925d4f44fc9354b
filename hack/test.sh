#!/usr/bin/env bash
# Runs all tests, or the projects that are named, and ends with what failed, the seconds each project took, and one
# line that says how many passed and failed. One project after the other: servers that have two cores for themselves
# are tested as they are, not as they are beside three thousand units.
set -uo pipefail
cd "$(dirname "$0")/.."
ETCD="$(./hack/etcd.sh)" || exit 1
# Empty where the machine cannot get the oldest supported etcd: the tests that need it say so and are skipped.
ETCD_34="$(./hack/etcd.sh 3.4)" || ETCD_34=
export ETCD ETCD_34
# Some hundred servers are started: what the engine has compiled for one of them serves all others.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$PWD/node_modules/.cache/compile}"
reports="$(mktemp -d)"
export SUITE_FAILURES="$reports/suite-failures"
trap 'rm -rf "$reports"' EXIT
code=0
projects=()
# What waits for servers leaves cores free: it runs together, so that no project ends with one file alone.
runs=("$@")
[ $# -gt 0 ] || runs=(unit "integration properties api-embedded api-etcd" faults attacks)
for run in "${runs[@]}"; do
  start=$SECONDS
  project="${run%% *}"
  # shellcheck disable=SC2086 # several names
  vitest run $(printf -- '--project %s ' $run) --reporter=default --reporter=json --reporter=./hack/suite-failures.ts --outputFile.json="$reports/$project.json" || code=1
  projects+=("$project=$((SECONDS - start))")
done
node hack/test-summary.ts "$reports" "${projects[@]}" || code=1
exit $code
