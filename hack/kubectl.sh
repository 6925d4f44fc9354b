#!/bin/sh
# Prints the path of a kubectl of release 1.20, for tests. The first that there is of: $KUBECTL; the one fetched
# earlier; Debian's, fetched without touching the system (apt with a state of its own, the package only unpacked).
# Ends with 1 and says why when there is none: what newer ones print is not what the tests expect.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
cache=$root/node_modules/.cache/kubectl
. "$root/hack/debian.sh"

runs() {
  "$1" version --client --short >/dev/null 2>&1
}

# Debian 12 has 1.20.
fetch() {
  work=$(mktemp -d "$cache/fetch.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  debian_package "$work" kubernetes-client bookworm || return
  runs "$work/package/usr/bin/kubectl" || return
  # In one step, so that two who fetch at the same time do not get half a file.
  mv "$work/package/usr/bin/kubectl" "$cache/kubectl"
}

if test -n "${KUBECTL:-}"; then
  echo "$KUBECTL"
  exit
fi
mkdir -p "$cache"
if test -x "$cache/kubectl" || (fetch); then
  echo "$cache/kubectl"
else
  echo 'kubectl.sh: there is no kubectl 1.20, and none could be fetched; set KUBECTL to the path of one' >&2
  exit 1
fi
