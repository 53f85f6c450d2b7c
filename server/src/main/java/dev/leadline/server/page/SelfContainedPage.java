package dev.leadline.server.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/**
 * The page with the data of one study in it: one file without anything to load. Stateless and
 * thread-safe.
 */
public final class SelfContainedPage {

  /* The files of the served page, put in the places where it names them. What may run is said by its hash, so that nothing else in the
  file can; the data is no script, and none of its characters can end the element it stands in. */

  private static final String STYLE = "<link rel=\"stylesheet\" href=\"page/style.css\">";
  private static final String CHARTS = "<script src=\"page/vendor/echarts.min.js\" defer></script>";
  private static final String MODULE = "<script type=\"module\" src=\"page/main.js\"></script>";
  private static final Pattern PRELOAD =
      Pattern.compile("<link rel=\"modulepreload\" href=\"[^\"]*\">\n");
  private static final String CHARSET = "<meta charset=\"utf-8\">";
  private static final String END = "</body>";

  private SelfContainedPage() {}

  /**
   * The file, as HTML in UTF-8.
   *
   * @param data as {@link PageData} makes it
   */
  public static String of(ObjectNode data) {
    String style = resource("style.css");
    String charts =
        "/* Apache ECharts 6.1.0, Apache License 2.0 */\n" + resource("vendor/echarts.min.js");
    String script = ScriptBundle.of("main.js", SelfContainedPage::resource);
    String policy =
        "default-src 'none'; script-src '%s' '%s'; style-src '%s'; img-src data:; base-uri 'none'; form-action 'none'"
            .formatted(hash(charts), hash(script), hash(style));
    String html = resource("index.html");
    html =
        replaced(
            html,
            CHARSET,
            CHARSET + "\n<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy + "\">");
    html = replaced(html, STYLE, "<style>" + style + "</style>");
    html = replaced(html, CHARTS, "");
    html = PRELOAD.matcher(replaced(html, MODULE, "")).replaceAll("");
    requireNoEnd(style + charts + script);
    return replaced(
        html,
        END,
        "<script type=\"application/json\" id=\"data\">%s</script>\n<script>%s</script>\n<script>%s</script>\n%s"
            .formatted(data.toString().replace("<", "\\u003c"), charts, script, END));
  }

  private static String replaced(String html, String place, String content) {
    int start = html.indexOf(place);
    if (start < 0 || html.indexOf(place, start + 1) >= 0) {
      throw new IllegalStateException("expected once in index.html: " + place);
    }
    return html.substring(0, start) + content + html.substring(start + place.length());
  }

  private static void requireNoEnd(String text) {
    if (text.contains("</script") || text.contains("</style")) {
      throw new IllegalStateException("expected scripts and styles that do not end their element");
    }
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }

  private static String resource(String name) {
    try (InputStream in = SelfContainedPage.class.getResourceAsStream("/page/" + name)) {
      if (in == null) {
        throw new IllegalArgumentException("expected a file of the page but got " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
