package dev.leadline.server.open;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class KeptViewsTest {

  private final KeptViews views = new KeptViews(100, 2);

  @Test
  void allStudiesTogether_stayWithinTheBound() {
    List<String> computed = new ArrayList<>();
    for (String study : List.of("a", "b", "a", "c", "a", "b")) {
      String text =
          views.of(
              study,
              "view",
              1,
              () -> {
                computed.add(study);
                return study.repeat(40);
              });
      assertThat(text).isEqualTo(study.repeat(40));
      assertThat(views.bytes()).isLessThanOrEqualTo(100);
    }
    assertThat(computed).as("c took the room of b").containsExactly("a", "b", "c", "b");
    views.of("a", "huge", 1, () -> "x".repeat(101));
    assertThat(views.bytes()).isZero();
  }

  @Test
  void change_andTheEndOfAStudy_letGoOfWhatWasKept() {
    views.of("a", "view", 1, () -> "old");
    assertThat(views.of("a", "view", 2, () -> "newer")).isEqualTo("newer");
    assertThat(views.bytes()).isEqualTo(5);
    views.forget("a");
    assertThat(views.bytes()).isZero();
  }

  @Test
  void fewAreComputedAtATime() throws Exception {
    CountDownLatch two = new CountDownLatch(2);
    CountDownLatch end = new CountDownLatch(1);
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      List<CompletableFuture<String>> all = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        int study = i;
        all.add(
            CompletableFuture.supplyAsync(
                () -> views.of(study, "view", 1, () -> waiting(two, end)), threads));
      }
      assertThat(two.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(views.computing()).isEqualTo(2);
      assertThat(all).noneMatch(CompletableFuture::isDone);
      end.countDown();
      for (CompletableFuture<String> view : all) {
        assertThat(view.get(20, TimeUnit.SECONDS)).isEqualTo("seen");
      }
      assertThat(views.computing()).isZero();
    } finally {
      end.countDown();
      threads.shutdown();
    }
  }

  private static String waiting(CountDownLatch begun, CountDownLatch end) {
    begun.countDown();
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "seen";
  }
}
