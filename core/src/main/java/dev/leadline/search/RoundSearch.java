package dev.leadline.search;

import dev.leadline.surrogate.Observations;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * A search in rounds: the whole cube and the surroundings of the best observations first, then the
 * surroundings of the best candidates. Immutable and thread-safe.
 *
 * @param global the number of Sobol points over the whole cube
 * @param local the number of perturbations of the best observations
 * @param bases how many of the best observations are perturbed
 * @param smallestRadius the smallest step of those perturbations
 * @param largestRadius the largest
 * @param refinements the further rounds
 */
public record RoundSearch(
    int global,
    int local,
    int bases,
    double smallestRadius,
    double largestRadius,
    List<Refinement> refinements)
    implements Search {

  /**
   * One round around the best candidates so far.
   *
   * @param points the number of candidates: half are neighbours, half are children of the best
   * @param centres how many of the best candidates the neighbours surround
   * @param parents how many of the best candidates have children
   * @param smallestRadius the smallest step of a neighbour
   * @param largestRadius the largest step
   */
  public record Refinement(
      int points, int centres, int parents, double smallestRadius, double largestRadius) {
    public Refinement {
      atLeast(1, points, "points");
      atLeast(1, centres, "centres");
      atLeast(1, parents, "parents");
      checkRadii(smallestRadius, largestRadius);
    }
  }

  public RoundSearch {
    atLeast(1, global, "global");
    atLeast(0, local, "local");
    atLeast(1, bases, "bases");
    checkRadii(smallestRadius, largestRadius);
    refinements = List.copyOf(refinements);
  }

  /**
   * 256 candidates, then six rounds of 128. Many small rounds come closer to the maximum than few
   * large ones with as many candidates in all, most of all in ten dimensions; neighbours and
   * children together come closer than neighbours alone, by 0.2 nats of log improvement in five and
   * ten dimensions and 0.3 in twenty.
   */
  public static RoundSearch standard() {
    return new RoundSearch(128, 128, 6, 1e-3, 0.5, shrinking(6, 128));
  }

  /** Rounds that close in: from 8 centres to 2, with radii down to a fifth and less. */
  private static List<Refinement> shrinking(int rounds, int points) {
    return IntStream.range(0, rounds)
        .mapToObj(
            round -> {
              double progress = (double) round / (rounds - 1);
              return new Refinement(
                  points,
                  (int) Math.round(between(8, 2, progress)),
                  48,
                  between(2e-2, 1e-4, progress),
                  between(1, 0.2, progress));
            })
        .toList();
  }

  /** Geometric interpolation. */
  private static double between(double start, double end, double progress) {
    return start * Math.pow(end / start, progress);
  }

  @Override
  public Run start(Domain domain, Observations observations, RandomGenerator random) {
    return new Rounds(this, domain, observations, random);
  }

  private static final class Rounds extends RankedRun {
    private final RoundSearch search;
    private final SobolSequence sobol;
    private final List<double[]> bases;
    private final RandomGenerator random;
    private int drawn;

    Rounds(RoundSearch search, Domain domain, Observations observations, RandomGenerator random) {
      super(domain, 1 + search.refinements.size());
      this.search = search;
      this.random = random;
      this.sobol = new SobolSequence(domain.dimensions(), random);
      this.bases = Incumbent.lowest(observations, search.bases);
    }

    @Override
    void fill(int round) {
      if (round == 0) {
        open();
        pool.ensureOne(this::anywhere);
      } else {
        refine(search.refinements.get(round - 1));
      }
    }

    private void open() {
      if (bases.isEmpty()) {
        pool.fill(search.global + search.local, this::anywhere);
      } else {
        pool.fill(search.global, this::anywhere);
        around(bases, search.local, search.smallestRadius, search.largestRadius);
      }
    }

    private void refine(Refinement refinement) {
      int children = refinement.points / 2;
      Recombination recombination = new Recombination(ranking.top(refinement.parents), random);
      pool.fill(children, recombination::draw);
      around(
          ranking.top(refinement.centres),
          refinement.points - children,
          refinement.smallestRadius,
          refinement.largestRadius);
    }

    private double[] anywhere() {
      return sobol.point(drawn++);
    }

    /** Perturbs the centres, the first ones most often. */
    private void around(List<double[]> centres, int count, double smallest, double largest) {
      Neighbourhood neighbourhood = new Neighbourhood(pool.roughCoordinates(), random);
      pool.fill(
          count,
          () -> {
            double share = random.nextDouble();
            int rank = (int) (centres.size() * share * share);
            return neighbourhood.draw(centres.get(rank), smallest, largest);
          });
    }
  }

  private static void atLeast(int minimum, int actual, String name) {
    if (actual < minimum) {
      throw new IllegalArgumentException(
          "expected %s of at least %d but was %d".formatted(name, minimum, actual));
    }
  }

  private static void checkRadii(double smallest, double largest) {
    if (!(smallest > 0 && smallest <= largest && largest <= 1)) {
      throw new IllegalArgumentException(
          "expected radii with 0 < smallest <= largest <= 1 but got %s and %s"
              .formatted(smallest, largest));
    }
  }
}
