package dev.leadline.app.torture;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Requests of {@code ask-tell} with bytes changed: each must get exactly one line of JSON. */
final class Fuzz implements Attack {

  private static final int LINES = 1000;
  private static final long PATIENCE_SECONDS = 60;
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final List<String> REQUESTS =
      List.of(
          "{\"ask\":1}",
          "{\"tell\":0,\"value\":1.5}",
          "{\"tell\":3,\"value\":-2e-3}",
          "{\"tell\":1,\"failed\":\"out of memory\"}",
          "{\"observe\":{\"x\":0.25,\"n\":3,\"c\":\"a\",\"f\":true},\"value\":3.1}",
          "{\"observe\":{\"x\":0.75,\"n\":7,\"c\":\"b\",\"f\":false},\"failed\":\"no\"}",
          "{\"best\":true}",
          "{\"recommend\":true}",
          "{\"trials\":true}",
          "");
  private static final List<String> PIECES =
      List.of(
          "{",
          "}",
          "[",
          "]",
          "\"",
          ":",
          ",",
          "null",
          "true",
          "-1",
          "1e999",
          "NaN",
          "9".repeat(400),
          "\\u0000",
          "\\ud800",
          "ä",
          "日本",
          "\u0000",
          "[".repeat(2000),
          "{\"a\":".repeat(600),
          " ",
          "\"ask\":1,",
          "\"value\":",
          "0x10",
          "1.",
          "\t",
          "/*",
          "'");

  private final Program program;
  private final Path directory;
  private int session;

  Fuzz(Program program, Path directory) {
    this.program = program;
    this.directory = directory;
  }

  @Override
  public void round(RandomGenerator random, Tally tally) throws IOException, InterruptedException {
    List<byte[]> requests = new ArrayList<>();
    for (int i = 0; i < LINES; i++) {
      requests.add(mutated(random));
    }
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "ask-tell",
                "--strategy",
                "random",
                "--param",
                "x=real:0..1",
                "--param",
                "n=integer:1..9",
                "--param",
                "c=choice:a,b,c",
                "--param",
                "f=flag"));
    if (session++ % 2 == 1) {
      arguments.addAll(List.of("--study", "fuzz-%d.db".formatted(session)));
    }
    converse(arguments, requests, tally);
  }

  private void converse(List<String> arguments, List<byte[]> requests, Tally tally)
      throws IOException, InterruptedException {
    Process process = program.start(directory, arguments);
    Thread writer = new Thread(() -> write(process.getOutputStream(), requests), "fuzz-writer");
    writer.start();
    int answers = 0;
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (answers < requests.size() && !isAnswer(line)) {
          tally.fault(
              Tally.Count.WRONG,
              "%s was answered by %s".formatted(text(requests.get(answers)), shortened(line)));
        }
        answers++;
      }
    }
    writer.join();
    tally.add(Tally.Count.FUZZED, requests.size());
    if (answers != requests.size()) {
      tally.add(Tally.Count.WRONG, Math.abs(answers - requests.size()) - 1);
      tally.fault(
          Tally.Count.WRONG, "%d lines got %d lines of answer".formatted(requests.size(), answers));
    }
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      tally.fault(
          Tally.Count.WRONG,
          "ask-tell did not end with code 0 but: "
              + shortened(Program.text(directory.resolve("err"))));
      process.destroyForcibly();
    }
  }

  private static void write(OutputStream in, List<byte[]> requests) {
    try (in) {
      for (byte[] request : requests) {
        in.write(request);
        in.write('\n');
      }
    } catch (IOException e) {
      // The program has ended too early, which the count of its answers shows.
    }
  }

  /** Whether a line is one JSON object that shows nothing of the program's inside. */
  private static boolean isAnswer(String line) {
    try {
      JsonNode answer = MAPPER.readTree(line);
      // What the user sent may come back in a complaint; the program's own words come first.
      String complaint = answer.path("error").asString("").split(" got", 2)[0];
      return answer.isObject() && !answer.isEmpty() && !Program.isInternal(complaint);
    } catch (JacksonException e) {
      return false;
    }
  }

  private static byte[] mutated(RandomGenerator random) {
    byte[] request = REQUESTS.get(random.nextInt(REQUESTS.size())).getBytes(StandardCharsets.UTF_8);
    int changes = random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      request = mutated(random, request);
    }
    // The end of a line is not part of a line.
    for (int i = 0; i < request.length; i++) {
      request[i] = request[i] == '\n' || request[i] == '\r' ? (byte) ' ' : request[i];
    }
    return request;
  }

  private static byte[] mutated(RandomGenerator random, byte[] request) {
    int at = random.nextInt(request.length + 1);
    int end = Math.min(request.length, at + 1 + random.nextInt(6));
    return switch (random.nextInt(4)) {
      case 0 -> joined(request, at, new byte[] {(byte) random.nextInt(256)}, end);
      case 1 -> joined(request, at, new byte[0], end);
      case 2 -> joined(request, at, Arrays.copyOfRange(request, at, end), at);
      default ->
          joined(
              request,
              at,
              PIECES.get(random.nextInt(PIECES.size())).getBytes(StandardCharsets.UTF_8),
              random.nextBoolean() ? at : end);
    };
  }

  /** The bytes before {@code at}, the middle, and those from {@code end} on. */
  private static byte[] joined(byte[] bytes, int at, byte[] middle, int end) {
    byte[] joined = Arrays.copyOf(bytes, at + middle.length + bytes.length - end);
    System.arraycopy(middle, 0, joined, at, middle.length);
    System.arraycopy(bytes, end, joined, at + middle.length, bytes.length - end);
    return joined;
  }

  private static String text(byte[] request) {
    return shortened(new String(request, StandardCharsets.UTF_8));
  }

  private static String shortened(String text) {
    String line = text.strip().replaceAll("\\p{Cntrl}", "?");
    return line.length() <= 200 ? line : line.substring(0, 200) + "...";
  }
}
