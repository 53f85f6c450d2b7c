package dev.leadline.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.server.LeadlineServer;
import dev.leadline.server.http.Access;
import dev.leadline.server.http.ServerConfig;
import dev.leadline.server.token.Tokens;
import dev.leadline.space.Space;
import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.Studies;
import dev.leadline.storage.StudySetup;
import dev.leadline.storage.StudyStore;
import dev.leadline.storage.problem.Problem;
import dev.leadline.storage.token.Role;
import dev.leadline.storage.token.TokenStore;
import dev.leadline.study.Direction;
import dev.leadline.study.Limit;
import dev.leadline.study.Measurements;
import dev.leadline.study.Strategies;
import dev.leadline.study.Trial;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page of a running server, used as people use it. */
class LivePageTest extends InBrowser {

  private static final int PATIENCE_MS = 1000; // for the first view of a thousand trials

  private final Studies studies = Studies.inMemory();
  private final TokenStore kept = Studies.inMemory().tokens();
  private final Tokens tokens = new Tokens(kept, new SecureRandom(), Clock.systemUTC());
  private Optional<LeadlineServer> server = Optional.empty();

  @AfterEach
  void stop() {
    server.ifPresent(LeadlineServer::close);
    server = Optional.empty();
    studies.list().forEach(entry -> studies.delete(entry.name()));
  }

  @Test
  void overview_showsAllStudiesAndOpensOne() {
    study("first", 0);
    study("second", 5);
    try (Tab tab = open(Access.Mode.OPEN, "")) {
      tab.await("document.querySelectorAll('.studies li').length === 2");
      assertThat(tab.evaluate("document.querySelector('.studies a').textContent").asString())
          .isEqualTo("first"); // nothing happened in it yet
      assertSound(tab, "the overview");
      tab.scheme("dark");
      tab.await("document.documentElement.dataset.theme === 'dark'");
      tab.scheme("light");
      tab.await("document.documentElement.dataset.theme === 'light'");
      assertThat(tab.evaluate("localStorage.length").asInt()).isZero(); // it follows the system
      assertThat(
              tab.evaluate(
                      "import('/page/format.js').then(({duration}) => [0.9999, 59.97, 119.7,"
                          + " 3599.7, 7199].map(duration).join())")
                  .asString())
          .isEqualTo("1 s,1 min 0 s,2 min 0 s,1 h 0 min,2 h 0 min");
      tab.evaluate(
          "[...document.querySelectorAll('.studies a')].find((a) => a.textContent ==="
              + " 'second').click()");
      tab.await("document.querySelector('h1')?.textContent.startsWith('second')");
      tab.await(
          "document.getElementById('next-title') &&"
              + " !document.getElementById('next-title').closest('section').hidden");
      assertSound(tab, "a study");
    }
  }

  @Test
  void liveStudy_moves() {
    StoredStudy study = study("moving", 3);
    try (Tab tab = open(Access.Mode.OPEN, "#/studies/moving")) {
      tab.await("document.querySelector('.tiles')?.textContent.includes('3 of 40')");
      Trial trial = study.ask();
      tab.await("document.querySelectorAll('.tile .figure')[2].textContent === '1'"); // running
      study.tell(trial, -7.25);
      tab.await("document.querySelectorAll('.tile .figure')[0].textContent === '-7.25'");
      tab.await("document.querySelector('.tiles').textContent.includes('4 of 40')");
      tab.await(
          "document.querySelector('[role=status]') && document.body.textContent.includes('New best"
              + " loss: -7.25 in trial 3.')");
      for (String view : List.of("trials", "inputs", "model", "workers")) {
        tab.click("#tab-" + view);
        tab.await("document.querySelector('[role=tabpanel] section:not([hidden])')");
      }
      assertSound(tab, "a study that moved");
    }
  }

