#!/bin/sh
# Prints the path of libfaketime, which shows a program another time of day. The first that there is of: $FAKETIME; the one of
# the system; the one fetched earlier; Debian's, fetched without touching the system. Ends with 1 and says why when there is
# none.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
cache=$root/node_modules/.cache/faketime
. "$root/hack/debian.sh"

fetch() {
  mkdir -p "$cache"
  work=$(mktemp -d "$cache/fetch.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  debian_package "$work" libfaketime bookworm || return
  mv "$work"/package/usr/lib/*/faketime/libfaketimeMT.so.1 "$cache/libfaketimeMT.so.1"
}

for path in "${FAKETIME:-}" /usr/lib/*/faketime/libfaketimeMT.so.1 "$cache/libfaketimeMT.so.1"; do
  if test -f "$path"; then
    echo "$path"
    exit
  fi
done
if (fetch); then
  echo "$cache/libfaketimeMT.so.1"
else
  echo 'faketime.sh: there is no libfaketime; install it, or set FAKETIME to the path of one' >&2
  exit 1
fi
