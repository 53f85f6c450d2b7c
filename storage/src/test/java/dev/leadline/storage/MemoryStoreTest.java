package dev.leadline.storage;

class MemoryStoreTest extends StudyStoreContract {

  @Override
  StudyStore open(StudyHeader header) {
    return new MemoryStore(header);
  }
}
