package dev.leadline.server.page;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The page's modules as one script: a file that is mailed cannot load others. */
final class ScriptBundle {

  /* Each module becomes a function that is called once and returns what the module exports, those it imports first. That is enough for
  modules that import names from files beside them, one statement a line, and export functions, classes and constants where they
  declare them; anything else is refused. */

  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import \\{([\\w, ]+)\\} from '\\./([\\w-]+\\.js)';$");
  private static final Pattern EXPORT =
      Pattern.compile("(?m)^export ((?:async )?(?:function|class|const) (\\w+))");
  private static final Pattern LEFT_OVER = Pattern.compile("(?m)^(?:import|export)\\b.*");

  private final UnaryOperator<String> files;
  private final Map<String, String> names = new HashMap<>(); // of the modules that are written
  private final List<String> path = new ArrayList<>(); // from the entry to the module being written
  private final StringBuilder script = new StringBuilder("'use strict';\n");

  private ScriptBundle(UnaryOperator<String> files) {
    this.files = files;
  }

  /**
   * A module and all it needs.
   *
   * @param files the text of a file by its name
   */
  static String of(String entry, UnaryOperator<String> files) {
    ScriptBundle bundle = new ScriptBundle(files);
    bundle.write(entry);
    return bundle.script.toString();
  }

  private String write(String file) {
    String known = names.get(file);
    if (known != null) {
      return known;
    }
    if (path.contains(file)) {
      throw new IllegalArgumentException(
          "expected modules without a circle but got %s again after %s".formatted(file, path));
    }
    path.add(file);
    List<String> exports = new ArrayList<>();
    String inner =
        EXPORT
            .matcher(withImports(files.apply(file)))
            .replaceAll(
                found -> {
                  exports.add(found.group(2));
                  return Matcher.quoteReplacement(found.group(1));
                });
    Matcher other = LEFT_OVER.matcher(inner);
    if (other.find()) {
      throw new IllegalArgumentException(
          "expected imports and exports of names, a line each, but %s has: %s"
              .formatted(file, other.group()));
    }
    String name = "module" + names.size();
    script
        .append("const %s = (() => {\n".formatted(name))
        .append(inner)
        .append("return {%s};\n})();\n".formatted(String.join(", ", exports)));
    path.remove(file);
    names.put(file, name);
    return name;
  }

  private String withImports(String source) {
    return IMPORT
        .matcher(source)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    "const {%s} = %s;".formatted(found.group(1), write(found.group(2)))));
  }
}
