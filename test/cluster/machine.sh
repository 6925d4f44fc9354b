#!/usr/bin/env bash
# The first process of a machine: what it mounts is seen in the machine alone, and when it ends, everything that runs
# there ends with it.
#
#   machine.sh enter NAME ROOT CGROUP...   from outside: joins the control groups and makes the namespaces
#   machine.sh init NAME ROOT              within them
#   machine.sh run WORD...                 a command in a machine, in its control groups
set -eu

enter() {
  name=$1 root=$2
  shift 2
  for group; do echo $$ > "$group/cgroup.procs"; done
  exec unshare --net --mount --uts --ipc --cgroup --pid --fork --kill-child -- "$0" init "$name" "$root"
}

# What a node agent writes there is the whole machine's: it writes into files of the node's own.
keep_kernel_settings() {
  mkdir -p "$root/kernel"
  for setting in vm/overcommit_memory vm/panic_on_oom kernel/panic kernel/panic_on_oops \
    kernel/keys/root_maxkeys kernel/keys/root_maxbytes; do
    copy=$root/kernel/${setting//\//-}
    cat "/proc/sys/$setting" > "$copy"
    mount --bind "$copy" "/proc/sys/$setting"
  done
}

# Those of the machine are the root of what it sees.
mount_cgroups() {
  mount -t tmpfs cgroups /sys/fs/cgroup
  while IFS=: read -r number controllers _; do
    test "$number" != 0 || continue
    folder=/sys/fs/cgroup/${controllers#name=}
    mkdir "$folder"
    case $controllers in
      name=*) mount -t cgroup -o "none,$controllers" cgroup "$folder" ;;
      *) mount -t cgroup -o "$controllers" cgroup "$folder" ;;
    esac
    case $controllers in
      *,*) for one in ${controllers//,/ }; do ln -s "$folder" "/sys/fs/cgroup/$one"; done ;;
    esac
  done < /proc/self/cgroup
}

init() {
  name=$1 root=$2
  # Mounts of the node agent are to be seen by the container runtime, and by nobody outside.
  mount --make-rshared /
  mount -t proc proc /proc
  umount --recursive --lazy /sys
  mount -t sysfs sysfs /sys
  echo "$name" > /proc/sys/kernel/hostname
  mount_cgroups
  keep_kernel_settings
  for folder in var/lib var/log; do
    mkdir -p "$root/$folder"
    mount --bind "$root/$folder" "/$folder"
  done
  mount -t tmpfs run /run
  ip link set lo up
  echo 1 > /proc/sys/net/ipv4/ip_forward
  touch "$root/ready"
  # bash takes leave of every process whose parent has ended.
  while :; do
    sleep 3600 &
    wait $!
  done
}

run() {
  for group in /sys/fs/cgroup/*/; do echo $$ > "$group/cgroup.procs"; done
  exec "$@"
}

"$@"
