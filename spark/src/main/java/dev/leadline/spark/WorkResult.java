package dev.leadline.spark;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What an executor sends back: a value, or why there is none. Immutable and thread-safe.
 *
 * @param attempt how often the work was begun, this time included
 * @param value null if it failed
 * @param failure empty unless it failed
 */
record WorkResult(int attempt, @Nullable Serializable value, String failure)
    implements Serializable {

  /* It travels as bytes written here: the serialiser that a user's Spark is set to may not know
  our types. */

  byte[] bytes() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(this);
    }
    return bytes.toByteArray();
  }

  static WorkResult of(byte[] bytes) {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return (WorkResult) in.readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException("the result of an executor could not be read: " + e, e);
    }
  }
}
