package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.exit.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ServeCommandTest {

  private static final Pattern ADDRESS = Pattern.compile("at (https?://\\S+)");

  @TempDir Path directory;

  /** A server in this process; interrupting its thread is Ctrl-C. */
  private static final class Served implements AutoCloseable {
    final StringWriter out = new StringWriter();
    final CompletableFuture<Integer> code = new CompletableFuture<>();
    private final Thread thread;

    Served(String... arguments) {
      CommandLine commandLine = Leadline.commandLine(LaboratoryCommands.absent());
      commandLine.setOut(new PrintWriter(out, true));
      this.thread = new Thread(() -> code.complete(commandLine.execute(arguments)));
      thread.start();
    }

    String address() throws InterruptedException {
      for (long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
          System.nanoTime() < end; ) {
        Matcher found = ADDRESS.matcher(out.toString());
        if (found.find()) {
          return found.group(1);
        }
        Thread.sleep(20);
      }
      throw new AssertionError("no address in: " + out);
    }

    @Override
    public void close() throws InterruptedException {
      thread.interrupt();
      thread.join();
    }
  }

  private String store() {
    return directory.resolve("studies.db").toString();
  }

  private static int status(String address, String token) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + "api/v1/studies"))
            .header("Authorization", "Bearer " + token)
            .build();
    return HttpClient.newHttpClient()
        .send(request, HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  @Test
  void serve_asksForTokensWhereOthersCanCall_andStopsInGoodOrder() throws Exception {
    CommandRun made =
        CommandRun.of("token", "create", "ci", "--role", "read", "--study-store", store());
    assertThat(made.code()).as(made.err()).isZero();
    String token = made.out().strip();
    CommandRun listed = CommandRun.of("token", "list", "--study-store", store());
    assertThat(listed.out()).contains("read", "ci", "until ").doesNotContain(token);
    Served served = new Served("serve", "--listen", "0.0.0.0:0", "--study-store", store());
    try (served) {
      String address = served.address().replace("0.0.0.0", "127.0.0.1");
      assertThat(status(address, "wrong")).isEqualTo(401);
      assertThat(status(address, token)).isEqualTo(200);
      String id = listed.out().substring(0, 16);
      assertThat(CommandRun.of("token", "revoke", id, "--study-store", store()).code()).isZero();
      assertThat(status(address, token)).isEqualTo(401);
    }
    assertThat(served.code.join()).isEqualTo(ExitCode.OK.number());
  }

  @Test
  void serve_ofThisMachineAsksForNone() throws Exception {
    try (Served served = new Served("serve", "--listen", "127.0.0.1:0", "--study-store", store())) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(served.address() + "api/v1/me")).build();
      assertThat(
              HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body())
          .isEqualTo("{\"name\":\"local\",\"role\":\"admin\",\"tokens\":false}");
    }
  }

  @Test
  void work_evaluatesTrialsOfAServer() throws Exception {
    try (Served served = new Served("serve", "--listen", "127.0.0.1:0", "--study-store", store())) {
      HttpRequest create =
          HttpRequest.newBuilder(URI.create(served.address() + "api/v1/studies"))
              .header("Content-Type", "application/json")
              .POST(
                  HttpRequest.BodyPublishers.ofString(
                      "{\"name\":\"served\",\"trials\":4,\"strategy\":\"sobol\",\"space\":{\"parameters\":[{\"name\":\"x\",\"real\":[0,1]}]}}"))
              .build();
      HttpClient.newHttpClient().send(create, HttpResponse.BodyHandlers.discarding());
      CommandRun work =
          CommandRun.of(
              "work", served.address() + "served", "--parallel", "2", "--", "echo", "{x}");
      assertThat(work.code()).as(work.err()).isZero();
      CommandRun shown = CommandRun.of("show", store(), "--csv");
      assertThat(shown.out().lines().filter(line -> line.contains(",done,"))).hasSize(4);
      assertThat(CommandRun.of("work", served.address() + "none", "--", "true").err())
          .contains("there is no study 'none'");
    } finally {
      delete(Path.of("leadline-studies")); // where a worker without a study file puts output
    }
  }

  @Test
  void outputOfAWorkerElsewhere_isSeenWhileItsTrialRuns() throws Exception {
    try (Served served = new Served("serve", "--listen", "127.0.0.1:0", "--study-store", store())) {
      post(
          served.address() + "api/v1/studies",
          "{\"name\":\"far\",\"trials\":1,\"strategy\":\"sobol\",\"space\":{\"parameters\":[{\"name\":\"x\",\"real\":[0,1]}]}}");
      String script = "echo ärger; echo warned >&2; until [ -e go ]; do sleep 0.1; done; echo 1";
      Process worker =
          new ProcessBuilder(
                  ThisBuild.command(
                      "160m", "work", served.address() + "far", "--", "sh", "-c", script))
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve("log").toFile())
              .start();
      String output = served.address() + "api/v1/studies/far/trials/0/output";
      try {
        String seen = "";
        for (int i = 0; i < 300 && !seen.contains("warned"); i++) {
          Thread.sleep(100);
          seen = get(output);
        }
        assertThat(seen).contains("\"output\":\"ärger\\nwarned\\n\"", "\"truncated\":false");
        Files.createFile(directory.resolve("go"));
        assertThat(worker.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(get(output)).contains("warned\\n1\\n");
        String place = get(output).replaceAll(".*\"place\":\"[^:]*:([^\"]*)\".*", "$1");
        assertThat(Path.of(place, "stdout.txt")).hasContent("ärger\n1");
      } finally {
        worker.destroyForcibly();
      }
    }
  }

  @Test
  @Tag("slow")
  void trialOfAKilledWorker_isTakenByAnotherWithinTwentySeconds() throws Exception {
    try (Served served = new Served("serve", "--listen", "127.0.0.1:0", "--study-store", store())) {
      post(
          served.address() + "api/v1/studies",
          "{\"name\":\"died\",\"trials\":1,\"strategy\":\"sobol\",\"space\":{\"parameters\":[{\"name\":\"x\",\"real\":[0,1]}]}}");
      String script = "[ -e begun ] || { touch begun; exec sleep 40; }; echo 1";
      List<Process> workers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        workers.add(
            new ProcessBuilder(
                    ThisBuild.command(
                        "160m", "work", served.address() + "died", "--", "sh", "-c", script))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log" + i).toFile())
                .start());
        for (int wait = 0; wait < 300 && !Files.exists(directory.resolve("begun")); wait++) {
          Thread.sleep(100);
        }
      }
      Thread.sleep(2000); // the other one waits
      long killed = System.nanoTime();
      workers.get(0).destroyForcibly();
      assertThat(workers.get(1).waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(Duration.ofSeconds(23));
      assertThat(get(served.address() + "api/v1/studies/died/trials/0"))
          .contains("\"state\":\"done\"", "\"attempts\":2");
    }
  }

  private static String get(String address) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(address)).build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  private static void post(String address, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding());
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  @Test
  void wrongOptions_areSentences() {
    assertThat(CommandRun.of("serve", "--listen", "7070").err())
        .contains("expected --listen HOST:PORT");
    assertThat(CommandRun.of("serve", "--tls", "none.p12").err()).contains("LEADLINE_TLS_PASSWORD");
    assertThat(
            CommandRun.of("token", "create", "x", "--role", "king", "--study-store", store()).err())
        .contains("expected --role read, work or admin but got 'king'");
    assertThat(CommandRun.of("token", "revoke", "x", "--study-store", store()).code())
        .isEqualTo(ExitCode.USAGE.number());
    assertThat(CommandRun.of("token", "list", "--study-store", store()).err())
        .contains("there is no such file; check --study-store");
    assertThat(
            CommandRun.of(
                "token",
                "create",
                "x",
                "--role",
                "read",
                "--expires",
                "0s",
                "--study-store",
                store()))
        .extracting(CommandRun::code, CommandRun::err)
        .containsExactly(
            ExitCode.USAGE.number(),
            "leadline: --expires: expected a duration above zero but got 0s; or say never\n");
  }
}
