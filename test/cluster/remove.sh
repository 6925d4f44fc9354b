#!/usr/bin/env bash
# Waits until the program that started it has ended, however it ended, and then removes what is left of a cluster:
# processes, control groups and files. Namespaces and mounts end with their processes.
#
#   remove.sh NAME FOLDER   NAME is that of the cluster's groups in each hierarchy
set -u
name=$1 folder=$2
trap '' INT TERM HUP
cat > /dev/null

groups() {
  find /sys/fs/cgroup -depth -type d -path "*/$name*" 2> /dev/null
}

for _ in $(seq 100); do
  pids=$(groups | sed 's#$#/cgroup.procs#' | xargs -r cat 2> /dev/null | sort -u | grep -vx 0)
  test -n "$pids" || break
  # shellcheck disable=SC2086 # several numbers
  kill -KILL $pids 2> /dev/null
  sleep 0.1
done
for _ in $(seq 50); do
  groups | xargs -r rmdir 2> /dev/null
  test -n "$(groups)" || break
  sleep 0.1
done
rm -rf --one-file-system "$folder"
