import dev.leadline.search.NoiseKind;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.study.Study;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** When does a shop order again, and how much? A simulation on two threads: Stock.java TRIALS. */
public final class Stock {

  private static final int TURNS = 20;
  private static final double STUDENT = 2.093; // of 97.5 %, for twenty turns

  public static void main(String[] words) {
    Space space =
        Space.builder()
            .integer("tea_from", 0, 100)
            .logInteger("tea_order", 5, 400)
            .integer("coffee_from", 0, 200)
            .logInteger("coffee_order", 5, 800)
            .integer("mugs_from", 0, 40)
            .logInteger("mugs_order", 1, 200)
            .build();
    Configuration today =
        Configuration.empty()
            .with("tea_from", 30)
            .with("tea_order", 100)
            .with("coffee_from", 60)
            .with("coffee_order", 200)
            .with("mugs_from", 10)
            .with("mugs_order", 40);
    AtomicLong customers = new AtomicLong();
    try (Study study = Study.builder(space).noise(NoiseKind.UNKNOWN).seed(1).build()) {
      study.observe(today, cost(today, 0));
      study.optimize(
          c -> cost(c, customers.incrementAndGet()), Integer.parseInt(words[0]), 2);
      Configuration best = study.recommend().orElseThrow().configuration();
      System.out.println("best: " + best);
      prove(today, best);
    }
  }

  /** Both meet the same customers, others than those of the search. */
  private static void prove(Configuration today, Configuration best) {
    double sum = 0;
    double squares = 0;
    for (int turn = 0; turn < TURNS; turn++) {
      double gain = Math.log(cost(today, -1 - turn)) - Math.log(cost(best, -1 - turn));
      sum += gain;
      squares += gain * gain;
    }
    double mean = sum / TURNS;
    double half = STUDENT * Math.sqrt((squares - sum * mean) / (TURNS - 1) / TURNS);
    System.out.printf(
        "cost %.0f %% lower, 95 %% interval %.0f to %.0f %% (%d turns)%n",
        percent(mean), percent(mean - half), percent(mean + half), TURNS);
  }

  private static double percent(double logarithm) {
    return 100 * (1 - Math.exp(-logarithm));
  }

  /** What a year costs: a delivery, a place on the shelf for a day, and a customer who leaves. */
  private static double cost(Configuration c, long seed) {
    Random random = new Random(seed);
    double cost = 0;
    String[] goods = {"tea", "coffee", "mugs"};
    double[] demand = {8, 20, 1.5};
    for (int k = 0; k < goods.length; k++) {
      int stock = 50;
      int onTheWay = 0;
      int arrives = 0;
      for (int day = 0; day < 365; day++) {
        if (onTheWay > 0 && day == arrives) {
          stock += onTheWay;
          onTheWay = 0;
        }
        double season = 1 + 0.4 * Math.sin(2 * Math.PI * day / 365);
        int asked = (int) Math.max(0, Math.round(demand[k] * season * (1 + 0.5 * random.nextGaussian())));
        cost += 3.0 * Math.max(0, asked - stock);
        stock = Math.max(0, stock - asked);
        cost += 0.02 * stock;
        if (onTheWay == 0 && stock <= c.integer(goods[k] + "_from")) {
          onTheWay = (int) c.integer(goods[k] + "_order");
          arrives = day + 2 + random.nextInt(4);
          cost += 40;
        }
      }
    }
    return cost;
  }
}
