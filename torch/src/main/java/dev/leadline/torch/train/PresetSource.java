package dev.leadline.torch.train;

import java.util.Optional;

/**
 * Presets that another module brings to training; found by {@link java.util.ServiceLoader}.
 * Implementations are thread-safe.
 */
public interface PresetSource {

  /** The kinds of its names, for messages. */
  String kinds();

  /** The preset of this name; nothing if it is not one of its own. */
  Optional<PretrainConfig> named(String name);
}
