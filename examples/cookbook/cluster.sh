#!/usr/bin/env bash
# Three workers and a server look for the flags of gcc's program together: the recipe gcc on a cluster of one machine.
source "$(dirname "$0")/recipe.sh"
need gcc curl python3
port="${PORT:-18470}"
url="http://127.0.0.1:$port" # workers on other machines would name this one
rm -f "$work"/studies.db*
"$leadline" serve --study-store "$work/studies.db" --listen "127.0.0.1:$port" > "$work/server.log" &
server=$!
trap 'kill $server' EXIT
until grep -q "^serving" "$work/server.log"; do kill -0 $server; sleep 0.1; done
source "$here/gcc-flags.sh"
python3 -c 'import json, sys; print(json.dumps(
    {"name": "gcc", "trials": int(sys.argv[2]), "noisy": True, "space": open(sys.argv[1]).read()}))' \
  "$here/gcc.yaml" "${TRIALS:-40}" > "$work/study.json"
curl --silent --show-error --fail -H 'Content-Type: application/json' "$url/api/v1/studies" -d @"$work/study.json" > "$work/created.json"
for worker in 1 2 3; do
  "$leadline" work "$url/gcc" -- "${command[@]}" > "$work/worker-$worker.log" &
  workers[worker]=$!
done
wait "${workers[@]}"
curl --silent --fail "$url/api/v1/studies/gcc/recommend"