  @Test
  void studyInWhichNothingKeepsTheLimits_saysSo() {
    StoredStudy study = limited("broken");
    for (int i = 0; i < 6; i++) {
      study.tell(study.ask(), i, Measurements.of("m", 7));
    }
    try (Tab tab = open(Access.Mode.OPEN, "#/studies/broken")) {
      tab.await(
          "document.querySelector('.tiles')?.textContent.includes('no trial keeps all limits"
              + " yet')");
      tab.await("document.querySelector('[role=tabpanel]').textContent.includes('Trial 6')");
      for (String view : List.of("trials", "inputs", "model", "workers")) {
        tab.click("#tab-" + view);
        tab.await("document.querySelector('[role=tabpanel] section:not([hidden])')");
      }
      assertThat(tab.evaluate("document.body.textContent").asString())
          .doesNotContain("could not be had");
      assertSound(tab, "a study without a solution");
    }
  }

  @Test
  void trialBeyondALimit_isNoNewBest() {
    StoredStudy study = limited("limited");
    study.tell(study.ask(), 3, Measurements.of("m", 1));
    try (Tab tab = open(Access.Mode.OPEN, "#/studies/limited")) {
      tab.await("document.querySelector('.tiles')?.textContent.includes('1 of 9')");
      study.tell(study.ask(), 1, Measurements.of("m", 7));
      tab.await("document.querySelector('.tiles').textContent.includes('2 of 9')");
      study.tell(study.ask(), 2, Measurements.of("m", 5));
      tab.await("document.querySelector('.tiles').textContent.includes('3 of 9')");
      tab.await("document.body.textContent.includes('New best loss: 2 in trial 2.')");
      assertThat(tab.evaluate("document.body.textContent").asString())
          .doesNotContain("New best loss: 1");
      study.tell(study.ask(), 0, Measurements.of("m", 7));
      tab.await("document.querySelector('.tiles').textContent.includes('4 of 9')");
      assertThat(tab.evaluate("document.body.textContent").asString())
          .contains("New best loss: 2 in trial 2.");
    }
  }

  @Test
  void people_pauseStartChangeAddAndFail() {
    StoredStudy study = study("acted", 2);
    Trial running = study.ask();
    try (Tab tab = open(Access.Mode.OPEN, "#/studies/acted")) {
      press(tab, "Pause");
      tab.await("document.querySelector('h1').textContent.includes('paused')");
      press(tab, "Start");
      tab.await("!document.querySelector('h1').textContent.includes('paused')");

      press(tab, "Budget …");
      tab.evaluate("document.querySelector('dialog [name=trials]').value = 77");
      assertSound(tab, "the form of the budget");
      tab.click("dialog button[type=submit]");
      tab.await("document.querySelector('.tiles').textContent.includes('of 77')");

      press(tab, "Add a trial …");
      tab.evaluate(
          "document.querySelector('dialog [name=\"input-x\"]').value = 0.25;"
              + " document.querySelector('dialog [name=\"input-n\"]').value = 3;"
              + " document.querySelector('dialog [name^=value]').value = -9");
      assertSound(tab, "the form of a trial");
      tab.click("dialog button[type=submit]");
      tab.await("document.querySelectorAll('.tile .figure')[0].textContent === '-9'");

      tab.click("#tab-trials");
      tab.click("button[aria-label='Details of trial %d']".formatted(running.number()));
      tab.await(
          "document.querySelector('dialog').textContent.includes('goes to somebody else in')");
      press(tab, "Mark as failed …");
      tab.evaluate("document.querySelector('dialog [name=reason]').value = 'no power'");
      tab.click("dialog button[type=submit]");
      tab.await("document.querySelector('.trials').textContent.includes('no power')");
      assertThat(studies.read("acted").trials().get(running.number()).reasonOrEmpty())
          .isEqualTo("no power");
      assertThat(studies.read("acted").header().budget().orElseThrow().trials()).isEqualTo(77);
      assertThat(tab.errors()).isEmpty();
    }
  }

