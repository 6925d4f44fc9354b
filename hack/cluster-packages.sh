#!/bin/sh
# Installs what `make cluster` needs of Debian's packages, where something is missing: a container runtime, plugins for
# networks, and what node agents call. Ends with 1 and says why when it cannot.
set -eu

packages=
need() {
  test -e "$1" || packages="$packages $2"
}
need /usr/bin/containerd containerd
need /usr/sbin/runc runc
need /usr/lib/cni/bridge containernetworking-plugins
need /usr/sbin/iptables iptables
need /usr/sbin/conntrack conntrack
need /usr/sbin/ip iproute2
# Of one that is not static, a pod would need the libraries.
if ! test -e /usr/bin/busybox && ! test -e /bin/busybox || ldd "$(command -v busybox)" >/dev/null 2>&1; then
  packages="$packages busybox-static"
fi
test -n "$packages" || exit 0
if test "$(id -u)" != 0 || ! command -v apt-get >/dev/null; then
  echo "cluster-packages.sh: install$packages" >&2
  exit 1
fi

# A machine's own containerd is not used: it need not run.
policy=/usr/sbin/policy-rc.d
if ! test -e $policy; then
  trap 'rm -f $policy' EXIT
  printf '#!/bin/sh\nexit 101\n' > $policy
  chmod +x $policy
fi
install() {
  # shellcheck disable=SC2086 # several names
  DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends $packages >&2
}
install || { apt-get -qq update >&2 && install; } || {
  echo "cluster-packages.sh: these could not be installed:$packages" >&2
  exit 1
}
