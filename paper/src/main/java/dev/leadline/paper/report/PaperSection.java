package dev.leadline.paper.report;

import dev.leadline.lab.report.FigureFolder;
import dev.leadline.lab.report.ReportSection;
import dev.leadline.lab.report.Results;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a report says beside the paper: its scores, its radii, and where runs probed. */
public final class PaperSection implements ReportSection {

  @Override
  public String render(Results results, List<Path> records, FigureFolder figures)
      throws IOException {
    StringBuilder text = new StringBuilder(PaperTable.render(results));
    List<RadiusStudy> studies = RadiusStudy.of(results);
    text.append(studies.isEmpty() ? "" : RadiusStudy.INTRODUCTION);
    for (RadiusStudy study : studies) {
      text.append("\n### %s\n\n%s".formatted(study.title(), study.table()));
      text.append(figures.add(study.fileName(), study.figure(), "radii, " + study.title()));
    }
    Optional<String> probes = ProbeFigure.render(records);
    if (probes.isPresent()) {
      text.append("\n## Probes\n");
      text.append(figures.add("probes-1d.svg", probes.get(), "where the runs probed"));
    }
    return text.toString();
  }
}
