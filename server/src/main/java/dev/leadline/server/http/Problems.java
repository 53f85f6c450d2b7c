package dev.leadline.server.http;

import dev.leadline.client.json.FieldException;
import dev.leadline.server.route.ProblemException;
import dev.leadline.server.route.Status;
import dev.leadline.storage.StorageException;
import io.javalin.http.HttpResponseException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.eclipse.jetty.http.HttpException;

/** What is said of whatever went wrong. */
final class Problems {

  private static final Logger LOG = System.getLogger("dev.leadline.server");

  private Problems() {}

  /** The problem behind an exception; defects are logged and named without details. */
  static ProblemException of(Exception error) {
    if (error instanceof ProblemException problem) {
      return problem;
    }
    if (error instanceof FieldException) {
      return Status.BAD_REQUEST.problem(String.valueOf(error.getMessage()));
    }
    // The libraries below reject bad arguments with a full sentence of their own.
    if (error instanceof IllegalArgumentException) {
      return Status.UNPROCESSABLE_CONTENT.problem(String.valueOf(error.getMessage()));
    }
    if (error instanceof HttpResponseException response) {
      String methods = response.getDetails().get("availableMethods");
      ProblemException problem = of(response.getStatus());
      return methods == null ? problem : problem.withHeader("Allow", methods);
    }
    if (error instanceof HttpException refused) {
      return of(refused.getCode());
    }
    if (error instanceof IOException) { // the body ended or the caller is gone
      return Status.BAD_REQUEST.problem("expected a whole body but it broke off");
    }
    if (error instanceof StorageException) {
      LOG.log(Level.WARNING, error.getMessage());
      return Status.SERVICE_UNAVAILABLE.problem(
          "the studies cannot be reached or written; try again later, the server's log says why");
    }
    LOG.log(Level.ERROR, "a defect in leadline itself", error);
    return Status.INTERNAL_SERVER_ERROR.problem(
        "a defect in leadline itself; the server's log says more");
  }

  /** What the web server refuses by itself. */
  static ProblemException of(int status) {
    return new ProblemException(
        Status.of(status),
        switch (status) {
          case 404 -> "there is nothing at this path; GET /openapi.json lists what there is";
          case 405 -> "this path has other methods; GET /openapi.json lists them";
          case 413 -> "the body is too large";
          default -> "expected another request; GET /openapi.json describes them";
        });
  }
}
