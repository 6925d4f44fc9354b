#!/bin/sh
# Prints the directory of prometheus and promtool, for tests.
#
#   prometheus.sh     a recent one; the first that there is of: $PROMETHEUS, a directory that holds both programs; the
#                     one fetched earlier; the newest that Debian has, fetched without touching the system (apt with a
#                     state of its own, the package only unpacked); where the PATH has both.
#   prometheus.sh 2   one of the 2.x line: $PROMETHEUS_2; the one fetched earlier; that of Debian 12.
#
# Ends with 1 and says why when there is none.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
cache=$root/node_modules/.cache/prometheus
. "$root/hack/debian.sh"

runs() {
  "$1/prometheus" --version >/dev/null 2>&1 && "$1/promtool" --version >/dev/null 2>&1
}

# fetch NAME SUITE...: puts the newest of the suites into the cache.
fetch() {
  name=$1
  shift
  mkdir -p "$cache"
  work=$(mktemp -d "$cache/fetch.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  debian_package "$work" prometheus "$@" || return
  # Newer releases have promtool in a package of its own.
  test -x "$work/package/usr/bin/promtool" || debian_package "$work" promtool "$@" || return
  runs "$work/package/usr/bin" || return
  # The directory appears in one step, so that of two who fetch at the same time neither sees half of it.
  mv "$work/package/usr/bin" "$cache/$name" 2>/dev/null || runs "$cache/$name"
}

if test "${1:-}" = 2; then
  if test -n "${PROMETHEUS_2:-}"; then
    echo "$PROMETHEUS_2"
  elif runs "$cache/2" || (fetch 2 bookworm); then
    echo "$cache/2"
  else
    echo 'prometheus.sh: Prometheus 2 could not be fetched; set PROMETHEUS_2 to a directory with prometheus and promtool' >&2
    exit 1
  fi
  exit
fi

if test -n "${PROMETHEUS:-}"; then
  echo "$PROMETHEUS"
  exit
fi
# The packages need nothing but a C library, so that those of newer releases run on Debian 12 as they are.
if runs "$cache/recent" || (fetch recent forky trixie bookworm); then
  echo "$cache/recent"
  exit
fi
installed=$(dirname "$(command -v prometheus || echo /usr/bin/prometheus)")
if runs "$installed"; then
  echo "$installed"
else
  echo 'prometheus.sh: there is no Prometheus, and none could be fetched; set PROMETHEUS to a directory with prometheus and promtool' >&2
  exit 1
fi
