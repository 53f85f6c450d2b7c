package dev.leadline.lab.method;

import java.util.List;

/**
 * A method under another name.
 *
 * @param name what records call it
 * @param method what it does
 */
record AliasMethod(String name, Method method) implements Method {

  @Override
  public void require(int dimensions) {
    method.require(dimensions);
  }

  @Override
  public int lanes() {
    return method.lanes();
  }

  @Override
  public Proposer start(List<RunHistory> lanes) {
    return method.start(lanes);
  }
}
