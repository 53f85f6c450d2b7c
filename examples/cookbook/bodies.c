/* Five bodies that attract each other, and a checksum so that nothing is left out. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BODIES = 5 };
static double place[BODIES][3], speed[BODIES][3], mass[BODIES];

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + 1e-9 * now.tv_nsec;
}

static void step(double dt) {
  for (int i = 0; i < BODIES; i++) {
    for (int j = i + 1; j < BODIES; j++) {
      double way[3], square = 1e-9;
      for (int k = 0; k < 3; k++) {
        way[k] = place[i][k] - place[j][k];
        square += way[k] * way[k];
      }
      double pull = dt / (square * sqrt(square));
      for (int k = 0; k < 3; k++) {
        speed[i][k] -= way[k] * mass[j] * pull;
        speed[j][k] += way[k] * mass[i] * pull;
      }
    }
  }
  for (int i = 0; i < BODIES; i++) {
    for (int k = 0; k < 3; k++) place[i][k] += dt * speed[i][k];
  }
}

int main(int count, char **words) {
  int steps = count > 1 ? atoi(words[1]) : 4000000;
  for (int i = 0; i < BODIES; i++) {
    mass[i] = i == 0 ? 39.5 : 0.01 * (i + 1);
    place[i][0] = 5.0 * i;
    place[i][2] = 0.1 * i;
    speed[i][1] = i == 0 ? 0 : sqrt(39.5 / (5.0 * i));
  }
  double before = seconds();
  for (int i = 0; i < steps; i++) step(0.001);
  double taken = seconds() - before, sum = 0;
  for (int i = 0; i < BODIES; i++) sum += place[i][0] + place[i][1];
  printf("checksum = %.3f\n", sum);
  printf("seconds = %.5f\n", taken);
}
