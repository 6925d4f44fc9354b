#!/usr/bin/env bash
# Makes every key and certificate of a control plane, and renews those whose end is near. It can be run as often as one
# likes: a certificate is made anew only when it is missing, ends within RENEW_DAYS, was issued by another authority, or
# was asked for with other names or another algorithm than now.
#
#     certificates.sh DIRECTORY NAME=ADDRESS...     one NAME=ADDRESS for each node of the control plane
#     certificates.sh --report DIRECTORY            the ends of all certificates, as metrics in Prometheus' text format
#
# DIRECTORY/authorities  keys of the authorities; stays where it is made, and is backed up
# DIRECTORY/NAME         what goes to a node, as /etc/kubernetes
# DIRECTORY/admin.conf   kubeconfig of the first administrator
#
# ENDPOINT         host:port at which clients reach the load balancer (the first node, port 6443)
# SERVICE_ADDRESS  first address of the range of Services (10.96.0.1)
# DOMAIN           DNS domain of the cluster (cluster.local)
# DAYS             how long certificates are valid (365)
# RENEW_DAYS       how long before its end a certificate is renewed (60)
# AUTHORITY_DAYS   how long authorities are valid (3650)
# KEY_ALGORITHM    rsa (2048 bits, which every TLS client knows), or ec (P-256: smaller, and faster to sign with)
set -euo pipefail
umask 077

not_after() {
  date --utc --date "$(openssl x509 -noout -enddate -in "$1" | cut -d= -f2)" +%s
}

report() {
  echo '# HELP certificate_expiration_timestamp_seconds End of a certificate, in seconds since 1970.'
  echo '# TYPE certificate_expiration_timestamp_seconds gauge'
  find "$1" -name '*.crt' | sort | while read -r file; do
    echo "certificate_expiration_timestamp_seconds{path=\"${file#"$1"/}\"} $(not_after "$file")"
  done
}

