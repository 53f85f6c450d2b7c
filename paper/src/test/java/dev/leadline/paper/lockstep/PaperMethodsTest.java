package dev.leadline.paper.lockstep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.lab.method.Method;
import dev.leadline.lab.method.MethodContext;
import dev.leadline.lab.method.Methods;
import dev.leadline.torch.tensor.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaperMethodsTest {

  @TempDir Path folder;

  @Test
  void transformerWithoutModel_isRefusedWithWhatToAdd() {
    Method method = Methods.named("pt", new MethodContext(Device.CPU, Map.of()));
    assertThatThrownBy(() -> method.require(5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("pt has no model for 5 inputs")
        .hasMessageContaining("models: {pt:");
  }

  @Test
  void missingModelFile_isNamed() {
    MethodContext context = new MethodContext(Device.CPU, Map.of("pt", Map.of("*", "nowhere.pfn")));
    assertThatThrownBy(() -> Methods.named("pt", context).require(2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nowhere.pfn");
  }

  @Test
  void untrainedNetwork_isRefusedWithTheCommandThatTrainsIt() {
    MethodContext context =
        new MethodContext(
            Device.CPU, Map.of("pt-nu", Map.of("10", "models/fair-10d-nu-seed2/model.pfn")));
    assertThatThrownBy(() -> Methods.named("pt-nu", context).require(10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the model of method pt-nu for 10 inputs is not a file:"
                + " models/fair-10d-nu-seed2/model.pfn; train it with 'leadline pretrain --preset"
                + " fair-10d-nu --seed 2 --out models/fair-10d-nu-seed2'");
  }

  @Test
  void alias_hasItsOwnNameAndModels() throws IOException {
    Path file = Files.writeString(folder.resolve("a.pfn"), "not read here");
    MethodContext context =
        new MethodContext(Device.CPU, Map.of("pt-r-0.05", Map.of("2", file.toString())));
    Method method = Methods.named("pt-r-0.05=pt-r", context);
    assertThat(method.name()).isEqualTo("pt-r-0.05");
    method.require(2);
    assertThatThrownBy(() -> method.require(5)).hasMessageContaining("no model for 5");
    assertThatThrownBy(() -> Methods.named("a=b", context)).hasMessageContaining("unknown method");
  }
}
