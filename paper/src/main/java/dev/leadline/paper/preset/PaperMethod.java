package dev.leadline.paper.preset;

import dev.leadline.torch.train.StationarityPenalty;
import dev.leadline.torch.train.StationarityPenalty.Normalisation;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The four methods of the paper, Table "Algorithms notation". */
enum PaperMethod {
  PT("pt"),
  R("r"),
  NU("nu"),
  NUR("nur");

  private final String suffix;

  PaperMethod(String suffix) {
    this.suffix = suffix;
  }

  /** The method that names of presets end in, one of pt, r, nu and nur. */
  static PaperMethod of(String suffix) {
    return Arrays.stream(values())
        .filter(method -> method.suffix.equals(suffix))
        .findFirst()
        .orElseThrow();
  }

  /** Whether its contexts are of high values, §4.1. */
  boolean nonUniform() {
    return this == NU || this == NUR;
  }

  /** The regulariser of §4.2, if the method has it. */
  @Nullable StationarityPenalty penalty(double radius) {
    return this == R || this == NUR
        ? new StationarityPenalty(radius, Normalisation.NEIGHBOURS)
        : null;
  }

  /** ε of Table "Hyperparameters of PT training". */
  static double radius(int dimensions) {
    return dimensions <= 2 ? .05 : dimensions == 5 ? .5 : 1;
  }
}
