package dev.leadline.torch.prior;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** The input spaces of B tasks: how many inputs there are and which values they can take. */
final class InputSpaces {

  /* Encoded as the space package encodes parameters: L levels at the middles of L cells, in every other input on a logarithmic
   * scale from 1, a flag at 0 or 1, a choice as a block of columns of which the largest becomes 1 and the others 0. Columns
   * beyond a task's inputs are 0. */

  private static final int MOST_CHOICES = 3;
  private static final double CHOICE_SHARE = 0.4;
  private static final double MOST_LEVELS = 64;

  private final Tensor dimensions; // (B)
  private final Tensor present; // (B, D) 1 or 0
  private final Tensor stepped; // (B, 1, D)
  private final Tensor levels; // (B, 1, D)
  private final Tensor flags; // (B, 1, D)
  private final List<Tensor> choices; // (B, 1, D) each, disjoint
  private final Tensor highest; // (B, 1, D), levels − 1
  private final Tensor logarithmic; // (B, 1, D)
  private final Tensor octaves; // (B, 1, D), the length of a logarithmic scale
  private final Tensor discrete; // (B, 1, D)

  private InputSpaces(
      Tensor dimensions,
      Tensor present,
      Tensor stepped,
      Tensor levels,
      Tensor logarithmic,
      List<Tensor> choices) {
    this.dimensions = dimensions;
    this.present = present;
    this.levels = levels;
    this.logarithmic = logarithmic;
    this.choices = choices;
    Tensor chosen = choices.stream().reduce(Tensor::or).orElseThrow();
    this.stepped = stepped.and(chosen.not());
    flags = this.stepped.and(levels.lessThan(2.5));
    highest = levels.minus(1);
    octaves = levels.times(2).plus(1).log(); // of (L + ½) / ½
    discrete = this.stepped.or(chosen);
  }

  static InputSpaces draw(FunctionPriorConfig config, Chance chance) {
    int columns = config.maxDimensions();
    Tensor dimensions = dimensions(columns, chance); // (B)
    Tensor column = Tensor.range(columns, dimensions.device(), DType.FLOAT32); // (D)
    Tensor present = column.lessThan(dimensions.unsqueeze(1)); // (B, D)

    Tensor discrete = chance.happens(config.shapes().discrete(), 1); // (B, 1)
    Tensor propensity = chance.uniform(0.1, 1, 1);
    Tensor stepped =
        chance.uniform(0, 1, columns).lessThan(propensity).and(discrete).and(present); // (B, D)
    return new InputSpaces(
        dimensions,
        present.to(DType.FLOAT32),
        stepped.unsqueeze(1),
        chance.logUniform(2, MOST_LEVELS, columns).floor().unsqueeze(1),
        chance.happens(0.5, 1, columns),
        choices(column, dimensions.unsqueeze(1), discrete, chance));
  }

  /** Blocks of 2 to 8 columns one after the other, each with its own chance. */
  private static List<Tensor> choices(
      Tensor column, Tensor dimensions, Tensor discrete, Chance chance) {
    List<Tensor> choices = new ArrayList<>();
    Tensor end = chance.uniform(0, 0.5, 1).times(dimensions).floor(); // (B, 1)
    for (int i = 0; i < MOST_CHOICES; i++) {
      Tensor start = end.plus(chance.uniform(-2, 2, 1).clampMin(0).floor());
      Tensor next = start.plus(chance.logUniform(2, 9, 1).floor());
      Tensor fits = next.lessThan(dimensions.plus(0.5));
      Tensor on = chance.happens(CHOICE_SHARE, 1).and(discrete).and(fits);
      Tensor after = column.minus(start).greaterThan(-0.5);
      Tensor before = column.minus(next).lessThan(-0.5);
      choices.add(after.and(before).and(on).unsqueeze(1));
      end = next.where(on, end);
    }
    return choices;
  }

  /** Four tasks in five have up to 12 inputs. */
  private static Tensor dimensions(int columns, Chance chance) {
    int usual = Math.min(12, columns);
    Tensor few = chance.uniform(1, usual + 1).floor();
    if (columns == usual) {
      return few;
    }
    Tensor many = chance.uniform(usual + 1, columns + 1).floor();
    return few.where(chance.happens(0.8), many);
  }

  /** The number of inputs, (B). */
  Tensor dimensions() {
    return dimensions;
  }

  /** 1 for the inputs a task has and 0 beyond, (B, D). */
  Tensor present() {
    return present;
  }

  /** Inputs that are not continuous, (B, 1, D). */
  Tensor discrete() {
    return discrete;
  }

  /** The inputs (B, 1, D) of each choice that a task may have, none if it has not. */
  List<Tensor> choices() {
    return choices;
  }

  /** The nearest points (B, M, D) that can be evaluated. */
  Tensor snap(Tensor points) {
    Tensor cell = points.times(levels).floor().minimum(highest);
    Tensor middle = logarithmic(points).where(logarithmic, cell.plus(0.5).over(levels));
    Tensor flag = points.greaterThan(0.5).to(DType.FLOAT32);
    Tensor snapped = flag.where(flags, middle.where(stepped, points));
    for (Tensor choice : choices) {
      Tensor inBlock = points.maskedFill(choice.not(), -1); // (B, M, D)
      Tensor chosen = inBlock.lessThan(inBlock.maxKeeping(2)).not().to(DType.FLOAT32);
      snapped = chosen.where(choice, snapped);
    }
    return snapped.times(present.unsqueeze(1));
  }

  /** The places of whole numbers from 1 to L on a logarithmic scale from ½ to L + ½. */
  private Tensor logarithmic(Tensor points) {
    Tensor number = points.times(octaves).exp().times(0.5).round().clampMin(1).minimum(levels);
    return number.times(2).log().over(octaves);
  }
}
