#!/usr/bin/env bash
# Runs all tests and ends with one line that says how many passed and failed.
set -uo pipefail
cd "$(dirname "$0")/.."
ETCD="$(./hack/etcd.sh)" || exit 1
export ETCD
report="$(mktemp)"
trap 'rm -f "$report"' EXIT
vitest run --reporter=default --reporter=json --outputFile.json="$report"
code=$?
node -e '
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
  const broken = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length;
  const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : "";
  console.log(`${numPassedTests} passed, ${numFailedTests + broken} failed${skipped}`);
' "$report" || { echo '0 passed, 1 failed'; exit 1; }
exit $code
