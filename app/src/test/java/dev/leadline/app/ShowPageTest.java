package dev.leadline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.storage.Session;
import dev.leadline.storage.Studies;
import dev.leadline.storage.StudyFile;
import dev.leadline.storage.StudyLocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ShowPageTest {

  @TempDir Path directory;
  private Path study;

  @BeforeEach
  void run() {
    study = directory.resolve("tune.db");
    CommandRun run =
        CommandRun.of(
            "run",
            "--strategy",
            "committee",
            "--param",
            "x=real:0..1",
            "--trials",
            "6",
            "--study",
            study.toString(),
            "--",
            "echo",
            "</script>",
            "{x}");
    assertThat(run.code()).as(run.err()).isZero();
  }

  @Test
  void page_liesBesideTheStudyAndHoldsAll() throws IOException {
    CommandRun show = CommandRun.of("show", study.toString(), "--page");
    assertThat(show.code()).as(show.err()).isZero();
    assertThat(show.out()).contains("page: " + directory.resolve("tune.html"));
    JsonNode data = data(directory.resolve("tune.html"));
    assertThat(data.get("study").get("name").asString()).isEqualTo("tune.db");
    assertThat(data.get("study").get("best").get("command").asString()).startsWith("echo");
    assertThat(data.get("trials")).hasSize(6);
    assertThat(data.get("insight").get("slices")).hasSize(1);
    assertThat(data.get("outputs").get("3").get("output").asString()).startsWith("</script> ");
  }

  @Test
  void page_namesOneOfSeveralStudiesOfAFile() throws IOException {
    String file = directory.resolve("all.db").toString();
    try (Studies studies = StudyLocation.studies(file, Session.usual())) {
      studies.create("nightly", StudyFile.read(study).header());
      studies.create("weekly", StudyFile.read(study).header());
    }
    CommandRun show = CommandRun.of("show", file + "/nightly", "--page");
    Path page = Path.of(show.out().strip().replace("page: ", ""));
    assertThat(data(page).get("study").get("name").asString()).isEqualTo("nightly");
  }

  @Test
  void page_isWrittenWhereItIsWanted() {
    Path wanted = directory.resolve("elsewhere.html");
    assertThat(CommandRun.of("show", study.toString(), "--page", wanted.toString()).code())
        .isZero();
    assertThat(wanted).isNotEmptyFile();
    assertThat(directory.resolve("tune.html")).doesNotExist();
  }

  @Test
  void pageThatCannotBeWritten_isASentence() {
    Path wanted = directory.resolve("none/page.html");
    CommandRun show = CommandRun.of("show", study.toString(), "--page", wanted.toString());
    assertThat(show.code()).isEqualTo(ExitCode.STORAGE.number());
    assertThat(show.err())
        .contains("the page cannot be written to " + wanted)
        .doesNotContain("Exception");
  }

  private static JsonNode data(Path page) throws IOException {
    String html = Files.readString(page);
    int start = html.indexOf("id=\"data\">") + "id=\"data\">".length();
    return JsonMapper.shared().readTree(html.substring(start, html.indexOf("</script>", start)));
  }
}
