package dev.leadline.storage;

class StudyInMemoryTest extends StudyStoreContract {

  @Override
  StudyStore open(StudyHeader header) {
    return StudyStore.inMemory(header);
  }
}
