package dev.leadline.storage.problem;

import dev.leadline.space.ChoiceParameter;
import dev.leadline.space.FlagParameter;
import dev.leadline.space.IntegerParameter;
import dev.leadline.space.OrdinalParameter;
import dev.leadline.space.Parameter;
import dev.leadline.space.RealParameter;
import dev.leadline.space.Scale;
import dev.leadline.space.Value;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The kinds of parameters as users name them, made from texts. */
public enum ParameterKind {
  REAL {
    @Override
    public Parameter make(String name, List<String> texts, Scale scale) {
      List<Double> bounds = bounds(texts, ParameterKind::real);
      return new RealParameter(name, bounds.get(0), bounds.get(1), scale);
    }
  },
  INTEGER {
    @Override
    public Parameter make(String name, List<String> texts, Scale scale) {
      List<Long> bounds = bounds(texts, ParameterKind::whole);
      return new IntegerParameter(name, bounds.get(0), bounds.get(1), scale);
    }
  },
  CHOICE {
    @Override
    public Parameter make(String name, List<String> texts, Scale scale) {
      requireLinear(scale);
      return new ChoiceParameter(name, texts);
    }
  },
  ORDINAL {
    @Override
    public Parameter make(String name, List<String> texts, Scale scale) {
      requireLinear(scale);
      return areNumbers(texts)
          ? new OrdinalParameter(name, numbers(texts))
          : OrdinalParameter.ofText(name, texts);
    }
  },
  FLAG {
    @Override
    public Parameter make(String name, List<String> texts, Scale scale) {
      requireLinear(scale);
      if (!texts.isEmpty() && !texts.equals(List.of("true"))) {
        throw new IllegalArgumentException(
            "expected nothing or 'true' after flag but got " + texts);
      }
      return new FlagParameter(name);
    }
  };

  /** As people write numbers; Java also reads 1d and 0x1p3. */
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");

  /**
   * Makes a parameter from the texts of its bounds or options.
   *
   * @throws IllegalArgumentException if they make no sense
   */
  public abstract Parameter make(String name, List<String> texts, Scale scale);

  /** As users write it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public boolean isNumeric() {
    return this == REAL || this == INTEGER;
  }

  public static Optional<ParameterKind> of(String word) {
    return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
  }

  public static ParameterKind of(Parameter parameter) {
    if (parameter instanceof RealParameter) {
      return REAL;
    }
    if (parameter instanceof IntegerParameter) {
      return INTEGER;
    }
    if (parameter instanceof ChoiceParameter) {
      return CHOICE;
    }
    return parameter instanceof OrdinalParameter ? ORDINAL : FLAG;
  }

  public static String words() {
    return Arrays.stream(values()).map(ParameterKind::word).collect(Collectors.joining(", "));
  }

  public static Scale scale(String word) {
    return switch (word) {
      case "log" -> Scale.LOG;
      case "linear" -> Scale.LINEAR;
      default ->
          throw new IllegalArgumentException(
              "expected a scale of linear or log but got '%s'".formatted(word));
    };
  }

  private static <T> List<T> bounds(List<String> texts, Function<String, T> read) {
    if (texts.size() != 2) {
      throw new IllegalArgumentException("expected a lower and an upper bound but got " + texts);
    }
    return texts.stream().map(String::strip).map(read).toList();
  }

  private static double real(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      if (text.equalsIgnoreCase(".nan") || text.equalsIgnoreCase("nan")) {
        return Double.NaN;
      }
      throw new IllegalArgumentException("expected a number but got '%s'".formatted(text), e);
    }
  }

  private static long whole(String text) {
    try {
      return Long.parseLong(text.replace("_", ""));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("expected a whole number but got '%s'".formatted(text), e);
    }
  }

  /** Whether these options of an ordinal parameter are taken for numbers. */
  static boolean areNumbers(List<String> texts) {
    return texts.stream()
        .map(String::strip)
        .allMatch(text -> NUMBER.matcher(text).matches() && Double.isFinite(real(text)));
  }

  private static List<Value> numbers(List<String> texts) {
    List<String> numbers = texts.stream().map(String::strip).toList();
    try {
      return numbers.stream().<Value>map(text -> new Value.Whole(Long.parseLong(text))).toList();
    } catch (NumberFormatException notWhole) {
      return numbers.stream().<Value>map(text -> new Value.Real(real(text))).toList();
    }
  }

  /** An ordinal parameter whose options are text though they may look like numbers. */
  static Parameter ordinalOfText(String name, List<String> texts, Scale scale) {
    requireLinear(scale);
    return OrdinalParameter.ofText(name, texts);
  }

  private static void requireLinear(Scale scale) {
    if (scale != Scale.LINEAR) {
      throw new IllegalArgumentException(
          "expected no scale: only real and integer parameters have one");
    }
  }
}
