package dev.leadline.app.execute;

import java.io.Serializable;

/** Something that a machine of a cluster can do with a text; it travels there. */
@FunctionalInterface
public interface TextWork extends Serializable {

  String run(String input) throws Exception;
}
