package dev.leadline.lab.advice;

/**
 * What was recommended after one noisy run. Regrets are noise-free.
 *
 * @param task the task without its noise
 * @param dimensions the number of inputs
 * @param noise the noise as a share of the function's standard deviation
 * @param recommended the regret of what the study recommends
 * @param luckiest the regret of the trial with the lowest observed value
 * @param lowest the smallest regret of any trial: nobody can know which it is
 * @param value the noise-free value of what is recommended
 * @param low the lower end of the 80 % interval that comes with it
 * @param high the upper end
 */
public record Advice(
    String task,
    int dimensions,
    double noise,
    long seed,
    double recommended,
    double luckiest,
    double lowest,
    double value,
    double low,
    double high) {

  /** Whether the interval holds the noise-free value. */
  boolean held() {
    return low <= value && value <= high;
  }
}
