package dev.leadline.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.space.Space;
import dev.leadline.storage.StudySnapshot;
import dev.leadline.study.Strategies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The file that {@code show --page} writes, opened as its reader opens it. */
class MailedPageTest extends InBrowser {

  private static final List<String> VIEWS =
      List.of("progress", "trials", "inputs", "model", "workers");

  @TempDir static Path directory;

  private Path mixed;

  @BeforeAll
  void write() throws IOException {
    mixed = page("mixed", SampleStudies.study(SampleStudies.mixed(), 24, SampleStudies::cost));
  }

  @Test
  void everyView_opensInLightAndDark() {
    try (Tab tab = browser.open().size(1280, 900, false)) {
      show(tab, mixed, "progress");
      for (String view : VIEWS) {
        tab.click("#tab-" + view);
        for (String scheme : List.of("light", "dark")) {
          tab.scheme(scheme)
              .await("document.documentElement.dataset.theme === '%s'".formatted(scheme));
          assertSound(tab, view + " in " + scheme);
        }
      }
    }
  }

  @Test
  void everyView_fitsAPhone() {
    try (Tab tab = browser.open().size(390, 844, true)) {
      show(tab, mixed, "progress");
      for (String view : VIEWS) {
        tab.click("#tab-" + view);
        assertThat(tab.evaluate("document.documentElement.scrollWidth").asInt()).isEqualTo(390);
      }
      assertSound(tab, "the last view on a phone");
    }
  }

  @Test
  void charts_haveWordsAndTables() {
    try (Tab tab = browser.open().size(1280, 900, false)) {
      show(tab, mixed, "model");
      int charts = tab.evaluate("document.querySelectorAll('.canvas canvas').length").asInt();
      assertThat(charts).isEqualTo(5 + 1 + 1); // slices, contour, calibration
      tab.evaluate(
          "document.querySelectorAll('.chart details').forEach((d) => { d.open = true; })");
      tab.await("document.querySelectorAll('.chart table').length === " + charts);
      assertThat(
              tab.evaluate(
                      "[...document.querySelectorAll('.canvas')].every((c) => c.ariaLabel.length >"
                          + " 20)")
                  .asBoolean())
          .isTrue();
      assertSound(tab, "the tables of the model");
    }
  }

  @Test
  void textOfUsers_isNeverMarkup() {
    try (Tab tab = browser.open()) {
      show(tab, mixed, "progress");
      for (String view : VIEWS) {
        tab.click("#tab-" + view);
        assertThat(tab.evaluate("document.querySelectorAll('img').length").asInt()).isZero();
      }
      tab.click("#tab-trials");
      tab.click("button[aria-label='Details of trial 0']");
      tab.await("document.querySelector('dialog .output')?.textContent.includes('onerror')");
      assertThat(tab.evaluate("document.querySelector('dialog').textContent").asString())
          .contains(SampleStudies.HOSTILE)
          .contains("100 %")
          .doesNotContain("10 %");
      assertThat(tab.evaluate("document.querySelectorAll('img').length").asInt()).isZero();
      assertThat(tab.evaluate("document.title").asString()).isEqualTo("mixed · Leadline");
      assertSound(tab, "a trial");
    }
  }

  @Test
  void trials_areSortedAndFiltered() {
    try (Tab tab = browser.open()) {
      show(tab, mixed, "trials");
      String rows = "[...document.querySelectorAll('.trials tbody tr')]";
      assertThat(tab.evaluate(rows + ".length").asInt()).isEqualTo(24);
      tab.click(".trials th:nth-child(4) button");
      assertThat(tab.evaluate(rows + "[0].className").asString()).isEqualTo("best");
      tab.evaluate(
          "const find = document.querySelector('input[type=search]'); find.value = 'heap>=1000"
              + " gc=zgc'; find.dispatchEvent(new Event('input'))");
      assertThat(
              tab.evaluate(
                      rows
                          + ".every((r) => r.cells[5].textContent === 'zgc' &&"
                          + " Number(r.cells[4].textContent.replace(',', '')) >= 1000)")
                  .asBoolean())
          .isTrue();
      assertThat(tab.evaluate(rows + ".length").asInt()).isBetween(1, 23);
    }
  }

