# Sourced by every recipe: where things are, and the two steps that they share.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
leadline="${LEADLINE:-$here/../../leadline}"
name="$(basename "$0" .sh)"
work="${WORK:-${TMPDIR:-/tmp}/leadline-cookbook/$name}"
study="$work/$name.db"
mkdir -p "$work"

# need COMMAND…: ends with a sentence where one is missing
need() {
  for tool in "$@"; do
    command -v "$tool" > /dev/null || { echo "$name needs $tool, which is not installed here" >&2; exit 69; }
  done
}

# tune [options of leadline run] -- COMMAND: your settings of today first, then better ones, then the proof
tune() {
  "$leadline" run --space "$here/$name.yaml" --study "$study" --trials "${TRIALS:-40}" --noisy --timeout 60s "$@"
  "$leadline" confirm "$study" --repeat "${REPEAT:-10}"
}
