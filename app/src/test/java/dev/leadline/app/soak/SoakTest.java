package dev.leadline.app.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.ThisBuild;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SoakTest {

  @TempDir Path directory;

  /** As {@code service/soak} runs it. */
  @Test
  @Tag("slow")
  void study_survivesAsLongAsAsked() throws Exception {
    double minutes = Double.parseDouble(System.getProperty("leadline.soak.minutes", "2"));
    long seed = Long.parseLong(System.getProperty("leadline.soak.seed", "0"));
    int kills = Integer.getInteger("leadline.soak.kills", 200);
    soak(Duration.ofMillis(Math.round(minutes * 60_000)), 32, 8, kills, seed);
  }

  /** Both at the same time. */
  private void soak(Duration time, int onPostgres, int onFile, int kills, long seed)
      throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    Path far = Files.createDirectories(directory.resolve("postgres-work"));
    Path near = Files.createDirectories(directory.resolve("file-work"));
    ExecutorService pair = Executors.newFixedThreadPool(2);
    List<SoakTable> tables = new ArrayList<>();
    try (SoakStore database = new PostgresServer(directory.resolve("postgres"));
        SoakStore file = new FileStore(directory.resolve("studies.db"))) {
      Soak one = new Soak(database, ThisBuild.command("96m"), far, onPostgres, random.split());
      Soak two = new Soak(file, ThisBuild.command("96m"), near, onFile, random.split());
      Future<SoakTable> first = pair.submit(() -> one.run(time, kills));
      Future<SoakTable> second = pair.submit(() -> two.run(time, kills));
      tables.add(first.get());
      tables.add(second.get());
    } finally {
      pair.shutdownNow();
    }
    System.out.println("seed %d".formatted(seed));
    SoakTable.lines(tables).forEach(System.out::println);
    assertThat(tables).allSatisfy(table -> assertThat(table.faults()).isEmpty());
    assertThat(tables).allSatisfy(table -> assertThat(table.kills()).isGreaterThanOrEqualTo(kills));
    assertThat(tables.get(0).restarts()).isEqualTo(2);
  }

  @Test
  void server_survivesSomeSeconds() throws Exception {
    soakServer(Duration.ofSeconds(6), 4, 6, 5);
  }

  @Test
  @Tag("slow")
  void server_survivesTwoMinutes() throws Exception {
    soakServer(Duration.ofMinutes(2), 16, 60, System.nanoTime());
  }

  private void soakServer(Duration time, int workers, int kills, long seed) throws Exception {
    Path work = Files.createDirectories(directory.resolve("served-work"));
    ServedPostgres server = new ServedPostgres(directory);
    SoakTable table;
    try (server) {
      RandomGenerator random = new SplittableRandom(seed);
      table = new Soak(server, ThisBuild.command("96m"), work, workers, random).run(time, kills);
    }
    String story =
        "seed %d\n%s".formatted(seed, String.join("\n", SoakTable.lines(List.of(table))));
    System.out.println(story);
    assertThat(table.faults()).as(story).isEmpty();
    assertThat(server.faults()).as(story).isEmpty();
    assertThat(table.restarts()).isEqualTo(2);
  }
}
