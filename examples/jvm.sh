#!/usr/bin/env bash
# Tunes the flags of a real JVM program: ./examples/jvm.sh [options of leadline run]
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
classes="${TMPDIR:-/tmp}/leadline-churn"
mkdir -p "$classes"
javac -d "$classes" "$here/Churn.java"
exec "${LEADLINE:-$here/../leadline}" run --space "$here/jvm.yaml" --trials "${TRIALS:-20}" --timeout 30s --noisy \
  --regex 'took (.*) ms' "$@" -- \
  java -Xmx'{heap_mb}'m -XX:+Use'{gc}'GC -XX:'{touch?+:-}'AlwaysPreTouch \
  -cp "$classes" Churn '{workers}'
