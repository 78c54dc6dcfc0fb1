#!/usr/bin/env bash
# Stops what start.sh started, and returns once it has ended. Usage: stop.sh DIR
D=$(cd "${1:?folder}" && pwd) || exit 1
# A number in a file may be another process's by now: one of these works in this folder.
end() {
  [[ "${1:-}" =~ ^[0-9]+$ ]] && case "$(readlink "/proc/$1/cwd")" in "$D" | "$D"/*) ;; *) false ;; esac || return 0
  kill -INT "$1"
  for _ in $(seq 100); do [ -d "/proc/$1" ] || return 0; sleep 0.1; done
}
end "$(head -1 "$D/pg/data/postmaster.pid" 2>/dev/null)"
end "$(cat "$D/chroma.pid" 2>/dev/null)"
