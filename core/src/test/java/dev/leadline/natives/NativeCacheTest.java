package dev.leadline.natives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeCacheTest {

  private static final Instant NOW = Instant.parse("2026-11-16T00:00:00Z");

  @TempDir Path directory;

  @Test
  void library_isUnpackedOnceAndBesideOtherVersions() throws Exception {
    List<URL> first = jar("one", "first version");
    Path folder = cache().unpack("lib", first);
    Path file = folder.resolve("libx.so");
    assertThat(file).hasContent("first version").isExecutable();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home())))
        .isEqualTo("rwx------");

    FileTime written = FileTime.from(NOW.minusSeconds(60));
    Files.setLastModifiedTime(file, written);
    assertThat(cache().unpack("lib", first)).isEqualTo(folder);
    assertThat(Files.getLastModifiedTime(file)).isEqualTo(written);

    Path other = cache().unpack("lib", jar("two", "second version"));
    assertThat(other).isNotEqualTo(folder);
    assertThat(file).hasContent("first version");
  }

  @Test
  void damagedCopy_isReplaced() throws Exception {
    List<URL> jar = jar("one", "whole");
    Path file = cache().unpack("lib", jar).resolve("libx.so");
    for (String damage : List.of("whale", "", "whole and more")) {
      Files.writeString(file, damage);
      cache().unpack("lib", jar);
      assertThat(file).hasContent("whole");
    }
  }

  @Test
  void staleCopiesAndScraps_areRemovedByWhoeverComesNext() throws Exception {
    Path old = cache().unpack("lib", jar("one", "old"));
    Path scrap = Files.createDirectories(home().resolve("tmp/onnxruntime-java1"));
    Files.setLastModifiedTime(scrap, FileTime.from(NOW));
    List<URL> current = jar("two", "new");

    Path folder = cache(NOW.plus(Duration.ofHours(20))).unpack("lib", current);
    Path part = Files.writeString(folder.resolve("libx.so1.part"), "ne");
    Files.setLastModifiedTime(part, FileTime.from(NOW));
    assertThat(old).exists();
    assertThat(scrap).exists();

    cache(NOW.plus(Duration.ofDays(40))).unpack("lib", current);
    assertThat(old).doesNotExist();
    assertThat(scrap).doesNotExist();
    assertThat(part).doesNotExist();
    assertThat(folder.resolve("libx.so")).hasContent("new");
  }

  @Test
  void severalAtOnce_allSeeWholeFiles() throws Exception {
    String content = "content ".repeat(100_000);
    List<URL> jar = jar("one", content);
    ExecutorService workers = Executors.newFixedThreadPool(8);
    List<Callable<String>> tasks =
        IntStream.range(0, 8)
            .<Callable<String>>mapToObj(
                i -> () -> Files.readString(cache().unpack("lib", jar).resolve("libx.so")))
            .toList();
    for (Future<String> seen : workers.invokeAll(tasks)) {
      assertThat(seen.get()).isEqualTo(content);
    }
    workers.shutdown();
    try (Stream<Path> left = Files.walk(home())) {
      assertThat(left.filter(Files::isRegularFile)).hasSize(1);
    }
  }

  @Test
  void homeThatCannotBeWritten_isReplacedByTheTemporaryDirectory() throws Exception {
    Path blocked = Files.writeString(directory.resolve("file"), "no directory");
    NativeCache cache =
        new NativeCache(List.of(blocked.resolve("x"), home()), InstantSource.fixed(NOW));
    assertThat(cache.unpack("lib", jar("one", "x"))).startsWith(home());

    NativeCache nowhere = new NativeCache(List.of(blocked.resolve("x")), InstantSource.system());
    assertThatIOException()
        .isThrownBy(() -> nowhere.unpack("lib", jar("two", "x")))
        .withMessageContaining("native library of lib")
        .withMessageContaining(blocked.toString())
        .withMessageEndingWith("set XDG_CACHE_HOME to one");
  }

  @Test
  void directoryThatEverybodyMayWrite_isNotTrusted() throws Exception {
    Files.createDirectory(home());
    Files.setPosixFilePermissions(home(), PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThatIOException()
        .isThrownBy(() -> cache().unpack("lib", jar("one", "x")))
        .withMessageContaining("everybody may write there");
  }

  @Test
  void place_followsTheEnvironment() throws Exception {
    Properties properties = new Properties();
    properties.setProperty("user.home", directory.resolve("home").toString());
    properties.setProperty("user.name", "someone");
    properties.setProperty("java.io.tmpdir", directory.resolve("temp").toString());
    List<URL> jar = jar("one", "x");
    String xdg = directory.resolve("xdg").toString();
    assertThat(NativeCache.of(Map.of("XDG_CACHE_HOME", xdg), properties).unpack("lib", jar))
        .startsWith(Path.of(xdg, "leadline"));
    assertThat(NativeCache.of(Map.of("XDG_CACHE_HOME", "relative"), properties).unpack("lib", jar))
        .startsWith(directory.resolve("home/.cache/leadline"));
    Files.writeString(directory.resolve("blocked"), "");
    Map<String, String> home = Map.of("HOME", directory.resolve("blocked").toString());
    assertThat(NativeCache.of(home, properties).unpack("lib", jar))
        .startsWith(directory.resolve("temp/leadline-someone"));
  }

  private Path home() {
    return directory.resolve("cache");
  }

  private NativeCache cache() {
    return cache(NOW);
  }

  private NativeCache cache(Instant now) {
    return new NativeCache(List.of(home()), InstantSource.fixed(now));
  }

  private List<URL> jar(String name, String content) throws IOException {
    Path jar = directory.resolve(name + ".jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry("native/libx.so"));
      out.write(content.getBytes(StandardCharsets.UTF_8));
    }
    return List.of(new URL("jar:" + jar.toUri() + "!/native/libx.so"));
  }
}
