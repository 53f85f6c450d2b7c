package dev.leadline.storage;

import java.time.Clock;

class MemoryStudiesTest extends StudiesContract {

  @Override
  Studies open() {
    return new MemoryStudies(Clock.systemUTC());
  }
}
