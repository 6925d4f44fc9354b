#!/bin/sh
# Prints the path of a haproxy, for tests. The first that there is of: $HAPROXY; one on the PATH or where Debian has
# it; Debian's package, installed with apt-get where this runs as root (it needs libraries that few machines have, so
# that it cannot just be unpacked). Ends with 1 and says why when there is none.
set -eu

runs() {
  "$1" -v >/dev/null 2>&1
}

if test -n "${HAPROXY:-}"; then
  echo "$HAPROXY"
  exit
fi
for path in "$(command -v haproxy || true)" /usr/sbin/haproxy /usr/local/sbin/haproxy; do
  if test -n "$path" && runs "$path"; then
    echo "$path"
    exit
  fi
done
if test "$(id -u)" != 0 || ! command -v apt-get >/dev/null; then
  echo 'haproxy.sh: there is no haproxy; install it, or set HAPROXY to the path of one' >&2
  exit 1
fi

install() {
  DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends haproxy >&2
}
if (install || { apt-get -qq update >&2 && install; }) && runs /usr/sbin/haproxy; then
  echo /usr/sbin/haproxy
else
  echo 'haproxy.sh: there is no haproxy, and Debian'"'"'s could not be installed; set HAPROXY to the path of one' >&2
  exit 1
fi
