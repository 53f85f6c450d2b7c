package dev.leadline.app.execute;

import java.util.Arrays;
import java.util.List;

/** Which of some processes live, zombies not counted. */
public final class Living {

  private Living() {}

  public static List<String> of(List<String> pids) {
    ProcessTable table = ProcessTable.now();
    return pids.stream().filter(pid -> table.find(Long.parseLong(pid)).isPresent()).toList();
  }

  static boolean contains(long... pids) {
    return !of(Arrays.stream(pids).mapToObj(Long::toString).toList()).isEmpty();
  }
}
