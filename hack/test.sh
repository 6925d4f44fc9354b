#!/usr/bin/env bash
# Runs all tests and ends with one line that says how many passed and failed. One project after the other: servers
# that have two cores for themselves are tested as they are, not as they are beside three thousand units.
set -uo pipefail
cd "$(dirname "$0")/.."
ETCD="$(./hack/etcd.sh)" || exit 1
export ETCD
reports="$(mktemp -d)"
trap 'rm -rf "$reports"' EXIT
code=0
for project in unit integration api-embedded api-etcd; do
  vitest run --project "$project" --reporter=default --reporter=json --outputFile.json="$reports/$project.json" || code=1
done
node -e '
  const { readdirSync, readFileSync } = require("fs");
  let passed = 0, failed = 0, skipped = 0;
  const names = readdirSync(process.argv[1]);
  for (const name of names) {
    const report = JSON.parse(readFileSync(`${process.argv[1]}/${name}`, "utf8"));
    const broken = report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
    passed += report.numPassedTests;
    failed += report.numFailedTests + broken.length;
    skipped += report.numPendingTests;
  }
  // A project without a report did not run at all.
  failed += 4 - names.length;
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
' "$reports"
exit $code
