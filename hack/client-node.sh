#!/bin/sh
# Prints the path of @kubernetes/client-node, for tests: the one fetched earlier, or npm's, installed in a folder of its
# own, for nothing but a test needs it. Ends with 1 and says why when there is none.
set -eu

version=2.0.1
root=$(cd "$(dirname "$0")/.." && pwd)
cache=$root/node_modules/.cache
kept=$cache/client-node-$version
entry=$kept/node_modules/@kubernetes/client-node/dist/index.js

if test ! -e "$entry"; then
  mkdir -p "$cache"
  work=$(mktemp -d "$cache/fetch.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  echo '{ "private": true }' > "$work/package.json"
  if ! npm install --prefix "$work" --silent --ignore-scripts --no-audit --no-fund --fetch-retries=0 \
    "@kubernetes/client-node@$version" >/dev/null 2>&1; then
    echo "no @kubernetes/client-node $version: npm cannot fetch it" >&2
    exit 1
  fi
  # In one step, so that two who fetch at the same time do not get half of it.
  mv -T "$work" "$kept" 2>/dev/null || test -e "$entry"
fi
echo "$entry"
