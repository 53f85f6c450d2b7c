package dev.leadline.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client that sends any bytes, also such as are no HTTP. */
final class RawHttp {

  private RawHttp() {}

  /** What came back: the status, the head and the body; a status of 0 if nothing did. */
  record Reply(int status, String head, String body) {}

  static Reply send(int port, byte[] request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(10_000);
      try {
        socket.getOutputStream().write(request);
        socket.getOutputStream().flush();
      } catch (IOException e) {
        // The server may refuse before it has read all of it.
      }
      return parse(read(socket));
    }
  }

  private static byte[] read(Socket socket) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    try {
      for (int n = socket.getInputStream().read(buffer); n >= 0; ) {
        bytes.write(buffer, 0, n);
        n = socket.getInputStream().read(buffer);
      }
    } catch (IOException e) {
      // Reset after the answer, because the rest of the request was not read.
    }
    return bytes.toByteArray();
  }

  private static Reply parse(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    int end = text.indexOf("\r\n\r\n");
    if (!text.startsWith("HTTP/1.") || end < 0) {
      return new Reply(0, text, "");
    }
    return new Reply(
        Integer.parseInt(text.substring(9, 12)), text.substring(0, end), text.substring(end + 4));
  }
}
