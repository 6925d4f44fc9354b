#!/bin/sh
# Prints the path of the agent of a node that speaks SPDY with the library that real agents use, for tests: made of
# test/support/spdy/agent/main.go with $GO, else a go on the PATH, else Debian's, and with Debian's spdystream; both are
# fetched without touching the system. Ends with 1 and says why when there is none.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
source=$root/test/support/spdy/agent/main.go
cache=$root/node_modules/.cache/spdy-agent
. "$root/hack/debian.sh"

# A change of the source makes another agent.
agent=$cache/agent-$(cksum < "$source" | tr ' ' '-')

build() {
  work=$(mktemp -d "$cache/build.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  go=${GO:-$(command -v go || true)}
  debian_package "$work" golang-github-docker-spdystream-dev bookworm || return
  if test -z "$go"; then
    debian_package "$work" golang-1.19-src bookworm || return
    debian_package "$work" golang-1.19-go bookworm || return
    export GOROOT="$work/package/usr/lib/go-1.19"
    go=$GOROOT/bin/go
  fi
  export GO111MODULE=off GOTOOLCHAIN=local GOPATH="$work/package/usr/share/gocode" GOCACHE="$work/go-cache" CGO_ENABLED=0
  (cd "$(dirname "$source")" && "$go" build -o "$work/agent" main.go) >&2 || return
  # In one step, so that two who build at the same time do not get half a file.
  mv "$work/agent" "$agent"
}

mkdir -p "$cache"
if test -x "$agent" || (build); then
  echo "$agent"
else
  echo 'spdy-agent.sh: there is no Go compiler or no spdystream, and none could be fetched' >&2
  exit 1
fi