  @Test
  void changes_areShownWithWhoMadeThem() {
    study("changed", 2);
    try (Tab tab = open(Access.Mode.OPEN, "#/studies/changed/workers")) {
      tab.await("document.querySelector('[role=tabpanel] section')");
      assertThat(tab.evaluate("document.querySelector('#changes-title')?.offsetHeight").asInt())
          .as("nobody changed anything")
          .isZero();
      press(tab, "Pause");
      tab.await("document.querySelector('.scroll[aria-label=\"Changes by people\"] tbody')");
      press(tab, "Start");
      String rows =
          "document.querySelectorAll('.scroll[aria-label=\"Changes by people\"] tbody tr')";
      tab.await(rows + ".length === 2");
      assertThat(
              tab.evaluate(
                      "[...%s].map((row) => [...row.cells].slice(1).map((cell) => cell.textContent).join()).join('; ')"
                          .formatted(rows))
                  .asString())
          .isEqualTo("POST /resume,local,127.0.0.1; POST /pause,local,127.0.0.1");
      assertSound(tab, "the changes of a study");
    }
  }

  @Test
  void outputOfAnotherMachine_growsWhileItsTrialRuns() {
    study("far", 0);
    try (Tab tab = open(Access.Mode.OPEN, "#/studies/far/trials")) {
      tab.await("document.querySelector('h1')?.textContent.startsWith('far')");
      call(tab, "ask", "{lease: '0123456789abcdef', worker: 'gpu-3'}");
      tab.click("button[aria-label='Details of trial 0']");
      tab.await("document.querySelector('dialog .output').textContent.includes('with its worker')");
      print(tab, 0, "epoch 1");
      tab.await("document.querySelector('dialog .output').textContent === 'epoch 1'");
      print(tab, 7, " epoch 2");
      tab.await("document.querySelector('dialog .output').textContent === 'epoch 1 epoch 2'");
      tab.await(
          "document.querySelector('dialog').textContent.includes('All of it is in gpu-3:/work/0-1')");
      assertThat(Axe.violations(tab)).isEmpty();
      print(tab, 15, " the end");
      call(tab, "tell", "{trial: 0, value: 1}");
      tab.await("document.querySelector('dialog .output').textContent.endsWith('the end')");
    }
  }

  private static void print(Tab tab, int start, String text) {
    call(
        tab,
        "trials/0/output",
        "{lease: '0123456789abcdef', place: 'gpu-3:/work/0-1', start: %d, text: '%s'}"
            .formatted(start, text));
  }

  /** A call of a worker. */
  private static void call(Tab tab, String what, String body) {
    assertThat(
            tab.evaluate(
                    "fetch('/api/v1/studies/far/%s', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(%s)}).then(({status}) => status)"
                        .formatted(what, body))
                .asInt())
        .isBetween(200, 204);
  }

  @Test
  void refusals_areSaidInTheForm() {
    study("refused", 1);
    try (Tab tab = open(Access.Mode.OPEN, "")) {
      press(tab, "New study …");
      tab.evaluate(
          """
          const set = (name, value) => { document.querySelector(`dialog [name=${name}]`).value = value; };
          set('name', 'refused'); set('input', 'x'); set('low', 0); set('high', 1)\
          """);
      assertSound(tab, "the form of a study");
      tab.click("dialog button[type=submit]");
      tab.await("document.querySelector('dialog .wrong').textContent.includes('refused')");
      tab.evaluate("document.querySelector('dialog [name=name]').value = 'another'");
      tab.click("dialog button[type=submit]");
      tab.await("document.querySelector('h1')?.textContent.startsWith('another')");
    }
  }

