package dev.leadline.pfn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelFileTest {

  @TempDir Path folder;
  private byte[] whole = new byte[0];

  @BeforeEach
  void readFixture() throws IOException {
    try (InputStream in = ModelFileTest.class.getResourceAsStream("format1-paper.pfn")) {
      whole = in.readAllBytes();
    }
  }

  @Test
  void file_roundTrip_givesTheSameBytes() throws Exception {
    ModelFile model = ModelFile.read(write(whole));
    Path copy = folder.resolve("copy.pfn");
    model.write(copy);
    assertThat(Files.readAllBytes(copy)).isEqualTo(whole);
  }

  @Test
  void file_oldFormat_keepsItsManifest() throws Exception {
    Manifest manifest = ModelFile.read(write(whole)).manifest();
    assertThat(manifest.format()).isEqualTo(1);
    assertThat(manifest.name()).isEqualTo("random");
    assertThat(manifest.network())
        .isEqualTo(new NetworkConfig(3, 8, 2, 2, 12, 10, 7, NetworkConfig.Norm.POST));
    assertThat(manifest.outputScaling()).isEqualTo("z-score");
    assertThat(manifest.sha256())
        .containsOnlyKeys("weights.safetensors", "encode.onnx", "decode.onnx");
  }

  @Test
  void read_everyCutFile_isRefusedWithItsName() throws Exception {
    for (int length = 0; length < whole.length; length += 1 + length / 50) {
      Path cut = write(Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> ModelFile.read(cut))
          .isInstanceOf(ModelFileException.class)
          .hasMessageStartingWith(cut + ": ");
    }
  }

  @Test
  void read_anyDamagedByteOfAnEntry_isRefused() throws Exception {
    for (byte[] content : StoredZip.read(whole).values()) {
      int start = indexOf(content);
      for (int i = start; i < start + content.length; i += 97) {
        byte[] damaged = whole.clone();
        damaged[i] ^= 0x20;
        Path file = write(damaged);
        assertThatThrownBy(() -> ModelFile.read(file)).isInstanceOf(ModelFileException.class);
      }
    }
  }

  @Test
  void read_foreignFiles_areRefusedByASentence() throws Exception {
    Path text = write("this is not a model".getBytes(UTF_8));
    assertThatThrownBy(() -> ModelFile.read(text))
        .isInstanceOf(ModelFileException.class)
        .hasMessage(text + ": expected a model file (a zip archive) but it is none");
    Path zip = write(Map.of("readme.txt", "hello".getBytes(UTF_8)));
    assertThatThrownBy(() -> ModelFile.read(zip))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("but it holds readme.txt");
    Path jar = folder.resolve("jar.pfn");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry("manifest.json"));
      out.write("{}".getBytes(UTF_8));
    }
    assertThatThrownBy(() -> ModelFile.read(jar)).isInstanceOf(ModelFileException.class);
    assertThatThrownBy(() -> ModelFile.read(folder.resolve("none.pfn")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void read_changedWeights_areRefusedByTheirHash() throws Exception {
    Map<String, byte[]> entries = new LinkedHashMap<>(StoredZip.read(whole));
    entries.computeIfPresent(
        "weights.safetensors",
        (name, content) -> {
          byte[] changed = content.clone();
          changed[changed.length - 1] ^= 1;
          return changed;
        });
    Path file = write(entries);
    assertThatThrownBy(() -> ModelFile.read(file))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("expected the SHA-256 ")
        .hasMessageContaining("for weights.safetensors");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"format\": 1 | \"format\": 2 | use a newer version",
        "\"width\": 8 | \"width\": 9 | divide the width",
        "\"width\": 8 | \"width\": 10 | of shape",
        "\"layers\": 2 | \"layers\": 1 | which this network does not have",
        "\"layers\": 2 | \"layers\": 3 | is missing",
        "\"norm\": \"post\" | \"norm\": \"none\" | one of [pre, post]",
        "\"tokens\": \"plain\" | \"tokens\": \"committee\" | train it again",
        "\"name\": \"random\" | \"name\": \" \" | blank",
        "\"name\": | \"mane\": | \"name\" in the manifest but it is missing",
        "\"buckets\": 7 | \"buckets\": 7.5 | an integer",
        "{ | [ | not valid JSON",
      })
  void read_wrongManifest_isRefusedByASentence(String from, String to, String sentence)
      throws Exception {
    Map<String, byte[]> entries = new LinkedHashMap<>(StoredZip.read(whole));
    entries.computeIfPresent(
        "manifest.json",
        (name, content) -> {
          String text = new String(content, UTF_8);
          assertThat(text).contains(from);
          return text.replaceFirst(Pattern.quote(from), Matcher.quoteReplacement(to))
              .getBytes(UTF_8);
        });
    Path file = write(entries);
    assertThatThrownBy(() -> ModelFile.read(file))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void read_missingEntry_isRefused() throws Exception {
    Map<String, byte[]> entries = new LinkedHashMap<>(StoredZip.read(whole));
    entries.remove("decode.onnx");
    Path file = write(entries);
    assertThatThrownBy(() -> ModelFile.read(file))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("decode.onnx is missing");
  }

  /** Where in the archive these bytes start. */
  private int indexOf(byte[] content) {
    int start = 0;
    while (!Arrays.equals(whole, start, start + content.length, content, 0, content.length)) {
      start++;
    }
    return start;
  }

  private Path write(byte[] content) throws IOException {
    return Files.write(folder.resolve("model.pfn"), content);
  }

  private Path write(Map<String, byte[]> entries) throws IOException {
    Path file = folder.resolve("entries.pfn");
    try (OutputStream out = Files.newOutputStream(file)) {
      StoredZip.write(entries, out);
    }
    return file;
  }
}
