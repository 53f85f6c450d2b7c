package dev.leadline.server.route;

/** The methods that routes have. */
public enum Method {
  GET,
  POST,
  PATCH,
  DELETE;

  /** Whether it may change something. */
  public boolean isWriting() {
    return this != GET;
  }
}
