package dev.leadline.app;

import dev.leadline.app.exit.UserError;
import dev.leadline.space.Parameter;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceBuilder;
import dev.leadline.storage.problem.InlineParameter;
import dev.leadline.storage.problem.Problem;
import dev.leadline.storage.problem.SpaceFile;
import dev.leadline.study.Direction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what is to be optimised; shared by the commands that suggest. */
final class SpaceOptions {

  @Option(
      names = "--space",
      paramLabel = "FILE",
      description = "A YAML file with the parameters, their ranges and the goal.")
  private @Nullable Path file;

  @Option(
      names = "--param",
      paramLabel = "NAME=KIND:RANGE",
      description = {
        "A parameter, instead of a file; repeat for more:",
        "heap=integer:256..4096:log, ratio=real:0..1, gc=choice:g1,parallel,z, size=ordinal:s,m,l, strings=flag"
      })
  private List<String> inline = new ArrayList<>();

  @Option(
      names = "--require",
      paramLabel = "EXPRESSION",
      description = "A constraint, for example 'min_pool <= max_pool'; repeat for more.")
  private List<String> constraints = new ArrayList<>();

  @Option(names = "--maximise", description = "Larger values are better.")
  private boolean maximise;

  /** What the options describe. */
  Problem problem() {
    if ((file == null) == inline.isEmpty()) {
      throw UserError.usage(
          "expected --space FILE or --param NAME=KIND:RANGE"
              + (file == null ? " but got neither" : ", not both"));
    }
    Optional<Direction> asked = maximise ? Optional.of(Direction.MAXIMISE) : Optional.empty();
    return file == null
        ? new Problem(inlineSpace(), asked.orElse(Direction.MINIMISE), Problem.UNNAMED)
        : withConstraints(SpaceFile.read(file, asked));
  }

  /** A short name for files of this problem. */
  String name() {
    if (file == null) {
      return "leadline";
    }
    String name = String.valueOf(file.getFileName());
    return name.replaceFirst("(?<=.)\\.[A-Za-z0-9]+$", "");
  }

  private Space inlineSpace() {
    SpaceBuilder builder = Space.builder();
    for (String text : inline) {
      Parameter parameter = InlineParameter.parse(text);
      builder.parameter(parameter);
    }
    return build(builder);
  }

  private Problem withConstraints(Problem problem) {
    if (constraints.isEmpty()) {
      return problem;
    }
    SpaceBuilder builder = Space.builder();
    problem.space().parameters().forEach(builder::parameter);
    problem.space().constraints().forEach(constraint -> builder.require(constraint.description()));
    return new Problem(build(builder), problem.direction(), problem.objective());
  }

  private Space build(SpaceBuilder builder) {
    constraints.forEach(builder::require);
    return builder.build();
  }
}
