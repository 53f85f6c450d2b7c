package dev.leadline.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.space.NoTrialLeftException;
import dev.leadline.storage.token.Role;
import dev.leadline.storage.token.Token;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every place of studies does, wherever it is. */
abstract class StudiesContract {

  private static final StudyHeader HEADER = StudyStoreContract.HEADER;

  /** A place without studies. */
  abstract Studies open();

  @Test
  void studies_haveNamesOfTheirOwn() {
    try (Studies studies = open()) {
      studies.create("nightly", HEADER);
      studies.create("b.2", HEADER.withBudget(Optional.of(new Budget(5, Budget.Counting.ALL))));
      assertThat(studies.list()).extracting(StudyEntry::name).containsExactly("b.2", "nightly");
      assertThat(studies.find("nightly").orElseThrow().header()).isEqualTo(HEADER);
      assertThat(studies.find("other")).isEmpty();
      assertThatThrownBy(() -> studies.create("nightly", HEADER))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("there is a study 'nightly' already");
      for (String wrong : List.of("", "a/b", "..", "-x", "\u65e5", "a b", "x".repeat(101))) {
        assertThatThrownBy(() -> studies.create(wrong, HEADER))
            .isInstanceOf(RefusedException.class);
      }
      assertThatThrownBy(() -> studies.open("other")).isInstanceOf(RefusedException.class);
      assertThatThrownBy(() -> studies.read("other")).isInstanceOf(RefusedException.class);
      assertThatThrownBy(() -> studies.delete("other")).isInstanceOf(RefusedException.class);
    }
  }

  @Test
  void tokens_areKeptUntilTheyAreRemoved() {
    Token brief =
        new Token(
            "id1",
            "ci",
            Role.WORK,
            "ab",
            StudyStoreContract.NOON,
            Optional.of(StudyStoreContract.NOON.plusSeconds(60)));
    Token endless =
        new Token(
            "id2",
            "me",
            Role.ADMIN,
            "cd",
            StudyStoreContract.NOON.plusSeconds(1),
            Optional.empty());
    try (Studies studies = open()) {
      studies.tokens().add(brief);
      studies.tokens().add(endless);
      assertThat(studies.tokens().list()).containsExactly(brief, endless);
      assertThat(studies.tokens().find("id2")).contains(endless);
      assertThat(studies.tokens().remove("id2")).isTrue();
      assertThat(studies.tokens().remove("id2")).isFalse();
      assertThat(studies.tokens().find("id2")).isEmpty();
    }
  }

  @Test
  void trials_areOfOneStudy() {
    try (Studies studies = open()) {
      studies.create("a", HEADER);
      studies.create("b", HEADER);
      try (StudyStore a = studies.open("a");
          StudyStore b = studies.open("b")) {
        a.add(running(0));
        a.add(running(1));
        b.add(running(0));
        b.change(0, trial -> trial.told(7, StudyStoreContract.NOON));
        assertThat(a.trials()).hasSize(2).allMatch(t -> t.state() == StoredState.RUNNING);
        assertThat(studies.read("b").trials().get(0).value()).isEqualTo(7.0);
      }
      studies.delete("a");
      assertThat(studies.list()).extracting(StudyEntry::name).containsExactly("b");
      assertThat(studies.read("b").trials()).hasSize(1);
    }
  }

  @Test
  void sessions_seeEachOther() {
    try (Studies studies = open()) {
      try (StudyStore one = studies.open("a", HEADER);
          StudyStore two = studies.open("a", HEADER)) {
        assertThat(one.token()).isNotEqualTo(two.token());
        one.add(running(0));
        assertThat(two.add(running(0))).isFalse();
        assertThat(two.claim()).isEmpty();
        assertThat(two.changesSince(-1).trials()).isEqualTo(one.trials()).hasSize(1);
        one.close();
        assertThat(two.claim().orElseThrow().attempts()).isEqualTo(2);
      }
    }
  }

  @Test
  void pausedStudy_handsOutNothingAndTakesResults() {
    try (Studies studies = open();
        StudyStore store = studies.open("a", HEADER)) {
      store.add(running(0));
      long before = store.changesSince(-1).change();
      studies.setPhase("a", StudyPhase.PAUSED);
      assertThat(store.changesSince(before).phase()).isEqualTo(StudyPhase.PAUSED);
      assertThat(store.changesSince(before).change()).isGreaterThan(before);
      assertThatThrownBy(store::claim).isInstanceOf(NoTrialLeftException.class);
      assertThatThrownBy(() -> store.add(running(1)))
          .isInstanceOf(NoTrialLeftException.class)
          .hasMessageContaining("paused");
      store.change(0, trial -> trial.told(1, StudyStoreContract.NOON));
      studies.setPhase("a", StudyPhase.ENDED);
      assertThatThrownBy(() -> store.add(running(1))).hasMessageContaining("has ended");
      studies.setPhase("a", StudyPhase.OPEN);
      assertThat(store.add(running(1))).isTrue();
    }
  }

