#!/bin/sh
# A learner in small: gradient descent on a noisy valley; prints its loss after every step.
# learn.sh RATE MOMENTUM [SECONDS between steps]
awk -v rate="$1" -v momentum="$2" -v pause="${3:-0}" 'BEGIN {
  srand(int(1000 * rate + 10 * momentum)); x = 4; y = 3
  for (step = 1; step <= 40; step++) {
    gx = 0.4 * x + 0.3 * (rand() - 0.5); gy = 6 * y + 0.6 * (rand() - 0.5)
    vx = momentum * vx - rate * gx; vy = momentum * vy - rate * gy
    x += vx; y += vy
    loss = 0.2 * x * x + 3 * y * y
    printf "step %d loss %.5f\n", step, (loss > 1e6 ? 1e6 : loss) + 0.001; fflush()
    if (pause > 0) system("sleep " pause)
  }
}'
