package dev.leadline.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.storage.StudySnapshot;
import dev.leadline.study.Strategies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every view on a phone, a laptop and a wide screen, light and dark, kept to be looked at. */
@Tag("slow")
class PagePicturesTest extends InBrowser {

  private static final Path PICTURES = Path.of("target", "pictures");
  private static final List<String> VIEWS =
      List.of("progress", "trials", "inputs", "model", "workers");

  private record Screen(String name, int width, int height, boolean isPhone) {}

  private static final List<Screen> SCREENS =
      List.of(
          new Screen("phone", 390, 844, true),
          new Screen("laptop", 1280, 860, false),
          new Screen("wide", 1920, 1080, false));

  @Test
  void everyView_fitsEveryScreen() throws IOException {
    Space space =
        Space.builder()
            .logInteger("heap_mb", 256, 8192)
            .integer("threads", 1, 64)
            .choice("gc", "serial", "parallel", "g1", "zgc")
            .flag("string_dedup")
            .real("occupancy", 0.2, 0.8)
            .build();
    pictures("study", SampleStudies.study(space, "pause_ms", 60, PagePicturesTest::pause));
    pictures("goals", SampleStudies.ofTwoGoals(25));
  }

  private static double pause(Configuration c) {
    double cost = List.of("parallel", "g1", "serial", "zgc").indexOf(c.choice("gc")) * 0.15 + 0.7;
    return c.integer("heap_mb") < 320
        ? Double.NaN
        : 40
            + 450 * cost * 220 / (c.integer("heap_mb") - 198)
            + 15 * Math.pow(Math.log(c.integer("threads") / 12.0), 2)
            + 40 * Math.pow(c.real("occupancy") - 0.45, 2)
            + (c.flag("string_dedup") ? 0 : 0.5);
  }

  private void pictures(String name, StudySnapshot snapshot) throws IOException {
    Files.createDirectories(PICTURES);
    Path file =
        Files.writeString(
            PICTURES.resolve(name + ".html"),
            SelfContainedPage.of(
                PageData.of(name, snapshot, Strategies.committee(), Map.of(), Instant.EPOCH)));
    for (Screen screen : SCREENS) {
      try (Tab tab = browser.open().size(screen.width(), screen.height(), screen.isPhone())) {
        tab.open(file.toAbsolutePath().toUri() + "#/studies/any/progress");
        tab.await("document.querySelector('.tiles')?.children.length > 0");
        for (String view : VIEWS) {
          tab.click("#tab-" + view);
          for (String scheme : List.of("light", "dark")) {
            tab.scheme(scheme)
                .await("document.documentElement.dataset.theme === '%s'".formatted(scheme));
            tab.screenshot(
                PICTURES.resolve("%s-%s-%s-%s.png".formatted(name, view, screen.name(), scheme)));
            assertThat(tab.evaluate("document.documentElement.scrollWidth").asInt())
                .isEqualTo(screen.width());
            assertSound(tab, "%s on a %s in %s".formatted(view, screen.name(), scheme));
          }
        }
      }
    }
  }
}
