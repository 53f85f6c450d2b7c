#!/usr/bin/env bash
# Which settings let nginx serve most requests a second? wrk asks for two files, a small and a large one.
source "$(dirname "$0")/recipe.sh"
need nginx wrk curl
mkdir -p "$work/files"
head -c 3000 /dev/urandom | base64 > "$work/files/small.txt"
head -c 120000 /dev/urandom | base64 > "$work/files/large.txt"
tune --template "$here/nginx.conf.in:$work/nginx.conf" -- "$here/nginx-trial" "$work" "${SECONDS_A_TRIAL:-2}"
