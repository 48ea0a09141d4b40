#!/bin/sh
# Hands the primary's place to another machine when this one's disk is almost full: PostgreSQL refuses to write then, but goes on, so that
# Patroni sees nothing wrong. Runs beside Patroni, as the user that it runs as.
#   disk-guard.sh CONFIGURATION_OF_PATRONI NAME_OF_THIS_MACHINE FOLDER_OF_THE_DATA LEAST_MEGABYTES
# It helps where another machine has room. Where none has, the place is handed on once in ten minutes by each.
set -u
configuration=${1:-} name=${2:-} folder=${3:-} least=${4:-}
case $least in '' | *[!0-9]*)
  echo "disk-guard: the fourth argument is how many megabytes must be left, such as 2000" >&2
  exit 2
  ;;
esac
while sleep 2; do
  free=$(df --output=avail --block-size=1M "$folder" | tail -n 1 | tr -d ' ')
  # The folder is not there, such as while its disk is away.
  case $free in '' | *[!0-9]*) continue ;; esac
  [ "$free" -ge "$least" ] && continue
  # Refused where this machine is not the primary, or nobody can take its place; patronictl ends with 0 all the same.
  case $(patronictl -c "$configuration" switchover --leader "$name" --force 2>&1) in *Successfully*) ;; *) continue ;; esac
  echo "disk-guard: $free MB are left in $folder, the primary's place was handed over" >&2
  sleep 600
done
