#!/usr/bin/env bash
# Plays a simulation in parts on a Slurm cluster: slurm.sh FOLDER PARTS GAME BOT… -n N
#
# Example: examples/cluster/slurm.sh sweep 8 farkle bank=300 bank=500 -n 1000000
#
# FOLDER must be one that all nodes share. It gets the parts, a log of each task, and report.txt, which a
# second job writes when all parts are there. To submit again plays only what is missing. Another
# simulation, or another number of parts, needs another FOLDER.

set -euo pipefail

# A task of the array: `exec` is not used, since the exit code says whether to try again.
if [ -n "${SLURM_ARRAY_TASK_ID-}" ]; then
  folder=$1 parts=$2
  shift 2
  status=0
  parlor simulate "$@" -j "${SLURM_CPUS_PER_TASK:-1}" --progress \
    --shard "auto/$parts" --out "$folder/part-$SLURM_ARRAY_TASK_ID" || status=$?
  # The file could not be written, as on a full disk: later it may be possible, but not for ever.
  if [ "$status" -eq 75 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 5 ]; then
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
  fi
  exit "$status"
fi

# The job of the report.
if [ "${1-}" = --merge ]; then exec parlor simulate merge "$2"; fi

[ $# -ge 3 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0" && exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd) parts=$2
shift 2
# What the parts in the folder are of.
words="$parts parts: $(printf '%q ' "$@")"
if [ -e "$folder/simulation.txt" ] && [ "$(cat "$folder/simulation.txt")" != "$words" ]; then
  echo "slurm.sh: $folder has $(cat "$folder/simulation.txt")" >&2
  echo "  Take a new folder for $words" >&2
  exit 2
fi
printf '%s\n' "$words" >"$folder/simulation.txt"
array=$(sbatch --parsable --job-name=parlor --array="1-$parts" --requeue --open-mode=append \
  --output="$folder/log-%a.txt" "$0" "$folder" "$parts" "$@")
merge=$(sbatch --parsable --job-name=parlor-merge --dependency="afterok:$array" \
  --kill-on-invalid-dep=yes --output="$folder/report.txt" "$0" --merge "$folder")
echo "parts: job $array; report: job $merge, $folder/report.txt"
