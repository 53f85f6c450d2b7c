#!/usr/bin/env bash
# run.sh OUT SECONDS STAGE CORPUS: trains and judges on one GPU. Stage 1: with and without kinds, earlier studies and members. Stage 2: one
# of them goes on, with and without the corpus. Stage 3: what is not judged yet. The archives of the stages before lie in from/.
set -u
mkdir -p "$1"; out=$(cd "$1" && pwd); cd "$(dirname "$0")"; seconds=$2; stage=$3; corpus=${4:-}; start=$(date +%s); end=$((start + seconds - 12)); mkdir -p work
export PYTORCH_CUDA_ALLOC_CONF=roundup_power2_divisions:4,garbage_collection_threshold:0.7 PYTHONUNBUFFERED=1 PYTHONPATH="$PWD:$PWD/../corpus:$corpus" OMP_NUM_THREADS=4
tiny=(); judging=${JUDGE:-165}; few=()
[[ -n ${TINY:-} ]] && { tiny=(--tiny); judging=${JUDGE:-60}; few=(--only "car,credit" --seeds 1 --steps 3); export OMP_NUM_THREADS=1; }
py=${PYTHON:-python3}; for f in $(ls from/*.tar 2>/dev/null | sort -t- -k2); do tar xf "$f" -C work; done; touch work/start
trained=$((end - judging)); all=none,related,unrelated,reversed,first-related
train() { # name, options: once more with plain attention if it fails early
  local name=$1; shift
  "$py" train.py "work/$name.pt" $trained "${tiny[@]}" "$@" >> "work/$name.log" 2>&1 || { tail -5 "work/$name.log"; (( trained - $(date +%s) > 60 )) && PLAIN_ATTENTION=1 "$py" train.py "work/$name.pt" $trained "${tiny[@]}" "$@" >> "work/$name.log" 2>&1; }
}
judge() { local name=$1; shift; "$py" judge.py tables.npz "work/$name.npz" --until $end "${few[@]}" "$@" >> "work/judge-$name.log" 2>&1; }
searches() { judge committee --sources work/committee-picks.npz --methods committee,likeness --conditions first-related,first-unrelated,first-reversed,related,unrelated,reversed; }
networks() { # name, options of the network
  local name=$1; shift; [[ -f work/$name.pt ]] && judge "$name" --sources work/committee-picks.npz --net "work/$name.pt" "$@"
}
{
  base=$(cat base 2>/dev/null || echo full); kind=; [[ $base == members ]] && kind="--members --relatives"  # what stage 2 goes on from
  case $stage in
    1) (judge committee --methods committee --steps 50; searches) & chain=$!
       train full & train untold --untold & train alone --alone & train members --members --relatives & wait $(jobs -p | grep -v "^$chain$")
       networks full --methods net,pool --conditions $all & networks untold --untold --methods net --conditions $all & networks alone --methods net --conditions none & networks members --members --relatives --methods net --conditions $all & wait ;;
    2) searches & chain=$!
       train longer $kind --from work/$base.pt & train corpus $kind --from work/$base.pt --corpus "$corpus" & wait $(jobs -p | grep -v "^$chain$")
       networks longer $kind --methods net,pool --conditions $all & networks corpus $kind --methods net,pool --conditions $all & wait ;;
    3) searches & for n in longer corpus; do networks $n $kind --methods net,pool --conditions $all & done; networks full --methods net,pool --conditions $all &
       networks untold --untold --methods net --conditions $all & networks members --members --relatives --methods net --conditions $all & wait ;;
  esac
} 2>&1
nvidia-smi --query-gpu=utilization.gpu,memory.used --format=csv,noheader 2>/dev/null
tail -n 3 work/*.log | cut -c1-600; cat work/*.log > "$out/log-$stage.txt"
(cd work && find . -name '*.pt' -newer start | tar cf "$out/weights-$stage.tar" -T - && tar cf "$out/curves-$stage.tar" ./*.npz ./*.log); ls -la "$out"; echo "took $(($(date +%s) - start)) s"
