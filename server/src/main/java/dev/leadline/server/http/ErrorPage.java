package dev.leadline.server.http;

import dev.leadline.server.route.ProblemException;
import dev.leadline.server.route.Status;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** What Jetty itself refuses, such as a request that is no HTTP, as a problem like all others. */
final class ErrorPage extends ErrorHandler {

  /** Whatever the method, it has an answer. */
  @Override
  public boolean errorPageForMethod(String method) {
    return true;
  }

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
    // Jetty calls a version of HTTP that it does not know a fault of its own.
    int status = code == HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505 ? 400 : code;
    response.setStatus(status);
    Content.Sink.write(response, true, problem(status), callback);
  }

  private static String sentence(int code) {
    return switch (code) {
      case HttpStatus.REQUEST_TIMEOUT_408 -> "the body did not come in time; send it again";
      case HttpStatus.TOO_MANY_REQUESTS_429 ->
          "too much is being sent at the same time; wait for answers and try again";
      case HttpStatus.SERVICE_UNAVAILABLE_503 -> "too many calls wait; try again later";
      default -> "expected a request in HTTP with a plain path; check it";
    };
  }

  private static String problem(int code) {
    return ProblemException.document(Status.of(code), sentence(code), Map.of())
        .put("status", code)
        .toString();
  }
}
