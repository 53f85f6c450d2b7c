package dev.leadline.storage;

import dev.leadline.storage.token.MemoryTokens;
import dev.leadline.storage.token.TokenStore;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Studies that are gone with their process. Thread-safe. */
public final class MemoryStudies implements Studies {

  private final Clock clock;
  private final TokenStore tokens = new MemoryTokens();
  private final TreeMap<String, MemoryStudy> studies = new TreeMap<>();

  public MemoryStudies(Clock clock) {
    this.clock = clock;
  }

  @Override
  public String location() {
    return "memory";
  }

  @Override
  public synchronized List<StudyEntry> list() {
    return studies.entrySet().stream()
        .map(study -> study.getValue().entry(study.getKey()))
        .toList();
  }

  @Override
  public synchronized Optional<StudyEntry> find(String name) {
    return Optional.ofNullable(studies.get(name)).map(study -> study.entry(name));
  }

  @Override
  public synchronized StudyEntry create(String name, StudyHeader header) {
    StudyEntry.requireName(name);
    if (studies.containsKey(name)) {
      throw RefusedException.nameTaken(name);
    }
    studies.put(name, new MemoryStudy(header, clock));
    return study(name).entry(name);
  }

  @Override
  public TokenStore tokens() {
    return tokens;
  }

  @Override
  public StudySnapshot read(String name) {
    Changes all = study(name).changesSince(-1);
    return new StudySnapshot(all.header(), all.trials());
  }

  @Override
  public StudyStore open(String name) {
    return new MemoryStore(name, study(name), List.of());
  }

  @Override
  public synchronized StudyStore open(String name, StudyHeader wanted) {
    if (!studies.containsKey(name)) {
      create(name, wanted);
      return open(name);
    }
    MemoryStudy study = study(name);
    study.entry(name).header().requireSpaceOf(wanted, name);
    return new MemoryStore(name, study, study.continueAs(wanted));
  }

  @Override
  public void setPhase(String name, StudyPhase phase) {
    study(name).setPhase(phase);
  }

  @Override
  public void setBudget(String name, Optional<Budget> budget) {
    study(name).setBudget(budget);
  }

  @Override
  public synchronized void delete(String name) {
    study(name).delete();
    studies.remove(name);
  }

  @Override
  public void close() {}

  private synchronized MemoryStudy study(String name) {
    MemoryStudy study = studies.get(name);
    if (study == null) {
      throw RefusedException.noStudy(name);
    }
    return study;
  }
}