  @Test
  void budget_canBeChangedMeanwhile() {
    try (Studies studies = open();
        StudyStore store = studies.open("a", HEADER)) {
      studies.setBudget("a", Optional.of(new Budget(1, Budget.Counting.ALL)));
      store.add(running(0));
      assertThat(store.hasRoom()).isFalse();
      assertThatThrownBy(() -> store.add(running(1))).isInstanceOf(NoTrialLeftException.class);
      studies.setBudget("a", Optional.of(new Budget(2, Budget.Counting.ALL)));
      assertThat(store.add(running(1))).isTrue();
      studies.setBudget("a", Optional.empty());
      assertThat(store.hasRoom()).isTrue();
    }
  }

  @Test
  void deletedStudy_isRefusedToItsSessions() {
    try (Studies studies = open()) {
      StudyStore store = studies.open("a", HEADER);
      store.add(running(0));
      studies.delete("a");
      assertThatThrownBy(() -> store.change(0, trial -> trial.told(1, StudyStoreContract.NOON)))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("was deleted");
      store.close();
      assertThat(studies.list()).isEmpty();
    }
  }

  @Test
  void discardedStudy_isAwayUntilItIsTakenBack() {
    try (Studies studies = open()) {
      StudyStore store = studies.open("a", HEADER);
      store.add(running(0));
      studies.discard("a");
      assertThat(studies.list()).isEmpty();
      assertThat(studies.find("a")).isEmpty();
      assertThatThrownBy(() -> store.change(0, trial -> trial.told(1, StudyStoreContract.NOON)))
          .hasMessageContaining("was deleted");
      Studies.Discarded found = studies.discarded().get(0);
      assertThat(found.name()).isEqualTo("a");
      assertThat(studies.find(found.id())).isEmpty();

      studies.create("a", HEADER);
      assertThatThrownBy(() -> studies.restore(found.id())).hasMessageContaining("'a' already");
      studies.delete("a");
      assertThat(studies.restore(found.id())).isEqualTo("a");
      assertThat(studies.discarded()).isEmpty();
      store.change(0, trial -> trial.told(1, StudyStoreContract.NOON));
      assertThat(studies.read("a").trials()).hasSize(1);

      studies.discard("a");
      studies.empty(studies.discarded().get(0).moment());
      assertThat(studies.discarded()).hasSize(1);
      studies.empty(studies.discarded().get(0).moment().plusMillis(1));
      assertThat(studies.discarded()).isEmpty();
      store.close();
    }
  }

  @Test
  void renamedStudy_goesOn() {
    try (Studies studies = open()) {
      StudyStore store = studies.open("a", HEADER);
      store.attach(new Attachment(Attachment.Kind.NOTES, "# why\n"));
      store.attach(new Attachment(Attachment.Kind.NOTES, "because"));
      studies.create("b", HEADER);
      assertThatThrownBy(() -> studies.rename("a", "b")).hasMessageContaining("'b' already");
      assertThatThrownBy(() -> studies.rename("a", "b~1")).hasMessageContaining("expected a name");
      studies.rename("a", "c");
      store.add(running(0));
      assertThat(studies.read("c").trials()).hasSize(1);
      assertThat(Attachment.last(studies.read("c").attachments(), Attachment.Kind.NOTES))
          .isEqualTo("because");
      assertThat(studies.find("a")).isEmpty();
      store.close();
    }
  }

  @Test
  void studyOfAnotherSpace_isRefused() {
    try (Studies studies = open()) {
      studies.create("a", HEADER);
      StudyHeader other = new StudyHeader("maximise loss\nx=real:0.0..1.0\n", "", "pfn", 7);
      assertThatThrownBy(() -> studies.open("a", other))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("a was made for another space");
      StudyHeader seeded = new StudyHeader(HEADER.space(), "", "pfn", 8);
      try (StudyStore store = studies.open("a", seeded)) {
        assertThat(store.header().seed()).isEqualTo(8);
      }
    }
  }

  private static StoredTrial running(int number) {
    return StoredTrial.running(
        number, StudyStoreContract.at(0.5), List.of(), StudyStoreContract.NOON);
  }
}
