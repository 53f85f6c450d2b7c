package dev.leadline.storage;

class StudiesInMemoryTest extends StudiesContract {

  @Override
  Studies open() {
    return Studies.inMemory();
  }
}
