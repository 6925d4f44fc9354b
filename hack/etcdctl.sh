#!/bin/sh
# Prints the directory of etcdctl, for tests. The first that there is of: $ETCDCTL_BIN, a directory that holds
# it; the one fetched earlier; the one on the PATH; Debian's, fetched without touching the system (apt with a
# state of its own, the package only unpacked). Ends with 1 and says why when there is none.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
cache=$root/node_modules/.cache/etcdctl
. "$root/hack/debian.sh"

runs() {
  "$1/etcdctl" version >/dev/null 2>&1
}

# Debian 13 and newer have 3.5, whose package runs on Debian 12 as it is.
fetch() {
  work=$(mktemp -d "$cache/fetch.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  debian_package "$work" etcd-client forky trixie || return
  runs "$work/package/usr/bin" || return
  # The directory appears in one step, so that of two who fetch at the same time neither sees half of it.
  mv "$work/package/usr/bin" "$cache/bin" 2>/dev/null || runs "$cache/bin"
}

if test -n "${ETCDCTL_BIN:-}"; then
  echo "$ETCDCTL_BIN"
  exit
fi
mkdir -p "$cache"
if runs "$cache/bin"; then
  echo "$cache/bin"
  exit
fi
installed=$(dirname "$(command -v etcdctl || echo /usr/bin/etcdctl)")
if runs "$installed"; then
  echo "$installed"
elif (fetch); then
  echo "$cache/bin"
else
  echo 'etcdctl.sh: there is no etcdctl 3.5, and none could be fetched; set ETCDCTL_BIN to a directory with etcdctl' >&2
  exit 1
fi
