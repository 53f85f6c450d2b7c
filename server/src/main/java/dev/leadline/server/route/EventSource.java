package dev.leadline.server.route;

/** Something that tells its listeners what happens. Thread-safe. */
public interface EventSource {

  /** Takes events one after the other; a listener that is gone throws. */
  interface Listener {
    /**
     * Something happened.
     *
     * @param id what a client that comes back names as the last one it saw
     * @param kind the event's name
     * @param data JSON in one line
     */
    void event(String id, String kind, String data);

    /** A sign of life. */
    void alive();

    /** There will be no further event. */
    void end();

    /** Whether nobody listens any more. */
    boolean isGone();
  }

  /** Tells a listener what happens until it is gone or the server stops. */
  void subscribe(Listener listener);
}
