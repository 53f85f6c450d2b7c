#!/usr/bin/env bash
# Which settings let PostgreSQL answer most transactions a second? pgbench asks for orders, sums and sorted reports; nothing that a crash could lose.
source "$(dirname "$0")/recipe.sh"
bin="${PG_BIN:-$(pg_config --bindir 2> /dev/null || ls -d /usr/lib/postgresql/*/bin 2> /dev/null | tail -1 || true)}"
export PATH="$bin:$PATH"
need initdb pg_ctl pgbench psql
# PostgreSQL refuses to run as root.
if [[ "$(id -u)" == 0 ]]; then as=(runuser -u postgres --); chown postgres "$work"; else as=(); fi
data="$work/data"
stop() { (cd "$work" && "${as[@]}" pg_ctl -D "$data" -m immediate stop > /dev/null 2>&1) || true; }
trap stop EXIT
stop
rm -rf "$data"
cd "$work"
"${as[@]}" initdb -D "$data" -A trust -U postgres > init.log
"${as[@]}" pg_ctl -D "$data" -w -l "$data/log" -o "-p ${PORT:-18432} -k $data -h 127.0.0.1" start > /dev/null
psql -q -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "${PORT:-18432}" -U postgres -v rows="${ROWS:-200000}" -f "$here/postgres-tables.sql" > /dev/null
tune -- "$here/postgres-trial" "$data" "${SECONDS_A_TRIAL:-3}" "$here/postgres-work.sql" "${as[@]}"