  /** A space file is refused at its line; then the study begins with lines to copy. */
  @Test
  void pastedSpace_isRefusedAtItsLineAndThenBegun() {
    study("earlier", 3);
    try (Tab tab = open(Access.Mode.OPEN, "")) {
      press(tab, "New study …");
      tab.evaluate("[...document.querySelectorAll('dialog .check input')][0].click()");
      tab.evaluate(
          """
          document.querySelector('dialog [name=name]').value = 'pasted';
          document.querySelector('dialog [name=yaml]').value = 'minimise: [ms, mb]\\nparameters:\\n  - {name: heap, integer: [1, 9], scale: lag}\\n';
          """);
      tab.click("dialog button[type=submit]");
      tab.await("document.querySelector('dialog .wrong').textContent.startsWith('space:3: ')");
      assertThat(
              tab.evaluate(
                      "(() => { const area = document.querySelector('dialog [name=yaml]'); return"
                          + " area.value.slice(area.selectionStart, area.selectionEnd); })()")
                  .asString())
          .contains("scale: lag");
      assertThat(Axe.violations(tab)).isEmpty();
      tab.evaluate(
          "(() => { const area = document.querySelector('dialog [name=yaml]'); area.value ="
              + " area.value.replace('lag', 'log'); })()");
      tab.click("dialog button[type=submit]");
      tab.await("document.querySelector('h1')?.textContent.startsWith('pasted')");
      tab.await("document.getElementById('begin-title')");
      assertThat(tab.evaluate("document.querySelector('[role=tabpanel]').textContent").asString())
          .contains(
              "leadline work http://127.0.0.1:"
                  + server.orElseThrow().port()
                  + "/pasted -- ./program {heap}")
          .contains("leadline.open_study(")
          .contains("\"values\": {\"ms\": 1.5, \"mb\": 1.5}");
      assertThat(Axe.violations(tab)).isEmpty();
    }
  }

  @Test
  void form_makesInputsOfEveryKind() {
    try (Tab tab = open(Access.Mode.OPEN, "")) {
      press(tab, "New study …");
      tab.evaluate(
          """
          (() => {
            const set = (place, name, value) => {
              const field = place.querySelector(`[name=${name}]`);
              field.value = value;
              field.dispatchEvent(new Event('change'));
            };
            const dialog = document.querySelector('dialog');
            const add = [...dialog.querySelectorAll('button')].find((b) => b.textContent === 'Add an input');
            [1, 2, 3].forEach(() => add.click());
            const rows = [...dialog.querySelectorAll('[aria-label="Input"]')];
            set(dialog, 'name', 'kinds'); set(dialog, 'seed', 7); set(dialog, 'limits', 'mb <= 5'); set(dialog, 'require', 'x < 3');
            dialog.querySelector('[name=noisy]').checked = true;
            set(rows[0], 'input', 'x'); set(rows[0], 'low', 0); set(rows[0], 'high', 4); set(rows[0], 'step', 0.5); set(rows[0], 'default', '1.5');
            set(rows[1], 'input', 'gc'); set(rows[1], 'kind', 'choice'); set(rows[1], 'options', 'g1, zgc');
            set(rows[2], 'input', 'n'); set(rows[2], 'kind', 'integer'); set(rows[2], 'low', 1); set(rows[2], 'high', 64); rows[2].querySelector('[name=log]').checked = true; set(rows[2], 'when', "gc == 'g1'");
            set(rows[3], 'input', 'on'); set(rows[3], 'kind', 'flag');
          })()
          """);
      assertSound(tab, "the form of a study with inputs of many kinds");
      tab.click("dialog button[type=submit]");
      tab.await("document.querySelector('h1')?.textContent.startsWith('kinds')");
      assertThat(studies.read("kinds").header().space())
          .contains("x=ordinal", "1.5", "require x < 3", "mb <= 5", "when n gc == 'g1'");
      assertThat(studies.read("kinds").header().seed()).isEqualTo(7);
    }
  }

