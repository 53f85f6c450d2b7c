#!/usr/bin/env bash
# Prints the volume of a truss of four bars, and how far a joint gives way under its load; the arguments are the sections of the bars.
exec awk -v a="$1" -v b="$2" -v c="$3" -v d="$4" 'BEGIN {
  root = sqrt(2)
  printf "volume_cm3 = %.6f\n", 200 * (2 * a + root * b + sqrt(c) + d)
  printf "give_cm = %.8f\n", 0.01 * (2 / a + 2 * root / b - 2 * root / c + 2 / d)
}'
