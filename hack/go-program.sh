#!/bin/sh
# Prints the path of a program in Go, for tests beside libraries that clients in Go have: go-program.sh NAME PACKAGE...
# makes test/support/go/NAME/main.go with $GO, else a go on the PATH, else Debian's, and with the packages of Debian that
# hold the libraries; what is missing is fetched without touching the system. Ends with 1 and says why when there is none.
set -eu

name=$1
shift
root=$(cd "$(dirname "$0")/.." && pwd)
source=$root/test/support/go/$name/main.go
cache=$root/node_modules/.cache/go-programs
. "$root/hack/debian.sh"

# A change of the source makes another program.
program=$cache/$name-$(cksum < "$source" | tr ' ' '-')

build() {
  work=$(mktemp -d "$cache/build.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  go=${GO:-$(command -v go || true)}
  for package; do
    debian_package "$work" "$package" bookworm || return
  done
  if test -z "$go"; then
    debian_package "$work" golang-1.19-src bookworm || return
    debian_package "$work" golang-1.19-go bookworm || return
    export GOROOT="$work/package/usr/lib/go-1.19"
    go=$GOROOT/bin/go
  fi
  export GO111MODULE=off GOTOOLCHAIN=local GOPATH="$work/package/usr/share/gocode" GOCACHE="$work/go-cache" CGO_ENABLED=0
  (cd "$(dirname "$source")" && "$go" build -o "$work/program" main.go) >&2 || return
  # In one step, so that two who build at the same time do not get half a file.
  mv "$work/program" "$program"
}

mkdir -p "$cache"
if test -x "$program" || (build "$@"); then
  echo "$program"
else
  echo "go-program.sh: there is no Go compiler or no library for $name, and none could be fetched" >&2
  exit 1
fi
