package dev.leadline.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/**
 * Tests that look at the page in a real browser; where there is none they say that they did not.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class InBrowser {

  Browser browser;

  @BeforeAll
  void startBrowser() throws IOException {
    Optional<Path> program = Browser.installed();
    if (program.isEmpty()) {
      String sentence =
          "THE PAGE WAS NOT TESTED: there is no chromium on the PATH; install it (apt-get install"
              + " chromium)";
      System.err.println("=".repeat(110) + "\n" + sentence + "\n" + "=".repeat(110));
      Assumptions.abort(sentence);
    }
    browser = Browser.start(program.get());
  }

  @AfterAll
  void endBrowser() throws IOException {
    if (browser != null) {
      browser.close();
    }
  }

  /** Nothing went wrong, and nobody is left out. */
  static void assertSound(Tab tab, String what) {
    assertThat(Axe.violations(tab)).as("violations of %s", what).isEmpty();
    assertThat(tab.errors()).as("errors of %s", what).isEmpty();
  }
}
