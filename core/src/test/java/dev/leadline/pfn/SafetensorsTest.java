package dev.leadline.pfn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SafetensorsTest {

  private static final Safetensors SAMPLE =
      Safetensors.builder()
          .put("layer.0.weight", new int[] {2, 3}, 1, 2, 3, -4, 5.5f, Float.MIN_VALUE)
          .put("scalar", new int[0], 7)
          .put("empty", new int[] {0, 4})
          .metadata("step", "12")
          .build();

  @Test
  void file_roundTrip_keepsEverything(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("w.safetensors");
    SAMPLE.write(file);
    Safetensors read = Safetensors.read(file);
    assertThat(read.names()).containsExactly("layer.0.weight", "scalar", "empty");
    assertThat(read.shape("layer.0.weight")).containsExactly(2, 3);
    assertThat(read.values("layer.0.weight")).containsExactly(1, 2, 3, -4, 5.5f, Float.MIN_VALUE);
    assertThat(read.shape("scalar")).isEmpty();
    assertThat(read.values("empty")).isEmpty();
    assertThat(read.metadata()).containsEntry("step", "12");
    assertThat(bytes(read)).isEqualTo(bytes(SAMPLE));
  }

  @Test
  void header_isAlignedAsTheFormatAsks() throws Exception {
    byte[] bytes = bytes(SAMPLE);
    long length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
    assertThat(length % 8).isZero();
    assertThat(new String(bytes, 8, (int) length, UTF_8)).startsWith("{\"__metadata__\"");
    assertThat(bytes).hasSize(8 + (int) length + 7 * Float.BYTES);
  }

  @Test
  void parse_everyCutFile_isRefused() throws Exception {
    byte[] whole = bytes(SAMPLE);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> Safetensors.parse(cut)).isInstanceOf(ModelFileException.class);
    }
    assertThatThrownBy(() -> Safetensors.parse(Arrays.copyOf(whole, whole.length + 1)))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("too long");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'a':{'dtype':'F64','shape':[1],'data_offsets':[0,8]}} | float32",
        "{'a':{'dtype':'F32','shape':[1],'data_offsets':[0,8]}} | expected 4 bytes",
        "{'a':{'dtype':'F32','shape':[-2],'data_offsets':[0,8]}} | offsets",
        "{'a':{'dtype':'F32','shape':[2],'data_offsets':[-8,0]}} | offsets",
        "{'a':{'dtype':'F32','shape':[65536,65536],'data_offsets':[0,0]}} | offsets",
        "{'a':{'dtype':'F32','shape':[1],'data_offsets':[4,8]}} | to start at byte 0",
        "{'a':{'dtype':'F32','shape':[2],'data_offsets':[0,8]},'b':{'dtype':'F32','shape':[1],"
            + "'data_offsets':[4,8]}} | to start at byte 8",
        "{'a':{'dtype':'F32','data_offsets':[0,8]}} | \"shape\"",
        "{'a':3} | JSON object",
        "[] | JSON object",
      })
  void parse_wrongHeader_isRefusedByASentence(String header, String sentence) {
    byte[] json = header.replace('\'', '"').getBytes(UTF_8);
    byte[] file =
        ByteBuffer.allocate(16 + json.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(json.length)
            .put(json)
            .array();
    assertThatThrownBy(() -> Safetensors.parse(file))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void read_foreignFile_isRefusedWithItsName(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("foreign"), "#!/bin/sh\necho hello\n");
    assertThatThrownBy(() -> Safetensors.read(file))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("does not start like one");
  }

  @Test
  void put_wrongSizeOrTakenName_isRefused() {
    Safetensors.Builder builder = Safetensors.builder().put("a", new int[] {1}, 1);
    assertThatThrownBy(() -> builder.put("b", new int[] {2}, 1))
        .hasMessageContaining("expected 2 values");
    assertThatThrownBy(() -> builder.put("a", new int[] {1}, 1)).hasMessageContaining("is taken");
  }

  private static byte[] bytes(Safetensors safetensors) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    safetensors.write(out);
    return out.toByteArray();
  }
}
