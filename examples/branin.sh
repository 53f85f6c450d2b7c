#!/usr/bin/env bash
# Prints the Branin function of two numbers.
exec awk -v x="$1" -v y="$2" 'BEGIN {
  pi = atan2(0, -1)
  bowl = y - 5.1 / (4 * pi * pi) * x * x + 5 / pi * x - 6
  printf "branin = %.10f\n", bowl * bowl + 10 * (1 - 1 / (8 * pi)) * cos(x) + 10
}'
