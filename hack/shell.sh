#!/bin/sh
# shell.sh zsh|fish: prints the path of that shell, for tests of completion. The first that there is of: one on the PATH;
# Debian's package, installed with apt-get where this runs as root (a shell finds its functions only where it was
# installed). Ends with 1 and says why when there is none.
set -eu

shell=$1
if command -v "$shell"; then
  exit
fi
if test "$(id -u)" != 0 || ! command -v apt-get >/dev/null; then
  echo "shell.sh: there is no $shell; install it" >&2
  exit 1
fi

install() {
  DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends "$shell" >&2
}
(install || { apt-get -qq update >&2 && install; }) || true
if ! command -v "$shell"; then
  echo "shell.sh: there is no $shell, and Debian's could not be installed" >&2
  exit 1
fi
