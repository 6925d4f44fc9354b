#!/bin/sh
# Prints the directory of prometheus and promtool, for tests. The first that there is of: $PROMETHEUS, a directory that
# holds both; the one fetched earlier; where the PATH has both; Debian's, fetched without touching the system (apt with
# a state of its own, the package only unpacked). Ends with 1 and says why when there is none.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
cache=$root/node_modules/.cache/prometheus
. "$root/hack/debian.sh"

runs() {
  "$1/prometheus" --version >/dev/null 2>&1 && "$1/promtool" --version >/dev/null 2>&1
}

# The package of Debian 12 needs nothing but a C library, so that it runs on newer releases as it is.
fetch() {
  work=$(mktemp -d "$cache/fetch.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  debian_package "$work" prometheus bookworm || return
  runs "$work/package/usr/bin" || return
  # The directory appears in one step, so that of two who fetch at the same time neither sees half of it.
  mv "$work/package/usr/bin" "$cache/bin" 2>/dev/null || runs "$cache/bin"
}

if test -n "${PROMETHEUS:-}"; then
  echo "$PROMETHEUS"
  exit
fi
mkdir -p "$cache"
if runs "$cache/bin"; then
  echo "$cache/bin"
  exit
fi
installed=$(dirname "$(command -v prometheus || echo /usr/bin/prometheus)")
if runs "$installed"; then
  echo "$installed"
elif (fetch); then
  echo "$cache/bin"
else
  echo 'prometheus.sh: there is no Prometheus, and none could be fetched; set PROMETHEUS to a directory with prometheus and promtool' >&2
  exit 1
fi
