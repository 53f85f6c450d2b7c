package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server in a process of its own with the heap that it has by default. */
@Tag("slow")
class ServerMemoryTest {

  private static final Pattern ADDRESS = Pattern.compile("at (http://\\S+)");

  @TempDir Path directory;

  private final HttpClient client = HttpClient.newHttpClient();
  private Process server;
  private String address = "";

  @BeforeEach
  void start() throws Exception {
    Path log = directory.resolve("log");
    server =
        new ProcessBuilder(
                ThisBuild.command(
                    "512m",
                    "serve",
                    "--listen",
                    "127.0.0.1:0",
                    "--study-store",
                    directory.resolve("studies.db").toString()))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    for (int i = 0; address.isEmpty() && i < 1500; i++) {
      TimeUnit.MILLISECONDS.sleep(20);
      Matcher found = ADDRESS.matcher(Files.readString(log));
      address = found.find() ? found.group(1) : "";
    }
    assertThat(address).as(Files.readString(log)).isNotEmpty();
  }

  @AfterEach
  void end() throws Exception {
    server.destroyForcibly().waitFor();
  }

  @Test
  void viewOfManyLargeChoices_fits() throws Exception {
    String options =
        IntStream.range(0, 9).mapToObj(i -> "\"o" + i + "\"").collect(Collectors.joining(","));
    String inputs =
        IntStream.range(0, 200)
            .mapToObj(i -> "{\"name\":\"c%d\",\"choice\":[%s]}".formatted(i, options))
            .collect(Collectors.joining(","));
    call(
        "api/v1/studies",
        "{\"name\":\"wide\",\"strategy\":\"committee\",\"space\":{\"parameters\":[%s]}}"
            .formatted(inputs));
    for (int trial = 0; trial < 6; trial++) {
      call("api/v1/studies/wide/ask", "{}");
      call("api/v1/studies/wide/tell", "{\"trial\":%d,\"value\":%d}".formatted(trial, trial % 4));
    }
    String view = call("api/v1/studies/wide/view", "");
    assertThat(view).contains("\"importance\"", "\"c199\"");
    assertThat(call("metrics", ""))
        .contains("leadline_views_bytes %.1f".formatted((double) view.length()).replace(".0", ""));
  }

  /** A post if there is something to say. */
  private String call(String path, String body) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address + path))
            .header("Content-Type", "application/json");
    HttpRequest whole =
        body.isEmpty()
            ? request.build()
            : request.POST(HttpRequest.BodyPublishers.ofString(body)).build();
    HttpResponse<String> answer = client.send(whole, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(path + ": " + answer.body()).isLessThan(300);
    return answer.body();
  }
}
