package dev.leadline.torch.prior;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;

/**
 * Made-up learning curves of B studies, small values good: how programs come down to their final
 * values, get stuck, diverge or rise again.
 *
 * @param chance draws for B studies
 * @param curves the number of curves of a study, N
 * @param points the number of points of a curve, G, evenly over its time
 */
record CurveShapes(Chance chance, long curves, long points) {

  /* What the curves of a study share is drawn once for it: which laws they follow, how fast they are, whether the fast ones end
   * higher, how rough they are. So they resemble each other as those of one program do, and they cross. */

  /** The curves, (B, N, G). */
  Tensor draw() {
    Tensor fall = fall(); // (B, N, G)
    Tensor smooth = fall.plus(rise()).plus(bump()).plus(walk());
    Tensor bent = smooth.clamp(-20, 6).exp().where(ofStudy(0.25), smooth);
    Tensor wild = bent.plus(divergence());
    Tensor noisy = wild.plus(noise()).plus(average());
    Tensor best = lowestSoFar(noisy).where(ofStudy(0.25), noisy);
    Tensor step = chance.logUniform(0.003, 0.1, 1, 1);
    return best.over(step).floor().times(step).where(ofStudy(0.15), best);
  }

  /** From a start down to an end, by a mixture of laws. */
  private Tensor fall() {
    Tensor place = chance.normal(curves, 1);
    Tensor skewed = place.times(0.8).exp();
    Tensor end = skewed.where(ofStudy(0.6), place).times(chance.logUniform(0.02, 3, 1, 1));
    Tensor height = chance.normal(curves, 1).times(chance.logUniform(0.01, 1, 1, 1)).exp();
    Tensor shared = chance.uniform(0, 1, 1, 1).round(); // whether all begin alike
    return end.plus(height.minus(shared.times(end)).times(law(place)));
  }

  /** What is left of the way at each time, from 1 towards 0, (B, N, G). */
  private Tensor law(Tensor place) {
    Tensor time = time();
    Tensor link = chance.uniform(-1, 1, 1, 1); // whether the fast ones end higher
    Tensor own = chance.normal(curves, 1);
    Tensor speed =
        place
            .times(link)
            .plus(own.times(link.square().negate().plus(1).sqrt()))
            .times(chance.uniform(0, 1.5, 1, 1))
            .exp()
            .times(chance.logUniform(1, 60, 1, 1)); // (B, N, 1)
    Tensor bend = chance.logUniform(0.3, 2, 1, 1).times(chance.logNormal(0.2, curves, 1));
    Tensor power = time.times(speed).log1p().times(bend.negate()).exp();
    Tensor exponential = time.times(speed).negate().exp();
    Tensor middle = chance.uniform(0, 1.6, curves, 1).times(chance.uniform(0, 1, 1, 1));
    Tensor steep = chance.logUniform(5, 60, 1, 1);
    Tensor logistic = middle.minus(time).times(steep).sigmoid().over(middle.times(steep).sigmoid());
    Tensor cooling =
        time.negate().plus(1.001).log().times(chance.logUniform(0.3, 3, curves, 1)).exp();
    Tensor laws =
        Tensor.stack(3, power, exponential, logistic, cooling, drop(place)); // (B, N, G, 5)
    Tensor taste = chance.normal(1, 1, 5).times(2).plus(0.5, chance.normal(curves, 1, 5));
    return laws.times(taste.softmax(-1)).sum(-1).times(stairs());
  }

  /** High until it cools: a fall at a time of its own, by which the end may be told or not. */
  private Tensor drop(Tensor place) {
    Tensor link = chance.uniform(-1, 1, 1, 1); // whether those that wait end lower
    Tensor own = chance.normal(curves, 1).times(link.square().negate().plus(1).sqrt());
    Tensor late = place.times(link).plus(own).times(chance.uniform(0, 0.35, 1, 1));
    Tensor middle = late.plus(chance.uniform(0.05, 1, 1, 1)).clamp(0, 1.2);
    Tensor steep = chance.logUniform(3, 40, 1, 1).times(chance.logNormal(0.3, curves, 1));
    return middle.minus(time()).times(steep).sigmoid().over(middle.times(steep).sigmoid());
  }