if [ "${1:-}" = --report ] && [ $# = 2 ]; then
  report "${2%/}"
  exit
fi
if [ $# -lt 2 ] || [[ $1 == -* ]]; then
  sed -n '2,/^set/{s/^# \{0,1\}//;/^set/d;p}' "$0" >&2
  exit 2
fi

root=${1%/}
shift
for node in "$@"; do
  if ! [[ $node =~ ^[a-z0-9]([a-z0-9.-]*[a-z0-9])?=[0-9a-fA-F.:]+$ ]]; then
    echo "certificates.sh: $node must be NAME=ADDRESS, where NAME is a DNS name and ADDRESS an IP address" >&2
    exit 2
  fi
done
ENDPOINT=${ENDPOINT:-${1#*=}:6443}
SERVICE_ADDRESS=${SERVICE_ADDRESS:-10.96.0.1}
DOMAIN=${DOMAIN:-cluster.local}
DAYS=${DAYS:-365}
RENEW_DAYS=${RENEW_DAYS:-60}
AUTHORITY_DAYS=${AUTHORITY_DAYS:-3650}
case ${KEY_ALGORITHM:=rsa} in
  rsa) key_options=(-algorithm RSA -pkeyopt rsa_keygen_bits:2048) ;;
  ec) key_options=(-algorithm EC -pkeyopt ec_paramgen_curve:P-256) ;;
  *)
    echo "certificates.sh: KEY_ALGORITHM must be rsa or ec, not $KEY_ALGORITHM" >&2
    exit 2
    ;;
esac
authorities=$root/authorities
mkdir -p "$authorities"
scratch=$(mktemp -d "$root/.making.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

new_key() {
  openssl genpkey "${key_options[@]}" -out "$1" 2>/dev/null
}

# IP:192.0.2.1 or DNS:name, as the text is an address or a name.
alternative() {
  if [[ $1 =~ ^[0-9.]+$ || $1 == *:* ]]; then echo "IP:$1"; else echo "DNS:$1"; fi
}

# authority NAME SUBJECT: a certificate that signs itself. It is never replaced here: all that trusts it would have to
# trust the new one first (README.md, "A new authority").
authority() {
  local path=$authorities/$1
  if [ -e "$path.crt" ] && [ -e "$path.key" ]; then
    openssl x509 -checkend $((DAYS * 86400)) -noout -in "$path.crt" >/dev/null ||
      echo "certificates.sh: $path.crt ends before the certificates that it issues: replace it" >&2
    return
  fi
  new_key "$scratch/ca.key"
  openssl req -x509 -new -key "$scratch/ca.key" -subj "$2" -days "$AUTHORITY_DAYS" -out "$scratch/ca.crt" \
    -addext keyUsage=critical,digitalSignature,keyEncipherment,keyCertSign
  mv "$scratch/ca.key" "$path.key"
  mv "$scratch/ca.crt" "$path.crt"
  echo "made $path.crt"
}

public_key() {
  openssl "$@" 2>/dev/null
}

is_good() {
  [ -e "$1.crt" ] && [ -e "$1.key" ] && cmp --silent "$scratch/wanted" "$1.request" &&
    openssl x509 -checkend $((RENEW_DAYS * 86400)) -noout -in "$1.crt" >/dev/null &&
    openssl verify -CAfile "$2.crt" "$1.crt" >/dev/null 2>&1 &&
    # A run that was cut short may have replaced the key alone.
    [ "$(public_key x509 -noout -pubkey -in "$1.crt")" = "$(public_key pkey -pubout -in "$1.key")" ]
}

# certificate FILE AUTHORITY SUBJECT USAGE [NAME...]: FILE.crt, FILE.key, and FILE.request with what was asked for.
certificate() {
  local file=$1 issuer=$authorities/$2 subject=$3 usage=$4 names=() name
  shift 4
  for name; do names+=("$(alternative "$name")"); done
  {
    echo "# $subject $KEY_ALGORITHM"
    echo 'basicConstraints=critical,CA:FALSE'
    echo 'keyUsage=critical,digitalSignature,keyEncipherment'
    echo "extendedKeyUsage=$usage"
    [ ${#names[@]} = 0 ] || (IFS=, && echo "subjectAltName=${names[*]}")
  } >"$scratch/wanted"
  mkdir -p "$(dirname "$file")"
  if is_good "$file" "$issuer"; then return; fi
  new_key "$scratch/leaf.key"
  openssl req -new -key "$scratch/leaf.key" -subj "$subject" -out "$scratch/leaf.csr"
  openssl x509 -req -in "$scratch/leaf.csr" -CA "$issuer.crt" -CAkey "$issuer.key" -days "$DAYS" \
    -set_serial "0x$(openssl rand -hex 16)" -extfile "$scratch/wanted" -out "$scratch/leaf.crt" 2>/dev/null
  # What is read while it is replaced must not be half a file.
  mv "$scratch/leaf.key" "$file.key"
  mv "$scratch/leaf.crt" "$file.crt"
  mv "$scratch/wanted" "$file.request"
  echo "made $file.crt"
}

# kubeconfig FILE SERVER CERTIFICATE: CERTIFICATE.crt and .key inside, so that the file can be carried about alone.
kubeconfig() {
  cat >"$scratch/conf" <<END
apiVersion: v1
kind: Config
clusters:
  - name: cluster
    cluster:
      server: https://$2
      certificate-authority-data: $(base64 -w0 <"$authorities/ca.crt")
users:
  - name: user
    user:
      client-certificate-data: $(base64 -w0 <"$3.crt")
      client-key-data: $(base64 -w0 <"$3.key")
contexts:
  - name: default
    context: { cluster: cluster, user: user }
current-context: default
END
  if ! cmp --silent "$scratch/conf" "$1"; then mv "$scratch/conf" "$1"; fi
}

authority ca /CN=kubernetes
authority front-proxy-ca /CN=front-proxy-ca
authority etcd-ca /CN=etcd-ca
# Tokens of service accounts are signed with it. A new one ends all tokens there are: it is never replaced here.
if [ ! -e "$authorities/sa.key" ]; then
  openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out "$scratch/sa.key" 2>/dev/null
  openssl pkey -in "$scratch/sa.key" -pubout -out "$authorities/sa.pub"
  mv "$scratch/sa.key" "$authorities/sa.key"
  echo "made $authorities/sa.key"
fi

endpoint_host=${ENDPOINT%:*}
for node in "$@"; do
  name=${node%%=*} address=${node#*=} pki=$root/${node%%=*}/pki
  mkdir -p "$pki/etcd"
  cp "$authorities/ca.crt" "$authorities/ca.key" "$authorities/front-proxy-ca.crt" "$authorities"/sa.{key,pub} "$pki"
  cp "$authorities/etcd-ca.crt" "$pki/etcd/ca.crt"
  certificate "$pki/apiserver" ca /CN=kube-apiserver serverAuth "$name" "$address" "${endpoint_host}" \
    kubernetes kubernetes.default kubernetes.default.svc "kubernetes.default.svc.$DOMAIN" "$SERVICE_ADDRESS" \
    localhost 127.0.0.1
  certificate "$pki/apiserver-kubelet-client" ca /O=system:masters/CN=kube-apiserver-kubelet-client clientAuth
  certificate "$pki/apiserver-etcd-client" etcd-ca /CN=kube-apiserver-etcd-client clientAuth
  certificate "$pki/front-proxy-client" front-proxy-ca /CN=front-proxy-client clientAuth
  # Members are clients of each other.
  certificate "$pki/etcd/server" etcd-ca "/CN=$name" serverAuth,clientAuth "$name" "$address" localhost 127.0.0.1
  certificate "$pki/etcd/peer" etcd-ca "/CN=$name" serverAuth,clientAuth "$name" "$address" localhost 127.0.0.1
  certificate "$pki/controller-manager" ca /CN=kube-controller-manager serverAuth "$name" "$address" localhost 127.0.0.1
  certificate "$pki/controller-manager-client" ca /CN=system:kube-controller-manager clientAuth
  kubeconfig "$root/$name/controller-manager.conf" "$address:6443" "$pki/controller-manager-client"
done
certificate "$root/admin" ca /O=system:masters/CN=kubernetes-admin clientAuth
kubeconfig "$root/admin.conf" "$ENDPOINT" "$root/admin"
# Prometheus reads the metrics of etcd at the port of clients.
certificate "$root/monitoring/etcd-client" etcd-ca /CN=prometheus clientAuth
cp "$authorities/ca.crt" "$authorities/etcd-ca.crt" "$root/monitoring"
