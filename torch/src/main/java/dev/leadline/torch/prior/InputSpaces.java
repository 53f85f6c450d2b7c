package dev.leadline.torch.prior;

import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Tensor;

/** The input spaces of B tasks: how many inputs there are and which values they can take. */
final class InputSpaces {

  /* Encoded as the space package encodes parameters: L levels at the middles of L cells, a flag at 0 or 1, a choice as a
   * block of columns of which the largest becomes 1 and the others 0. Columns beyond a task's inputs are 0. */

  private final Tensor dimensions; // (B)
  private final Tensor present; // (B, D) 1 or 0
  private final Tensor stepped; // (B, 1, D)
  private final Tensor levels; // (B, 1, D)
  private final Tensor flags; // (B, 1, D)
  private final Tensor choices; // (B, 1, D)
  private final Tensor highest; // (B, 1, D), levels − 1
  private final Tensor discrete; // (B, 1, D)
  private final Tensor numeric; // (B, 1, D), no choices

  private InputSpaces(
      Tensor dimensions,
      Tensor present,
      Tensor stepped,
      Tensor levels,
      Tensor flags,
      Tensor choices) {
    this.dimensions = dimensions;
    this.present = present;
    this.stepped = stepped;
    this.levels = levels;
    this.flags = flags;
    this.choices = choices;
    highest = levels.minus(1);
    discrete = stepped.or(choices);
    numeric = choices.not();
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
    Tensor levels = chance.logUniform(2, 16, columns).floor();
    Tensor flags = stepped.and(levels.lessThan(2.5));

    Tensor width = chance.uniform(3, 6, 1).floor();
    Tensor room = dimensions.unsqueeze(1).minus(width);
    Tensor start = chance.uniform(0, 1, 1).times(room.plus(1)).floor();
    Tensor chosen = chance.happens(0.4, 1).and(discrete).and(room.greaterThan(-0.5));
    Tensor after = column.minus(start).greaterThan(-0.5);
    Tensor before = column.minus(start.plus(width)).lessThan(-0.5);
    Tensor choices = after.and(before).and(chosen); // (B, D)
    return new InputSpaces(
        dimensions,
        present.to(DType.FLOAT32),
        stepped.and(choices.not()).unsqueeze(1),
        levels.unsqueeze(1),
        flags.and(choices.not()).unsqueeze(1),
        choices.unsqueeze(1));
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

  /** The nearest points (B, M, D) that can be evaluated. */
  Tensor snap(Tensor points) {
    Tensor cell = points.times(levels).floor().minimum(highest);
    Tensor middle = cell.plus(0.5).over(levels);
    Tensor flag = points.greaterThan(0.5).to(DType.FLOAT32);
    Tensor numbers = flag.where(flags, middle.where(stepped, points));
    Tensor inBlock = points.maskedFill(numeric, -1); // (B, M, D)
    Tensor winner = inBlock.maxKeeping(2);
    Tensor chosen = inBlock.lessThan(winner).not().to(DType.FLOAT32);
    return chosen.where(choices, numbers).times(present.unsqueeze(1));
  }
}