  @Test
  void studies_areTaggedNotedComparedRenamedAndHadBack() {
    study("one", 30);
    study("two", 20);
    try (Tab tab = open(Access.Mode.OPEN, "#/studies/one")) {
      press(tab, "Tags and notes …");
      tab.evaluate(
          "document.querySelector('dialog [name=tags]').value = 'gc, prod';"
              + " document.querySelector('dialog [name=notes]').value = '# Why\\n"
              + "- **tail** <img src=x onerror=alert(1)>\\n"
              + "- [doc](javascript:alert(1)) https://example.org/a'");
      tab.click("dialog button[type=submit]");
      tab.await("document.querySelector('.markdown h3')?.textContent === 'Why'");
      assertThat(tab.evaluate("document.querySelectorAll('.markdown img').length").asInt())
          .isZero();
      assertThat(
              tab.evaluate(
                      "[...document.querySelectorAll('.markdown a')].map((a) => a.href).join()")
                  .asString())
          .isEqualTo("https://example.org/a");
      press(tab, "Rename …");
      tab.evaluate("document.querySelector('dialog [name=name]').value = 'uno'");
      tab.click("dialog button[type=submit]");
      tab.await("document.querySelector('h1')?.textContent.startsWith('uno')");

      tab.evaluate("location.hash = '#/'");
      tab.await("document.querySelectorAll('.studies li').length === 2");
      assertThat(tab.evaluate("document.querySelectorAll('.spark polyline').length").asInt())
          .isEqualTo(2);
      assertThat(Axe.violations(tab)).isEmpty();
      tab.evaluate("document.querySelectorAll('.tags input').forEach((box) => box.click())");
      press(tab, "Compare 2");
      tab.await("document.querySelectorAll('.canvas canvas').length === 2");
      tab.await(
          "document.getElementById('compare-inputs').parentElement.textContent.includes('best"
              + " tenth')");
      assertThat(Axe.violations(tab)).isEmpty();

      tab.evaluate("location.hash = '#/studies/uno'");
      tab.await("document.querySelector('h1')?.textContent.startsWith('uno')");
      press(tab, "Delete …");
      tab.click("dialog button[type=submit]");
      tab.await("document.querySelectorAll('.studies li').length === 1");
      press(tab, "Take back");
      tab.await("document.querySelectorAll('.studies li').length === 2");
    }
  }

  @Test
  void tokenOfOneTab_isToldToOthers() {
    study("closed", 2);
    String token = tokens.create("reader", Role.READ, Optional.empty());
    try (Tab tab = open(Access.Mode.TOKENS, "#/studies/closed")) {
      tab.await("document.querySelector('dialog [name=token]')");
      tab.evaluate(
          "document.querySelector('dialog [name=token]').value = %s".formatted(Tab.text(token)));
      tab.click("dialog button[type=submit]");
      tab.await("document.querySelector('h1')?.textContent.startsWith('closed')");
      assertThat(
              tab.evaluate(
                      """
                      new Promise((resolve) => {
                        const another = new BroadcastChannel('leadline-token');
                        another.onmessage = ({data}) => resolve(data.token);
                        another.postMessage({wanted: true});
                      })
                      """)
                  .asString())
          .isEqualTo(token);
    }
  }

  @Test
  void serverWithTokens_asksForOneAndHidesWhatItDoesNotAllow() {
    study("closed", 2);
    String token = tokens.create("reader", Role.READ, Optional.empty());
    try (Tab tab = open(Access.Mode.TOKENS, "#/studies/closed")) {
      tab.await("document.querySelector('dialog [name=token]')");
      tab.evaluate("document.querySelector('dialog [name=token]').value = 'wrong'");
      tab.click("dialog button[type=submit]");
      tab.await("document.querySelector('dialog .wrong').textContent !== ''");
      tab.evaluate(
          "document.querySelector('dialog [name=token]').value = %s".formatted(Tab.text(token)));
      tab.click("dialog button[type=submit]");
      tab.await("document.querySelector('h1')?.textContent.startsWith('closed')");
      assertThat(tab.evaluate("document.body.textContent.includes('Pause')").asBoolean()).isFalse();
      kept.list().forEach(known -> kept.remove(known.id()));
      tab.await("document.querySelector('dialog [name=token]')");
      assertThat(tab.evaluate("document.querySelectorAll('dialog').length").asInt()).isEqualTo(1);
    }
  }

