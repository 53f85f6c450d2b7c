package dev.leadline.lab.problem;

import dev.leadline.lab.functions.Program;
import dev.leadline.lab.problem.Input.Kind;
import dev.leadline.space.ChoiceParameter;
import dev.leadline.space.FlagParameter;
import dev.leadline.space.IntegerParameter;
import dev.leadline.space.OrdinalParameter;
import dev.leadline.space.Parameter;
import dev.leadline.space.Space;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A program as a task: the same objective for every seed. */
final class ProgramTask implements Task {

  private final Suite suite;
  private final String program;
  private final Supplier<? extends Program> source;
  private final List<Task> catalogue;
  private @Nullable Program loaded;

  /**
   * @param program its name
   * @param source reads it when it is needed
   * @param catalogue all programs that are shown together; complete before it is read
   */
  ProgramTask(
      Suite suite, String program, Supplier<? extends Program> source, List<Task> catalogue) {
    this.suite = suite;
    this.program = program;
    this.source = source;
    this.catalogue = catalogue;
  }

  @Override
  public String name() {
    return suite.prefix() + program;
  }

  @Override
  public String functionName() {
    return program;
  }

  @Override
  public int dimensions() {
    return loaded().space().dimensions();
  }

  @Override
  public int initialPoints() {
    return 10;
  }

  @Override
  public Objective problem(long seed) {
    return new Instance(loaded(), relatedTasks());
  }

  /** The others whose names begin with the same word. */
  private List<Task> relatedTasks() {
    String kind = program.replaceFirst("-.*", "-");
    return catalogue.stream()
        .filter(
            task -> task.functionName().startsWith(kind) && !task.functionName().equals(program))
        .toList();
  }

  private synchronized Program loaded() {
    Program known = loaded;
    if (known == null) {
      known = source.get();
      loaded = known;
    }
    return known;
  }

  /** The program on the unit cube. */
  private record Instance(Program program, List<Task> relatedTasks) implements Objective {

    @Override
    public Space space() {
      return program.space();
    }

    @Override
    public double value(double[] point) {
      return program.value(parameters(point));
    }

    @Override
    public double[] parameters(double[] point) {
      return program.numbers(program.space().decode(point));
    }

    @Override
    public List<Input> inputs() {
      return program.space().parameters().stream()
          .map(parameter -> new Input(kind(parameter), List.of()))
          .toList();
    }

    private static Kind kind(Parameter parameter) {
      if (parameter instanceof IntegerParameter || parameter instanceof OrdinalParameter) {
        return Kind.INTEGER;
      }
      if (parameter instanceof ChoiceParameter) {
        return Kind.CHOICE;
      }
      return parameter instanceof FlagParameter ? Kind.FLAG : Kind.REAL;
    }

    @Override
    public double minimum() {
      return program.minimum();
    }
  }
}
