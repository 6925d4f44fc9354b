#!/usr/bin/env bash
# Runs all tests and ends with what failed, the seconds each project took, and one line that says how many passed and
# failed. One project after the other: servers that have two cores for themselves are tested as they are, not as they
# are beside three thousand units.
set -uo pipefail
cd "$(dirname "$0")/.."
ETCD="$(./hack/etcd.sh)" || exit 1
export ETCD
reports="$(mktemp -d)"
trap 'rm -rf "$reports"' EXIT
code=0
projects=()
for project in unit integration faults api-embedded api-etcd; do
  start=$SECONDS
  vitest run --project "$project" --reporter=default --reporter=json --outputFile.json="$reports/$project.json" || code=1
  projects+=("$project=$((SECONDS - start))")
done
node hack/test-summary.ts "$reports" "${projects[@]}" || code=1
exit $code