  /** A second of a machine that has nothing else to do; on a busy one it takes longer. */
  @Test
  void thousandTrials_areSeenWithinASecond() {
    assertThat(firstView(1000, PATIENCE_MS)).isLessThan(PATIENCE_MS);
  }

  @Test
  @Tag("slow")
  void tenThousandTrials_areSeenWithinTwo() {
    assertThat(firstView(10_000, 2 * PATIENCE_MS)).isLessThan(2 * PATIENCE_MS);
  }

  /** The least time of some tries until the first chart, by the clock of an idle machine. */
  private double firstView(int trials, double enough) {
    study("many", trials);
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < 5 && least > enough; i++) {
      double crowd = Crowd.factor();
      try (Tab tab = open(Access.Mode.OPEN, "#/studies/many")) {
        tab.await("performance.getEntriesByName('first-view').length > 0");
        double taken =
            tab.evaluate("performance.getEntriesByName('first-view')[0].startTime").asDouble();
        least = Math.min(least, taken / Math.max(crowd, Crowd.factor()));
        tab.await("document.querySelector('.canvas canvas')");
      }
    }
    return least;
  }

  /** Modules that the browser only hears of from other modules come one after the other. */
  @Test
  void modules_areAllNamedInThePage() {
    try (Tab tab = open(Access.Mode.OPEN, "")) {
      tab.await("document.querySelector('.studies')");
      assertThat(
              tab.evaluate(
                      """
                      (() => {
                        const loaded = performance.getEntriesByType('resource').map(({name}) => name).filter((name) => name.endsWith('.js'));
                        const named = new Set([...document.querySelectorAll('script[src], link[rel=modulepreload]')].map((e) => e.src ?? e.href));
                        return loaded.filter((name) => !named.has(name)).join() + '; ' + (named.size - new Set(loaded).size);
                      })()
                      """)
                  .asString())
          .isEqualTo("; 0");
    }
  }

  private Tab open(Access.Mode mode, String fragment) {
    if (server.isEmpty()) {
      server =
          Optional.of(
              LeadlineServer.start(
                  ServerConfig.local(0),
                  new Access(mode, tokens),
                  studies,
                  Strategies::named,
                  Clock.systemUTC()));
    }
    Tab tab = browser.open().size(1280, 900, false);
    return tab.open("http://127.0.0.1:%d/%s".formatted(server.get().port(), fragment));
  }

  private static void press(Tab tab, String label) {
    String button =
        "[...document.querySelectorAll('button')].find((b) => b.textContent === %s)"
            .formatted(Tab.text(label));
    tab.await(button);
    tab.evaluate(button + ".click()");
  }

  private StoredStudy limited(String name) {
    Space space = Space.builder().real("x", 0, 1).real("y", 0, 1).build();
    Problem problem = new Problem(space, Direction.MINIMISE, "loss").within(Limit.parse("m <= 5"));
    StudySetup setup = StudySetup.of(problem).strategy("committee").budget(9);
    return StoredStudy.open(
        studies.open(name, setup.header()), setup, Strategies.committee(), Clock.systemUTC());
  }

  /** A study of two inputs with some trials that are done. */
  private StoredStudy study(String name, int trials) {
    Space space = Space.builder().real("x", 0, 1).integer("n", 1, 9).build();
    StudySetup setup =
        StudySetup.of(new Problem(space, Direction.MINIMISE, "loss"))
            .strategy("sobol")
            .budget(Math.max(40, trials));
    StudyStore store = studies.open(name, setup.header());
    StoredStudy study = StoredStudy.open(store, setup, Strategies.sobol(), Clock.systemUTC());
    for (int i = 0; i < trials; i++) {
      Trial trial = study.ask();
      study.tell(trial, trial.configuration().real("x") + 0.1 * trial.configuration().integer("n"));
    }
    return study;
  }
}
