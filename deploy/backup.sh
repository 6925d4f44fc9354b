#!/bin/sh
# Saves everything that the cluster stores: a snapshot of etcd, taken while it works.
#
#     backup.sh FILE        FILE is overwritten only by a whole snapshot
#
# ENDPOINT  the member that is asked (https://127.0.0.1:2379)
# PKI       where ca.crt, server.crt and server.key of etcd lie (/etc/kubernetes/pki/etcd)
# ETCDCTL   the etcdctl that is used (etcdctl)
set -eu
umask 077

if test $# != 1; then
  sed -n '2,/^set/{s/^# \{0,1\}//;/^set/d;p}' "$0" >&2
  exit 2
fi
pki=${PKI:-/etc/kubernetes/pki/etcd}
trap 'rm -f "$1.part" "$1.part.part"' EXIT
# etcdctl 3.4 and 3.5 both know this version of the API.
export ETCDCTL_API=3
"${ETCDCTL:-etcdctl}" --endpoints="${ENDPOINT:-https://127.0.0.1:2379}" \
  --cacert="$pki/ca.crt" --cert="$pki/server.crt" --key="$pki/server.key" snapshot save "$1.part"
# Reads it from end to end; what is damaged is no backup.
"${ETCDCTL:-etcdctl}" snapshot status "$1.part" >/dev/null
mv "$1.part" "$1"
