package dev.leadline.lab.problem;

import java.util.Collections;
import java.util.List;

/** The problems with several goals, made-up ones with known fronts and some from engineering. */
final class GoalTasks {

  /* Ideal and reference: the best value of each goal on the true front, and its worst one there plus a tenth of the way from the
   * best; those of the problems from engineering were published with them. The values of DTLZ1 far from its front are
   * in the hundreds, and so is its reference. Branin and Currin were published with theirs; the brake's is the worst of those
   * whose rings are far enough apart, and as much beyond its limits as rings are that touch. */

  private GoalTasks() {}

  static List<GoalTask> all() {
    return List.of(
        GoalTask.box("zdt1", "zdt1", 5, 0, 1, of(0, 0), of(1.1, 1.1)),
        GoalTask.box("zdt2", "zdt2", 5, 0, 1, of(0, 0), of(1.1, 1.1)),
        GoalTask.box("zdt3", "zdt3", 5, 0, 1, of(0, -0.7733690), of(0.9370151, 1.1773369)),
        GoalTask.box("dtlz1-2", "dtlz1", 4, 0, 1, of(0, 0), of(400, 400)),
        GoalTask.box("dtlz2-2", "dtlz2", 4, 0, 1, of(0, 0), of(1.1, 1.1)),
        GoalTask.box("dtlz7-2", "dtlz7", 4, 0, 1, of(0, 2.3070023), of(0.9453411, 4.1692998)),
        GoalTask.box("dtlz1-3", "dtlz1", 5, 0, 1, of(0, 0, 0), of(400, 400, 400)),
        GoalTask.box("dtlz2-3", "dtlz2", 5, 0, 1, of(0, 0, 0), of(1.1, 1.1, 1.1)),
        GoalTask.box(
            "dtlz7-3", "dtlz7", 5, 0, 1, of(0, 0, 2.6140045), of(0.9453411, 0.9453411, 6.3385995)),
        fourBarTruss(),
        hatchCover(),
        vehicle(),
        rocketInjector(),
        // held out of the first choices of the search, not of all later ones
        GoalTask.box("branin-currin", "branin_currin", 2, 0, 1, of(0.3978873, 1.1804), of(18, 6)),
        GoalTask.box("kursawe", "kursawe", 3, -5, 5, of(-20, -11.6273), of(-13.8775, 1.1741)),
        GoalTask.box("fonseca", "fonseca", 3, -4, 4, of(0, 0), of(1.0798528, 1.0798528)),
        GoalTask.box("wfg4", "wfg4", 4, 0, 1, of(0, 0), of(2.2, 4.4)),
        discBrake());
  }

  private static GoalTask discBrake() {
    return new GoalTask(
        "goals-disc-brake",
        "re33",
        List.of(55.0, 75.0, 1000.0, 11.0),
        List.of(80.0, 110.0, 3000.0, 20.0),
        List.of(-0.721525, 1.139, 0.0),
        List.of(8.449, 9.085, 20.0),
        List.of());
  }

  private static GoalTask fourBarTruss() {
    double root = Math.sqrt(2);
    return new GoalTask(
        "goals-four-bar-truss",
        "re21",
        List.of(1.0, root, root, 1.0),
        Collections.nCopies(4, 3.0),
        List.of(1237.8414230, 0.0027614),
        List.of(3051.2223742, 0.0437239),
        List.of());
  }

  private static GoalTask hatchCover() {
    return new GoalTask(
        "goals-hatch-cover",
        "re24",
        List.of(0.5, 0.5),
        List.of(4.0, 50.0),
        List.of(60.5, 0.0),
        List.of(523.7188973, 48.7100952),
        List.of());
  }

  /** A car in a crash: its weight, the acceleration, and how far the toe board comes in. */
  private static GoalTask vehicle() {
    return new GoalTask(
        "goals-vehicle",
        "re34",
        Collections.nCopies(5, 1.0),
        Collections.nCopies(5, 3.0),
        List.of(1661.7078, 6.1428, 0.0394),
        List.of(1698.55, 11.205, 0.2865),
        List.of(
            "1640.2823 +2.3573285a +2.3220035b +4.5688768c +7.7213633d +4.4559504e",
            "6.5856 +1.15a -1.0427b +0.9738c +0.8364d -0.3695ad +0.0861ae +0.3628bd -0.1106aa"
                + " -0.3437cc +0.1764dd",
            "-0.0551 +0.0181a +0.1024b +0.0421c -0.0073ab +0.024bc -0.0118bd -0.0204cd -0.008ce"
                + " -0.0241bb +0.0109dd"));
  }

  /** An injector of a rocket: two temperatures and the length of the flame. */
  private static GoalTask rocketInjector() {
    return new GoalTask(
        "goals-rocket-injector",
        "re37",
        Collections.nCopies(4, 0.0),
        Collections.nCopies(4, 1.0),
        List.of(0.00889, 0.00488, -0.4315),
        List.of(1.0876, 1.0518, 1.1294),
        List.of(
            "0.692 +0.477a -0.687b -0.080c -0.0650d -0.167aa -0.0129ab +0.0796bb -0.0634ac"
                + " -0.0257bc +0.0877cc -0.0521ad +0.00156bd +0.00198cd +0.0184dd",
            "0.153 -0.322a +0.396b +0.424c +0.0226d +0.175aa +0.0185ab -0.0701bb -0.251ac"
                + " +0.179bc +0.0150cc +0.0134ad +0.0296bd +0.0752cd +0.0192dd",
            "0.370 -0.205a +0.0307b +0.108c +1.019d -0.135aa +0.0141ab +0.0998bb +0.208ac"
                + " -0.0301bc -0.226cc +0.353ad -0.0497cd -0.423dd +0.202aab -0.281aac -0.342abb"
                + " -0.245bbc +0.281bcc -0.184add -0.281abc"));
  }

  private static double[] of(double... values) {
    return values;
  }
}
