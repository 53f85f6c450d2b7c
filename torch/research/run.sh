#!/usr/bin/env bash
# run.sh OUT SECONDS CORPUS [NAME OPTIONS...]: trains the network of lengths for SECONDS, then judges it beside algebra; starts from OUT/NAME.pt if it is there
set -u
mkdir -p "$1"; out=$(cd "$1" && pwd); corpus=$(cd "$3" && pwd); seconds=$2; name=${4:-lengths}; shift $(($# > 3 ? 4 : 3)); cd "$(dirname "$0")"
export PYTHONUNBUFFERED=1 PYTHONPATH="$PWD:$PWD/../corpus" PYTORCH_CUDA_ALLOC_CONF=roundup_power2_divisions:4,garbage_collection_threshold:0.7 HELD=$corpus
py=${PYTHON:-python3}; conditions=none,related,unrelated,reversed; few=(); tiny=(); options=("$@")
[[ -n ${TINY:-} ]] && { tiny=(--tiny); few=(--only "car,credit" --seeds 1 --steps 3); }  # a rehearsal on a CPU
[[ -f $out/$name.pt ]] && cp "$out/$name.pt" "$out/from.pt" && options+=(--from "$out/from.pt")
"$py" train.py "$out/$name.pt" "+$seconds" "${tiny[@]}" --corpus "$corpus" --low "${options[@]}" 2>&1 | tee "$out/$name.log"
judge() { "$py" judge.py tables.npz "$out/$1.npz" --sources curves/sources.npz --seeds 5 --steps 30 --conditions $conditions "${few[@]}" "${@:2}"; }
judge base --methods committee,stack > "$out/judge.log" & judge "$name" --methods lengths --net "$out/$name.pt" >> "$out/judge.log"; wait
"$py" scores.py tables.npz "$out/base.npz" "$out/$name.npz"
