package dev.leadline.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.search.Candidates;
import dev.leadline.search.Evidence;
import dev.leadline.search.Strategy;
import dev.leadline.search.Suggester;
import dev.leadline.search.Suggestion;
import dev.leadline.search.TrialRandom;
import dev.leadline.server.http.Access;
import dev.leadline.server.http.ServerConfig;
import dev.leadline.server.token.Tokens;
import dev.leadline.space.Space;
import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.Studies;
import dev.leadline.storage.StudySetup;
import dev.leadline.study.Strategies;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A server that is stopped while it computes. */
class ClosingTest {

  private static final Duration MOMENT = Duration.ofMillis(200);

  /** The committee, with a model that takes its time. */
  private record Slow(Strategy strategy, CountDownLatch used) implements Strategy {

    @Override
    public Suggestion suggest(Candidates candidates, Evidence known, TrialRandom random) {
      return strategy.suggest(candidates, known, random);
    }

    @Override
    public Optional<Suggester> suggester(int dimensions) {
      used.countDown();
      try {
        Thread.sleep(MOMENT.toMillis());
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return strategy.suggester(dimensions);
    }

    @Override
    public void close() {
      strategy.close();
    }
  }

  @Test
  void view_isBrokenOff() throws Exception {
    Studies studies = Studies.inMemory();
    StudySetup setup =
        StudySetup.minimise(Space.builder().real("x", 0, 1).build()).strategy("sobol");
    try (StoredStudy study =
        StoredStudy.open(
            studies.open("slow", setup.header()), setup, Strategies.sobol(), Clock.systemUTC())) {
      for (int i = 0; i < 60; i++) {
        study.tell(study.ask(), i);
      }
    }
    CountDownLatch used = new CountDownLatch(4);
    LeadlineServer server =
        LeadlineServer.start(
            ServerConfig.local(0),
            new Access(
                Access.Mode.OPEN,
                new Tokens(Studies.inMemory().tokens(), new SecureRandom(), Clock.systemUTC())),
            studies,
            name -> new Slow(Strategies.committee(), used),
            Clock.systemUTC());
    CompletableFuture<HttpResponse<String>> view =
        HttpClient.newHttpClient()
            .sendAsync(
                HttpRequest.newBuilder(
                        URI.create(
                            "http://127.0.0.1:%d/api/v1/studies/slow/view"
                                .formatted(server.port())))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(used.await(20, TimeUnit.SECONDS)).isTrue(); // of some thirty times
    long start = System.nanoTime();
    server.close();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
    assertThat(view.get(1, TimeUnit.SECONDS).statusCode()).isEqualTo(503);
  }
}
