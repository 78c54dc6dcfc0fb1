#!/usr/bin/env bash
# Stops what start.sh started, and returns once it has ended. Usage: stop.sh DIR
D=$(cd "${1:?folder}" && pwd) || exit 1
# Asks a process to end, then makes it: Chroma may hang. end PID SIGNAL
end() {
  # A number in a file may be another process's by now: one of these works in this folder.
  [[ "${1:-}" =~ ^[0-9]+$ ]] && case "$(readlink "/proc/$1/cwd")" in "$D" | "$D"/*) ;; *) false ;; esac || return 0
  for signal in INT "$2"; do
    kill -"$signal" "$1" 2>/dev/null
    for _ in $(seq 50); do readlink "/proc/$1/cwd" >/dev/null || return 0; sleep 0.1; done
  done
  echo "process $1 does not end" >&2
  return 1
}
end "$(head -1 "$D/pg/data/postmaster.pid" 2>/dev/null)" QUIT # its own way to end at once, with all its processes
postgres=$?
end "$(cat "$D/chroma.pid" 2>/dev/null)" KILL && [ $postgres = 0 ]