  /** A cost in cents of millions, settings in a narrow range, and options that are large. */
  @Test
  void numbers_areToldApartWhereTheyShareTheirFirstDigits() throws IOException {
    Space space =
        Space.builder()
            .real("x", 1_000_000, 1_000_001)
            .ordinal("n", 2_000_000_001.5, 2_000_000_002.5, 2_000_000_003.5)
            .build();
    Path file =
        page(
            "alike",
            SampleStudies.study(
                space, 12, c -> 12_345_678.05 + Math.abs(c.real("x") % 1 - 0.3) / 10));
    try (Tab tab = browser.open()) {
      show(tab, file, "progress");
      assertThat(
              tab.evaluate(
                      "document.getElementById('convergence-title').closest('section').innerText")
                  .asString())
          .containsPattern("of 12 trials is 12,345,678\\.0\\d+, in trial")
          .doesNotContain("12 trials with much worse values");
      tab.click("#tab-trials");
      String cells =
          "[...document.querySelectorAll('.trials tbody tr')].map((r) => r.cells[%d].textContent)";
      for (int column : new int[] {3, 4}) { // two trials may really be that close
        assertThat(tab.evaluate("new Set(%s).size".formatted(cells.formatted(column))).asInt())
            .isBetween(10, 12);
      }
      assertThat(
              tab.evaluate("[...new Set(%s)].sort().join()".formatted(cells.formatted(5)))
                  .asString())
          .isEqualTo("2000000001.5,2000000002.5,2000000003.5");
      tab.click("#tab-model");
      assertThat(
              tab.evaluate(
                      "[...document.querySelectorAll('.marks span')].map((m) =>"
                          + " m.textContent).join(' ')")
                  .asString())
          .containsPattern("(12,345,678\\.\\d+ ?){3}");
      assertThat(tab.errors()).isEmpty();
    }
  }

  /** A click on a point of a chart opens its trial; a rectangle chooses trials in all views. */
  @Test
  void points_areDoorsAndAreChosenEverywhere() {
    try (Tab tab = browser.open().size(1280, 1300, false)) {
      show(tab, mixed, "trials");
      tab.evaluate(
          "((all) => { globalThis.echarts = {init: (...how) => (window.drawn = all.init(...how))};"
              + " })(echarts)");
      tab.click("#tab-progress").await("document.querySelector('.canvas canvas')");
      tab.await("document.querySelector('.panel').textContent.includes('The model expects')");
      JsonNode box =
          tab.evaluate(
              "(() => { const {left, top, width, height} ="
                  + " document.querySelector('[aria-labelledby=convergence-title]"
                  + " .canvas').getBoundingClientRect(); return {left, top, width, height}; })()");
      double left = box.get("left").asDouble();
      double top = box.get("top").asDouble();
      double right = left + box.get("width").asDouble();
      double bottom = top + box.get("height").asDouble();
      tab.drag(left + 90, top + 40, right - 30, bottom - 45);
      tab.await("document.querySelector('.chosen').textContent.includes('chosen:')");
      int chosen =
          tab.evaluate("Number.parseInt(document.querySelector('.chosen').textContent)").asInt();
      assertThat(chosen).isBetween(5, 24);
      tab.evaluate(
          "[...document.querySelectorAll('.chosen button')].find((b) => b.textContent === 'Show in"
              + " the table').click()");
      tab.await("document.querySelectorAll('.trials tbody tr').length === " + chosen);
      assertSound(tab, "a table of the chosen");
      tab.evaluate(
          "[...document.querySelectorAll('.chosen button')].find((b) => b.textContent === 'Choose"
              + " none').click()");
      tab.await("document.querySelectorAll('.trials tbody tr').length === 24");
      tab.click("#tab-progress");
      JsonNode at =
          tab.evaluate(
              """
              (() => {
                const canvas = document.querySelector('[aria-labelledby=convergence-title] .canvas');
                const series = drawn.getOption().series.findIndex(({symbolSize}) => symbolSize === 12);
                const [x, y] = drawn.convertToPixel({gridIndex: 0}, drawn.getOption().series[series].data[0].value);
                const {left, top} = canvas.getBoundingClientRect();
                return {x: left + x, y: top + y};
              })()
              """);
      tab.drag(
          at.get("x").asDouble(),
          at.get("y").asDouble(),
          at.get("x").asDouble(),
          at.get("y").asDouble());
      tab.await("document.querySelector('dialog h2')?.textContent.startsWith('Trial ')");
      assertThat(tab.errors()).isEmpty();
    }
  }

