#!/bin/sh
# Prints the folder of Debian's Python packages with the client library `kubernetes`, for tests: what PYTHONPATH is to
# name. The one fetched earlier, or the packages of Debian 12, only unpacked. Ends with 1 and says why when there is none.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
cache=$root/node_modules/.cache
kept=$cache/python-kubernetes
packages=$kept/usr/lib/python3/dist-packages
. "$root/hack/debian.sh"

works() {
  PYTHONPATH=$1/usr/lib/python3/dist-packages python3 -c 'import kubernetes' 2>/dev/null
}

if ! works "$kept"; then
  mkdir -p "$cache"
  work=$(mktemp -d "$cache/fetch.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  names=
  for name in kubernetes certifi chardet charset-normalizer dateutil google-auth cachetools idna oauthlib pyasn1 \
    pyasn1-modules requests requests-oauthlib rsa six urllib3 websocket yaml pkg-resources; do
    names="$names python3-$name"
  done
  # shellcheck disable=SC2086 # several names
  if ! debian_packages "$work" bookworm $names >/dev/null 2>&1 || ! works "$work/package"; then
    echo 'no Python client: the packages of Debian 12 cannot be fetched, or there is no python3 for them' >&2
    exit 1
  fi
  rm -rf "$kept"
  mv -T "$work/package" "$kept" 2>/dev/null || works "$kept"
fi
echo "$packages"
