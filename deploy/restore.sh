#!/bin/sh
# Makes the data directory of one member from a snapshot. Run it on every node with the same FILE while etcd and the API
# servers are stopped; together the members are a new cluster with the old content.
#
#     restore.sh FILE NODE_NAME NODE_ADDRESS ETCD_CLUSTER       the last three as in the pod of the member
#
# DATA     the data directory, which must not be there yet (/var/lib/etcd)
# ETCDUTL  the program that is used (etcdutl; etcdctl of 3.4 will do)
set -eu
umask 077

if test $# != 4; then
  sed -n '2,/^set/{s/^# \{0,1\}//;/^set/d;p}' "$0" >&2
  exit 2
fi
data=${DATA:-/var/lib/etcd}
if test -e "$data/member"; then
  echo "restore.sh: $data holds a member: stop it and move its data away first" >&2
  exit 1
fi
# An empty directory may be the volume of the pod: the data goes into it.
export ETCDCTL_API=3
"${ETCDUTL:-etcdutl}" snapshot restore "$1" --data-dir="$data.restored" --name="$2" \
  --initial-advertise-peer-urls="https://$3:2380" --initial-cluster="$4" --initial-cluster-token=control-plane
mkdir -p "$data"
mv "$data.restored/member" "$data/member"
rmdir "$data.restored"
