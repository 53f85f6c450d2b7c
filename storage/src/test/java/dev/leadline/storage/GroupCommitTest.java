package dev.leadline.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.space.Space;
import dev.leadline.study.Strategies;
import dev.leadline.study.Trial;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Asks and tells that wait for each other are one transaction, of at most four statements. */
class GroupCommitTest {

  private static final int WORKERS = 8;

  private final ExecutorService threads = Executors.newFixedThreadPool(WORKERS);
  private final Counted database = new Counted(SqliteDatabase.inMemory(Clock.systemUTC()));
  private final StudySetup setup =
      StudySetup.minimise(Space.builder().real("x", 0, 1).build()).strategy("sobol");
  private final DatabaseStore store =
      new DatabaseStudies(database, Worker.self(), Duration.ofMinutes(1))
          .open("study", setup.header(), database::close);
  private final StoredStudy study =
      StoredStudy.open(store, setup, Strategies.named("sobol"), Clock.systemUTC());

  @AfterEach
  void end() {
    threads.shutdownNow();
    study.close();
  }

  @Test
  void tell_takesFourStatementsWithItsCommit() {
    Trial trial = study.ask();
    database.statements.set(0);
    study.tell(trial, 1);
    assertThat(database.statements).hasValueLessThanOrEqualTo(2); // and a begin and a commit
    assertThat(database.writes).hasValue(3); // making the study, asking, telling
  }

  /** While one is kept the others gather: no matter how many, they share two transactions. */
  @Test
  void tellsThatWait_shareATransaction() throws Exception {
    List<Trial> trials = IntStream.range(0, WORKERS).mapToObj(i -> study.ask()).toList();
    database.writes.set(0);
    CountDownLatch hold = new CountDownLatch(1);
    database.held = hold;
    List<Future<?>> told = new ArrayList<>();
    for (Trial trial : trials) {
      told.add(threads.submit(() -> study.tell(trial, trial.number())));
    }
    database.awaitWaiting(WORKERS);
    hold.countDown();
    for (Future<?> each : told) {
      each.get();
    }
    assertThat(database.writes).hasValue(2);
    assertThat(store.trials()).allMatch(trial -> trial.valueOrNaN() == trial.number());
  }

  /** What others do meanwhile is seen, and a step that is refused leaves the others alone. */
  @Test
  void refusedStep_harmsNoOther() throws Exception {
    Trial one = study.ask();
    Trial two = study.ask();
    study.tell(one, 1);
    CountDownLatch hold = new CountDownLatch(1);
    database.held = hold;
    Future<?> again = threads.submit(() -> study.tell(one, 2));
    Future<?> good = threads.submit(() -> study.tell(two, 3));
    hold.countDown();
    good.get();
    assertThatThrownBy(again::get).hasMessageContaining("trial 0 has its result already");
    assertThat(store.trials()).extracting(StoredTrial::value).containsExactly(1.0, 3.0);
  }

  /** A transaction that the database breaks off is done again step by step. */
  @Test
  void stepThatCannotBeKept_harmsNoOther() throws Exception {
    Trial one = study.ask();
    Trial two = study.ask();
    CountDownLatch hold = new CountDownLatch(1);
    database.held = hold;
    Future<?> first = threads.submit(() -> study.tell(one, 1));
    database.awaitWaiting(1);
    Future<?> bad =
        threads.submit(() -> store.attach(new Attachment(Attachment.Kind.MEASUREMENT, "")));
    Future<?> good = threads.submit(() -> study.tell(two, 3));
    database.awaitWaiting(3);
    hold.countDown();
    first.get();
    good.get();
    assertThatThrownBy(bad::get).hasMessageContaining("too large");
    assertThat(store.trials()).extracting(StoredTrial::value).containsExactly(1.0, 3.0);
    assertThat(study.ask().number()).isEqualTo(2);
  }

  @Test
  void asksThatWait_getTrialsOfTheirOwn() throws Exception {
    CountDownLatch hold = new CountDownLatch(1);
    database.held = hold;
    database.writes.set(0);
    List<Future<Trial>> asked = new ArrayList<>();
    for (int i = 0; i < WORKERS; i++) {
      asked.add(threads.submit(study::ask));
    }
    hold.countDown();
    List<Integer> numbers = new ArrayList<>();
    for (Future<Trial> trial : asked) {
      numbers.add(trial.get().number());
    }
    assertThat(numbers).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
    assertThat(store.trials().get(7).pending()).containsExactly(0, 1, 2, 3, 4, 5, 6);
  }

  /** A database that counts what is asked of it, and lets transactions wait. */
  private static final class Counted implements Database {
    final AtomicInteger statements = new AtomicInteger();
    final AtomicInteger writes = new AtomicInteger();
    volatile CountDownLatch held = new CountDownLatch(0);
    private final Database below;

    Counted(Database below) {
      this.below = below;
    }

    /** Waits until so many threads wait. */
    void awaitWaiting(int count) throws InterruptedException {
      long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
      while (waiting() < count && System.nanoTime() < end) {
        Thread.sleep(1);
      }
    }

    private static long waiting() {
      return Thread.getAllStackTraces().entrySet().stream()
          .filter(entry -> entry.getKey().getName().startsWith("pool-"))
          .filter(
              entry ->
                  List.of(entry.getValue()).stream()
                      .anyMatch(frame -> frame.getClassName().equals(Combiner.class.getName())))
          .filter(entry -> entry.getKey().getState() == Thread.State.WAITING)
          .count();
    }

    @Override
    public <T> T write(Sql.Work<T> change) {
      writes.incrementAndGet();
      try {
        held.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return below.write(connection -> change.run(counting(connection)));
    }

    private Connection counting(Connection connection) {
      return (Connection)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {Connection.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("prepareStatement")) {
                  statements.incrementAndGet();
                  if (String.valueOf(arguments[0]).startsWith("INSERT INTO attachment")) {
                    throw new SQLException("it is too large");
                  }
                }
                try {
                  return method.invoke(connection, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }

    @Override
    public <T> T read(Sql.Work<T> query) {
      return below.read(query);
    }

    @Override
    public String name() {
      return below.name();
    }

    @Override
    public String named(String name) {
      return below.named(name);
    }

    @Override
    public String clock() {
      return below.clock();
    }

    @Override
    public void begin(Claimant session) {
      below.begin(session);
    }

    @Override
    public void end(Claimant session) {
      below.end(session);
    }

    @Override
    public boolean isDead(String token) {
      return below.isDead(token);
    }

    @Override
    public StudyStore.Turn turn(long number) {
      return below.turn(number);
    }

    @Override
    public void close() {
      below.close();
    }
  }
}