  /** In some studies all curves fall at the same times, as where a schedule makes smaller steps. */
  private Tensor stairs() {
    Tensor stairs = time().times(0).plus(1);
    for (int i = 0; i < 2; i++) {
      Tensor past = time().minus(chance.uniform(0.1, 1, 1, 1)).times(100).sigmoid();
      Tensor depth = chance.uniform(0, 0.9, 1, 1).times(share(0.15));
      stairs = stairs.minus(stairs.times(past).times(depth));
    }
    return stairs;
  }

  /** Some learn their data by heart: the curve turns and rises. */
  private Tensor rise() {
    Tensor height = chance.normal(curves, 1).plus(chance.uniform(-1, 1, 1, 1)).relu(); // 0 for some
    Tensor after = time().minus(chance.uniform(0, 1, curves, 1)).relu();
    Tensor bent = after.square().where(ofStudy(0.5), after);
    return bent.times(height).times(chance.logUniform(0.02, 1, 1, 1)).times(share(0.4));
  }

  /** Some go the wrong way first. */
  private Tensor bump() {
    Tensor age = time().over(chance.logUniform(0.02, 0.4, curves, 1));
    Tensor height = chance.normal(curves, 1).plus(0.5).times(chance.logUniform(0.05, 1, 1, 1));
    return age.times(age.negate().plus(1).exp()).times(height).times(share(0.25));
  }

  /** Means of all that came so far calm down as they go. */
  private Tensor average() {
    Tensor sum = chance.normal(curves, points).cumulativeSum(2);
    Tensor mean = sum.over(time().times((double) points));
    return mean.times(chance.logUniform(0.01, 0.5, 1, 1)).times(share(0.2));
  }

  /** Searches wander, less and less. */
  private Tensor walk() {
    Tensor path = chance.normal(curves, points).cumulativeSum(2).over(Math.sqrt((double) points));
    Tensor calm = time().negate().plus(1.02).log().times(chance.uniform(0, 1.5, 1, 1)).exp();
    return path.times(calm).times(chance.logUniform(0.01, 0.5, 1, 1)).times(share(0.4));
  }

  /** Some curves leave for good. */
  private Tensor divergence() {
    Tensor how = chance.uniform(0, 0.3, 1, 1).times(share(0.5));
    Tensor gone = chance.uniform(0, 1, curves, 1).lessThan(how).to(DType.FLOAT32);
    Tensor growth = time().times(chance.uniform(0, 9, curves, 1)).exp().minus(0.7);
    return growth.times(chance.logUniform(0.1, 10, curves, 1)).times(gone);
  }

  /** Noise of its own size for each study and curve, now and then a leap. */
  private Tensor noise() {
    Tensor size = chance.logUniform(1e-4, 0.3, 1, 1).times(chance.logNormal(0.5, curves, 1));
    Tensor leaps = chance.happens(0.02, curves, points).to(DType.FLOAT32).times(4).plus(1);
    Tensor calm = time().times(chance.uniform(-2, 0.3, 1, 1)).exp();
    return chance.normal(curves, points).times(leaps).times(size).times(calm);
  }

  /** The lowest value up to each time: some programs report the best they have. */
  private Tensor lowestSoFar(Tensor values) {
    Tensor lowest = values;
    for (long shift = 1; shift < points; shift *= 2) {
      Tensor first = lowest.narrow(2, 0, 1).expand(chance.tasks(), curves, shift);
      lowest = lowest.minimum(Tensor.cat(2, first, lowest.narrow(2, 0, points - shift)));
    }
    return lowest;
  }

  private Tensor time() {
    Tensor places = Tensor.range(points, chance.random().device(), DType.FLOAT32);
    return places.plus(1).over((double) points).reshape(1, 1, points);
  }

  private Tensor ofStudy(double probability) {
    return chance.happens(probability, 1, 1);
  }

  private Tensor share(double probability) {
    return ofStudy(probability).to(DType.FLOAT32);
  }
}
