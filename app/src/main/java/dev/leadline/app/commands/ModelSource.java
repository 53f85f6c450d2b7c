package dev.leadline.app.commands;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.app.exit.UserError;
import dev.leadline.pfn.ModelFileException;
import dev.leadline.pfn.PfnModel;
import dev.leadline.search.Strategy;
import dev.leadline.study.Strategies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Models and strategies by the names that users and studies give them. */
public final class ModelSource {

  private ModelSource() {}

  /**
   * Loads and verifies a model; the caller closes it.
   *
   * @param nameOrFile a shipped name wins over a file that is called the same
   * @throws UserError if there is none or it is damaged
   */
  public static PfnModel open(String nameOrFile) {
    return open(nameOrFile, PfnModel.DEFAULT_THREADS);
  }

  /** As {@link #open(String)}, with this many threads to read the observations. */
  public static PfnModel open(String nameOrFile, int threads) {
    try {
      if (PfnModel.ships(nameOrFile)) {
        return PfnModel.shipped(nameOrFile, threads);
      }
      Path file = Path.of(nameOrFile);
      if (!Files.isRegularFile(file)) {
        throw new UserError(
            ExitCode.STORAGE,
            "expected a model file or one of the shipped models (%s) but there is none at %s; check the name"
                .formatted(String.join(", ", PfnModel.shippedNames()), nameOrFile));
      }
      return PfnModel.load(file, threads);
    } catch (ModelFileException e) {
      throw new UserError(ExitCode.STORAGE, String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new UserError(
          ExitCode.STORAGE, "%s cannot be read; check the name".formatted(nameOrFile), e);
    }
  }

  /** The strategy that studies remember by this title, such as {@code pfn compact-2d-nur}. */
  public static Strategy strategy(String title) {
    String[] words = title.split(" ", 2);
    return words.length == 1 ? Strategies.named(title) : Strategies.pfn(open(words[1]));
  }
}
