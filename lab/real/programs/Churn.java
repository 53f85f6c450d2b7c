import java.util.HashMap;
import java.util.Map;

/** Keeps some thousand strings and replaces them all the time: a load for a garbage collector. */
final class Churn {
  public static void main(String[] arguments) {
    Map<Integer, String> kept = new HashMap<>();
    long state = 1;
    long length = 0;
    for (int i = 0; i < 120_000; i++) {
      state = state * 6364136223846793005L + 1442695040888963407L;
      int key = (int) (state >>> 51);
      String text = key + "-" + Long.toHexString(state);
      String old = kept.put(key, text);
      length += old == null ? 0 : old.length();
    }
    System.out.println(length);
  }
}
