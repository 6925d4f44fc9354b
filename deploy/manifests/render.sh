#!/bin/sh
# Writes the static pods of a node, one file each, as a kubelet reads them (--pod-manifest-path).
#
#     render.sh NODE DIRECTORY      render.sh node-1 /etc/kubernetes/manifests
#
# KUBECTL  the kubectl whose kustomize is used (kubectl)
set -eu

if test $# != 2; then
  sed -n '2,/^set/{s/^# \{0,1\}//;/^set/d;p}' "$0" >&2
  exit 2
fi
folder=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$2"
all=$(mktemp)
trap 'rm -f "$all"' EXIT
"${KUBECTL:-kubectl}" kustomize "$folder/$1" >"$all"
# Documents are separated by ---, and the name of a pod is the first `  name:` below `metadata:`.
awk -v directory="$2" '
  function flush() {
    if (name == "") return
    # A kubelet that looks at the directory must not see half a file; it ignores names that begin with a dot.
    hidden = directory "/." name ".yaml"
    printf "%s", text > hidden
    close(hidden)
    if (system("mv \"" hidden "\" \"" directory "/" name ".yaml\"") != 0) exit 1
  }
  /^---$/ { flush(); text = ""; name = ""; inside = 0; next }
  { text = text $0 "\n" }
  /^[a-z]/ { inside = ($0 == "metadata:") }
  inside && /^  name: / { name = $2 }
  END { flush() }
' "$all"
