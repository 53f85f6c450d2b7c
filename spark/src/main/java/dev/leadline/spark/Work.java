package dev.leadline.spark;

import java.io.Serializable;

/** Something an executor can do; it travels there, and its result comes back. */
@FunctionalInterface
interface Work<R extends Serializable> extends Serializable {

  R run() throws Exception;
}
