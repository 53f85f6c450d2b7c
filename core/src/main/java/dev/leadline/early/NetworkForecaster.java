package dev.leadline.early;

import dev.leadline.pfn.PfnModel;
import dev.leadline.surrogate.Posterior;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A network that was trained on synthetic learning curves. Thread-safe. */
public final class NetworkForecaster implements CurveForecaster {

  /** The name of the shipped network. */
  public static final String SHIPPED = "curves";

  private final PfnModel network;
  private final FinalValuePredictor predictor = new CommitteePredictor();

  private NetworkForecaster(PfnModel network) {
    this.network = network;
  }

  /**
   * The shipped one.
   *
   * @throws UncheckedIOException if its weights are missing or damaged
   */
  public static NetworkForecaster shipped() {
    try {
      return new NetworkForecaster(PfnModel.shipped(SHIPPED, 1));
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  @Override
  public Forecast of(EarlyRule.Field field) {
    CurveTask task = new CurveTask(field, predictor);
    try (Posterior posterior = network.surrogate().condition(task.seen())) {
      return new Forecast(task, posterior.at(new double[][] {task.question()}).get(0));
    }
  }

  @Override
  public void close() {
    network.close();
  }
}
