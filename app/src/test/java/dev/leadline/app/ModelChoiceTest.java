package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.exit.ExitCode;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelChoiceTest extends StudyCommandFixture {

  @Test
  void spaceOfOtherInputsThanTheNetworks_isLeftToTheCommitteeWithANote() {
    List<String> arguments = new ArrayList<>(List.of("--model", "compact-2d-nur"));
    for (int i = 0; i < 3; i++) {
      arguments.addAll(List.of("--param", "x%d=real:0..1".formatted(i)));
    }
    arguments.addAll(List.of("--", "echo", "{x0}"));
    CommandRun run = run(2, arguments.toArray(String[]::new));
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.err())
        .containsOnlyOnce("note: the committee suggests instead of the network")
        .contains("takes 2 coordinates while this space has 3");
  }

  @Test
  void model_isChosenByNameOrFile() {
    String[] command = {"--param", "x=real:0..1", "--param", "y=real:0..1", "--", "echo", "{x}"};
    CommandRun named = run(6, with(command, "--model", "compact-2d-nur"));
    assertThat(named.code()).as(named.err()).isZero();
    assertThat(named.err()).doesNotContain("note:");
    assertThat(CommandRun.of("show", file.toString()).out())
        .contains("strategy pfn compact-2d-nur,");
    file = directory.resolve("other.db");
    assertRefused(
        run(6, with(command, "--model", "no-such")),
        ExitCode.STORAGE,
        "shipped models (compact-2d-nur, curves");
    assertRefused(
        run(6, with(command, "--strategy", "sobol", "--model", "curves")),
        ExitCode.USAGE,
        "expected --strategy or --model but got both, 'sobol' and 'curves'");
  }

  @Test
  void shippedModels_areListed() {
    CommandRun run = CommandRun.of("model", "--list");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out())
        .containsPattern("curves +17 inputs")
        .containsPattern("compact-2d-nur +2 inputs");
    assertThat(CommandRun.of("model").out()).containsPattern("name +lengthscales");
    assertThat(CommandRun.of("model", "compact-2d-nur").out()).contains("verified: ");
  }

  @Test
  void model_thatIsNone_isASentence() throws Exception {
    Files.writeString(file, "not a model");
    assertRefused(CommandRun.of("model", file.toString()), ExitCode.STORAGE, file.toString());
    assertRefused(CommandRun.of("model", "no-such.pfn"), ExitCode.STORAGE, "no-such.pfn");
  }
}
