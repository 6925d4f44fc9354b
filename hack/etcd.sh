#!/bin/sh
# Prints the path of an etcd binary, for tests and for trying things out. The first that there is of:
# $ETCD; the one fetched earlier; one on the PATH that is 3.5 or newer; the newest that Debian has, fetched
# without touching the system (apt with a state of its own, the package only unpacked); any on the PATH.
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

# Debian 13 and newer have 3.5, whose package runs on Debian 12 as it is; Debian 12 itself has 3.4.
fetch() {
  work=$(mktemp -d "$cache/fetch.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  debian_package "$work" etcd-server forky trixie bookworm || return
  test -n "$(version_of "$work/package/usr/bin/etcd")" || return
  # In one step, so that two who fetch at the same time do not get half a file.
  mv "$work/package/usr/bin/etcd" "$cache/etcd"
}

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
mkdir -p "$cache"
if (fetch); then
  echo "$cache/etcd"
elif test -n "$installed"; then
  echo "$installed"
else
  echo 'etcd.sh: there is no etcd, and none could be fetched; set ETCD to the path of one' >&2
  exit 1
fi
