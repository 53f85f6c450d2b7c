package dev.leadline.app.commands;

import dev.leadline.storage.RefusedException;
import dev.leadline.storage.StudyLocation;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads where a study is: {@code tune.db} or {@code postgresql://host/database/name}. */
public final class StudyLocationConverter implements ITypeConverter<StudyLocation> {

  @Override
  public StudyLocation convert(String text) {
    try {
      return StudyLocation.parse(text);
    } catch (RefusedException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }
}
