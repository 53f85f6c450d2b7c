#!/usr/bin/env bash
# Three workers and a server look for the flags of gcc's program together: the recipe gcc on a cluster of one machine.
source "$(dirname "$0")/recipe.sh"
need gcc curl
port="${PORT:-18470}"
url="http://127.0.0.1:$port" # workers on other machines would name this one
rm -f "$work"/studies.db*
"$leadline" serve --study-store "$work/studies.db" --listen "127.0.0.1:$port" > "$work/server.log" &
server=$!
trap 'kill $server' EXIT
until grep -q "^serving" "$work/server.log"; do kill -0 $server; sleep 0.1; done
curl --silent --show-error --fail -H 'Content-Type: application/json' "$url/api/v1/studies" -d '{
  "name": "gcc", "trials": '"${TRIALS:-40}"', "noisy": true, "space": {"minimise": "seconds", "parameters": [
    {"name": "level", "choice": ["1", "2", "3", "s"], "default": "2"},
    {"name": "arch", "choice": ["x86-64", "x86-64-v3", "native"], "default": "x86-64"},
    {"name": "fast", "flag": true, "default": false},
    {"name": "unroll", "flag": true, "default": false},
    {"name": "vector", "flag": true, "default": false},
    {"name": "inline", "integer": [5, 200], "scale": "log", "default": 15}]}}' > "$work/created.json"
for worker in 1 2 3; do
  "$leadline" work "$url/gcc" -- "$here/gcc-trial" "$here/bodies.c" "${STEPS:-4000000}" \
    -O'{level}' -march='{arch}' '{fast?-ffast-math:-fno-fast-math}' '{unroll?-funroll-loops:-fno-unroll-loops}' \
    '{vector?-ftree-vectorize:-fno-tree-vectorize}' --param=max-inline-insns-auto='{inline}' > "$work/worker-$worker.log" &
  workers[worker]=$!
done
wait "${workers[@]}"
curl --silent --fail "$url/api/v1/studies/gcc/recommend"
