#!/usr/bin/env bash
# `make attacks`: attacks of ATTACK_SECONDS each with limits for a machine that does nothing else, then a page of what
# each did to the server and to other clients.
set -uo pipefail
cd "$(dirname "$0")/.."
export ATTACK_SECONDS="${ATTACK_SECONDS:-20}" ATTACK_MAX_LIVEZ_MS="${ATTACK_MAX_LIVEZ_MS:-250}"
export ATTACK_MEMORY_FACTOR="${ATTACK_MEMORY_FACTOR:-1}" ATTACK_MAX_TURN_MS="${ATTACK_MAX_TURN_MS:-100}"
ATTACK_FIGURES="$(mktemp)"
export ATTACK_FIGURES
trap 'rm -f "$ATTACK_FIGURES"' EXIT
./hack/test.sh "attacks attacks-long"
code=$?
node test/attacks/support/page.ts "$ATTACK_FIGURES"
exit $code
