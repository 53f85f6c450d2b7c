package dev.leadline.torch.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.committee.Committee;
import dev.leadline.committee.CommitteeConfig;
import dev.leadline.committee.CommitteeInputScaling;
import dev.leadline.scaling.ModelUnits;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.surrogate.Observations;
import dev.leadline.torch.gp.BatchedCommittee;
import dev.leadline.torch.prior.BatchedScaling;
import dev.leadline.torch.prior.TaskBatch;
import dev.leadline.torch.prior.TaskPrior;
import dev.leadline.torch.tensor.DType;
import dev.leadline.torch.tensor.Device;
import dev.leadline.torch.tensor.NoLeaks;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Holds the committee's opinion in training to the one a study hears. */
@ExtendWith(NoLeaks.class)
class CommitteeTasksTest {

  private static final int DIMENSIONS = 3;
  private static final int TASKS = 4;
  private static final int QUERIES = 5;
  private static final Committee COMMITTEE = new Committee(CommitteeConfig.standard());

  /** Tasks in which the first of three inputs matters most, z-scored. */
  private static TaskBatch ripples(int tasks, int context, int queries, TensorRandom random) {
    Tensor contextX = random.uniform(DType.FLOAT32, tasks, context, DIMENSIONS);
    Tensor observed = ripple(contextX);
    return new TaskBatch(
        contextX,
        BatchedScaling.fit(OutputScaling.Z_SCORE, observed).toModel(observed).to(DType.FLOAT32),
        random.uniform(DType.FLOAT32, tasks, queries, DIMENSIONS),
        random.uniform(DType.FLOAT32, tasks, queries),
        Tensor.full(DIMENSIONS, random.device(), DType.FLOAT32, tasks),
        null);
  }

  private static Tensor ripple(Tensor points) {
    Tensor[] inputs = points.to(DType.FLOAT64).unbind(2).toArray(Tensor[]::new);
    return inputs[0].times(9).sin().plus(inputs[1].times(0.3));
  }

  @ParameterizedTest
  @CsvSource({"4, 0", "6, 0", "24, 4", "48, 4"})
  void opinion_isTheOneThatAStudyHears(int context, int measured) {
    TaskPrior tasks = new CommitteeTasks(CommitteeTasksTest::ripples, CommitteeConfig.standard());
    try (TensorScope scope = new TensorScope();
        TensorRandom random = new TensorRandom(Device.CPU, 5)) {
      TaskBatch batch = tasks.sample(TASKS, context, QUERIES, random);
      int inUnits = 0;
      for (int task = 0; task < TASKS; task++) {
        Observations seen = asAStudySees(batch, task);
        inUnits += Arrays.stream(seen.inputUnits()).allMatch(unit -> unit == 1) ? 0 : 1;
        assertClose(opinion(batch).queryFeatures(), task, features(seen, batch, task));
        assertClose(
            opinion(batch).contextFeatures(),
            task,
            COMMITTEE.condition(seen).contextOpinion().features());
      }
      assertThat(inUnits).isEqualTo(measured);
    }
  }

  @Test
  void everySizeOfTheDefault_isABeginningOfItsOwn() {
    assertThat(Presets.named("default").sizes().context().sizes())
        .allMatch(size -> ModelUnits.beginning(size) == (size < 6 ? 0 : size));
  }

  private static BatchedCommittee.EnsembleFeatures opinion(TaskBatch batch) {
    return Objects.requireNonNull(batch.committee());
  }

  private static Observations asAStudySees(TaskBatch batch, int task) {
    double[][] points = batch.contextX().select(0, task).toDoubleRows();
    double[] values = batch.contextY().select(0, task).toDoubleArray();
    return new ModelUnits(OutputScaling.Z_SCORE, new CommitteeInputScaling(COMMITTEE.config()))
        .of(new Observations(DIMENSIONS, points, values))
        .observations();
  }

  private static float[] features(Observations seen, TaskBatch batch, int task) {
    double[][] queries = batch.queryX().select(0, task).toDoubleRows();
    return COMMITTEE.condition(seen).opinion(queries).features();
  }

  private static void assertClose(Tensor features, int task, float[] expected) {
    assertThat(features.select(0, task).contiguous().toFloatArray())
        .containsExactly(expected, within(1e-3f));
  }
}
