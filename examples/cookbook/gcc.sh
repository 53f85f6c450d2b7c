#!/usr/bin/env bash
# Which flags make gcc's program fastest? The defaults are -O2.
source "$(dirname "$0")/recipe.sh"
need gcc
tune -- "$here/gcc-trial" "$here/bodies.c" "${STEPS:-4000000}" \
  -O'{level}' -march='{arch}' '{fast?-ffast-math:-fno-fast-math}' '{unroll?-funroll-loops:-fno-unroll-loops}' \
  '{vector?-ftree-vectorize:-fno-tree-vectorize}' --param=max-inline-insns-auto='{inline}'
