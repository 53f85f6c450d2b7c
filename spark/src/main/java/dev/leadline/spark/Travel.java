package dev.leadline.spark;

import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;

/** Whether something can travel to an executor. */
final class Travel {

  private Travel() {}

  /**
   * Refuses a function that Java cannot serialise, before any trial is begun.
   *
   * @throws ClusterException with the class that stands in the way
   */
  static void require(TrialFunction function) {
    try (ObjectOutputStream out = new ObjectOutputStream(OutputStream.nullOutputStream())) {
      out.writeObject(function);
    } catch (NotSerializableException e) {
      throw new ClusterException(
          "the function cannot travel to the executors because it holds a %s, which is not serialisable; make that class Serializable, or build the object inside the function"
              .formatted(e.getMessage()),
          e);
    } catch (IOException e) {
      throw new ClusterException(
          "the function cannot travel to the executors: %s".formatted(e.getMessage()), e);
    }
  }
}
