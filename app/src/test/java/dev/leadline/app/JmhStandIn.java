package dev.leadline.app;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Takes JMH's options and writes what JMH would: words, and a result that JMH 1.37 wrote. */
final class JmhStandIn {

  private JmhStandIn() {}

  public static void main(String[] arguments) throws Exception {
    List<String> words = List.of(arguments);
    String size =
        words.stream().filter(word -> word.startsWith("-psize=")).findFirst().orElse("-psize=1");
    String mode = words.contains("-bm") ? words.get(words.indexOf("-bm") + 1) : "thrpt";
    String result =
        """
        {
            "jmhVersion" : "1.37",
            "benchmark" : "demo.Churn.sum",
            "mode" : "%1$s",
            "forks" : %2$s,
            "params" : {"size" : "%3$s"},
            "primaryMetric" : {
                "score" : %3$s.5,
                "scoreError" : %4$s,
                "scoreUnit" : "s/op",
                "rawData" : [[%3$s.5]]
            },
            "secondaryMetrics" : {"gc.alloc.rate.norm" : {"score" : 24.0, "scoreUnit" : "B/op"}}
        }"""
            .formatted(
                mode,
                words.get(words.indexOf("-f") + 1),
                size.substring("-psize=".length()),
                words.contains("-i") ? "\"NaN\"" : "0.25");
    boolean isOne = words.contains("Churn.sum");
    String all = "[\n%s%s\n]\n".formatted(result, isOne ? "" : ",\n" + result);
    Files.writeString(Path.of(words.get(words.indexOf("-rff") + 1)), all);
    Files.writeString(
        Path.of(words.get(words.indexOf("-o") + 1)), "# Warmup Iteration   1: 99 s/op\n");
  }
}
