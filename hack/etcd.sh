#!/bin/sh
# Prints the path of an etcd binary, for tests and for trying things out.
#
#   etcd.sh       a recent one; the first that there is of: $ETCD; the one fetched earlier; one on the PATH that is 3.5
#                 or newer; the newest that Debian has, fetched without touching the system (apt with a state of its
#                 own, the package only unpacked); any on the PATH.
#   etcd.sh 3.4   one of the oldest line that is supported: $ETCD_34; the one fetched earlier; that of Debian 12.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
cache=$root/node_modules/.cache/etcd
. "$root/hack/debian.sh"

version_of() {
  "$1" --version 2>/dev/null | sed -n 's/^etcd Version: //p'
}

is_recent() {
  version=$(version_of "$1")
  test -n "$version" && test "$(printf '%s\n3.5\n' "$version" | sort -V | head -n 1)" = 3.5
}

# fetch NAME SUITE...: puts the newest of the suites into the cache.
fetch() {
  name=$1
  shift
  mkdir -p "$cache"
  work=$(mktemp -d "$cache/fetch.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  debian_package "$work" etcd-server "$@" || return
  test -n "$(version_of "$work/package/usr/bin/etcd")" || return
  # In one step, so that two who fetch at the same time do not get half a file.
  mv "$work/package/usr/bin/etcd" "$cache/$name"
}

if test "${1:-}" = 3.4; then
  if test -n "${ETCD_34:-}"; then
    echo "$ETCD_34"
  elif test -x "$cache/etcd-3.4" || (fetch etcd-3.4 bookworm); then
    echo "$cache/etcd-3.4"
  else
    echo 'etcd.sh: etcd 3.4 could not be fetched; set ETCD_34 to the path of one' >&2
    exit 1
  fi
  exit
fi

if test -n "${ETCD:-}"; then
  echo "$ETCD"
  exit
fi
if test -x "$cache/etcd"; then
  echo "$cache/etcd"
  exit
fi
installed=$(command -v etcd || true)
if test -n "$installed" && is_recent "$installed"; then
  echo "$installed"
  exit
fi
# Debian 13 and newer have 3.5, whose package runs on Debian 12 as it is; Debian 12 itself has 3.4.
if (fetch etcd forky trixie bookworm); then
  echo "$cache/etcd"
elif test -n "$installed"; then
  echo "$installed"
else
  echo 'etcd.sh: there is no etcd, and none could be fetched; set ETCD to the path of one' >&2
  exit 1
fi