  @Test
  void severalGoals_haveAModelEachAndAFrontWithCommands() throws IOException {
    Path file = page("goals", SampleStudies.ofTwoGoals(16));
    try (Tab tab = browser.open().size(1280, 900, false)) {
      show(tab, file, "progress");
      assertThat(
              tab.evaluate("document.getElementById('front-title').closest('section').textContent")
                  .asString())
          .contains("Hypervolume over time")
          .containsPattern("./run --heap \\d+ --share 0\\.\\d+");
      assertSound(tab, "a front");
      tab.click("#tab-model");
      String title =
          "document.getElementById('slices-title').closest('section').querySelector('.canvas').ariaLabel";
      assertThat(tab.evaluate(title).asString()).contains("expected p99_ms");
      tab.evaluate(
          "(() => { const which = [...document.querySelectorAll('.controls select')].find((s) =>"
              + " [...s.options].some((o) => o.value === 'requests')); which.value = 'requests';"
              + " which.dispatchEvent(new Event('change')); })()");
      tab.await(title + ".includes('expected requests')");
      assertSound(tab, "the model of the second goal");
    }
  }

  @Test
  void tabs_areWalkedByKeyboard() {
    try (Tab tab = browser.open()) {
      show(tab, mixed, "progress");
      tab.evaluate("document.getElementById('tab-progress').focus()");
      tab.press("ArrowRight").press("ArrowRight");
      tab.await("document.activeElement.id === 'tab-inputs'");
      tab.await("document.getElementById('importance-title')");
      tab.press("End").await("document.activeElement.id === 'tab-workers'");
    }
  }

  @Test
  @Tag("slow")
  void studiesOfEveryKind_areShown() throws IOException {
    Map<String, StudySnapshot> kinds =
        Map.of(
            "empty", SampleStudies.study(SampleStudies.mixed(), 0, c -> 0),
            "failed", SampleStudies.study(SampleStudies.mixed(), 5, c -> Double.NaN),
            "one",
                SampleStudies.study(
                    Space.builder().real("x", 0, 1).build(), 7, SampleStudies::bowl),
            "conditional",
                SampleStudies.study(SampleStudies.conditional(), 12, SampleStudies::bowl),
            "many", SampleStudies.study(SampleStudies.reals(30), 12, SampleStudies::bowl));
    try (Tab tab = browser.open()) {
      for (Map.Entry<String, StudySnapshot> kind : kinds.entrySet()) {
        Path file = page(kind.getKey(), kind.getValue());
        show(tab, file, "progress");
        for (String view : VIEWS) {
          tab.click("#tab-" + view);
          assertThat(tab.errors()).as("%s of %s", view, kind.getKey()).isEmpty();
        }
      }
    }
  }

  @Test
  void whatIsWrong_isFound() {
    try (Tab tab = browser.open()) {
      show(tab, mixed, "progress");
      tab.evaluate(
          "document.querySelector('main').append(document.createElement('img'));"
              + " console.error('wrong')");
      assertThat(Axe.violations(tab)).singleElement().asString().startsWith("image-alt");
      assertThat(tab.errors()).singleElement().asString().contains("wrong");
    }
  }

  @Test
  void file_loadsNothing() throws IOException {
    assertThat(Files.readString(mixed))
        .contains("default-src 'none'")
        .doesNotContain("src=\"page/", "href=\"page/");
    try (Tab tab = browser.open()) {
      show(tab, mixed, "progress");
      assertThat(tab.evaluate("performance.getEntriesByType('resource').length").asInt()).isZero();
    }
  }

  private static void show(Tab tab, Path file, String view) {
    tab.open("about:blank");
    tab.open("%s#/studies/any/%s".formatted(file.toUri(), view));
    tab.await(
        "document.querySelector('#tab-%s[aria-selected=true]') && document.querySelector('.tiles').children.length > 0"
            .formatted(view));
  }

  private static Path page(String name, StudySnapshot snapshot) throws IOException {
    Map<Integer, TrialOutput> outputs =
        Map.of(0, new TrialOutput("10 %\r100 %\r\nprinted " + SampleStudies.HOSTILE, false));
    return Files.writeString(
        directory.resolve(name + ".html"),
        SelfContainedPage.of(
            PageData.of(name, snapshot, Strategies.committee(), outputs, Instant.EPOCH)));
  }
}
