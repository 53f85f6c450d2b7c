package dev.leadline.torch.train;

import dev.leadline.committee.CommitteeConfig;
import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.NetworkConfig.Attention;
import dev.leadline.pfn.NetworkConfig.Norm;
import dev.leadline.pfn.NetworkConfig.Tokens;
import dev.leadline.pfn.Safetensors;
import dev.leadline.pfn.WeightLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Small networks of every kind with random weights. */
final class RandomModels {

  static final CommitteeConfig COMMITTEE =
      new CommitteeConfig(List.of(.2, .8, 3.2), List.of(1e-4, 1e-2), 1, .5, 1.5, 2, 12);

  private RandomModels() {}

  /** One small configuration for each combination of norm, attention and tokens. */
  static List<NetworkConfig> everyKind() {
    List<NetworkConfig> configs = new ArrayList<>();
    for (Norm norm : Norm.values()) {
      for (Attention attention : Attention.values()) {
        for (Tokens tokens : Tokens.values()) {
          configs.add(new NetworkConfig(3, 12, 2, 3, 20, 10, 9, norm, attention, tokens));
        }
      }
    }
    return configs;
  }

  static @Nullable CommitteeConfig committee(NetworkConfig config) {
    return config.tokens() == Tokens.COMMITTEE ? COMMITTEE : null;
  }

  static ModelExport export(NetworkConfig config) {
    return new ModelExport(
        "random", config, committee(config), "z-score", Map.of("seed", "random weights"));
  }

  /** Weights that keep activations near one; borders from −3 to 3. */
  static Safetensors weights(NetworkConfig config, RandomGenerator random) {
    WeightLayout layout = new WeightLayout(config, committee(config));
    Safetensors.Builder builder = Safetensors.builder();
    for (String name : layout.names()) {
      int[] shape = layout.shape(name);
      float[] values = new float[shape.length == 1 ? shape[0] : shape[0] * shape[1]];
      double spread = shape.length == 1 ? 0.3 : 1 / Math.sqrt(shape[1]);
      for (int i = 0; i < values.length; i++) {
        double offset = name.contains("norm") && name.endsWith("weight") ? 1 : 0;
        values[i] = (float) (offset + spread * random.nextGaussian());
        if (name.equals("borders")) {
          values[i] = -3 + 6f * i / config.buckets();
        } else if (name.endsWith(".distance")) {
          values[i] = (float) (1.5 * i + random.nextGaussian());
        }
      }
      builder.put(name, shape, values);
    }
    return builder.build();
  }
}
