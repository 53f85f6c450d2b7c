#!/usr/bin/env bash
# Which flags make gcc's program fastest? The defaults are -O2.
source "$(dirname "$0")/recipe.sh"
need gcc
source "$here/gcc-flags.sh"
tune -- "${command[@]}"
