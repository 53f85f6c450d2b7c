package example;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Reads a file through a buffer and sums it: how large is it best, and where should it lie? */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class CopyBenchmark {

  @Param("8192")
  int size;

  @Param("false")
  boolean direct;

  @Param("0")
  int aligned;

  private Path file;

  @Setup
  public void write() throws IOException {
    file = Files.createTempFile("copy", ".bin");
    Files.write(file, new byte[16 << 20]);
  }

  @Benchmark
  public long read() throws IOException {
    int whole = aligned == 0 ? size : Math.max(1, size / aligned) * aligned;
    ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(whole) : ByteBuffer.allocate(whole);
    CRC32 sum = new CRC32();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      while (channel.read(buffer) >= 0) {
        sum.update(buffer.flip());
        buffer.clear();
      }
    }
    return sum.getValue();
  }

  @TearDown
  public void delete() throws IOException {
    Files.delete(file);
  }
}
