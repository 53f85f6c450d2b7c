package dev.leadline.server.http;

import dev.leadline.server.route.ProblemException;
import dev.leadline.server.route.Status;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** What Jetty itself refuses, such as a request that is no HTTP, as a problem like all others. */
final class ErrorPage extends ErrorHandler {

  @Override
  protected void generateResponse(
      Request request,
      Response response,
      int code,
      @Nullable String message,
      @Nullable Throwable cause,
      Callback callback) {
    SecurityHeaders.ALL.forEach(response.getHeaders()::put);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, ProblemException.MEDIA_TYPE);
    Content.Sink.write(response, true, problem(code), callback);
  }

  private static String problem(int code) {
    return ProblemException.document(
            Status.of(code), "expected a request in HTTP with a plain path; check it", Map.of())
        .put("status", code)
        .toString();
  }
}
