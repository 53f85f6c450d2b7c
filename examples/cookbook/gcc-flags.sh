# Sourced by the recipes gcc and cluster: what is measured, with its settings.
command=("$here/gcc-trial" "$here/bodies.c" "${STEPS:-4000000}"
  -O'{level}' -march='{arch}' '{fast?-ffast-math:-fno-fast-math}' '{unroll?-funroll-loops:-fno-unroll-loops}'
  '{vector?-ftree-vectorize:-fno-tree-vectorize}' --param=max-inline-insns-auto='{inline}')
