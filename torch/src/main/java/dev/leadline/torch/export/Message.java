package dev.leadline.torch.export;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/** A protocol buffer message under construction: fields are appended in call order. */
final class Message {

  private static final int VARINT = 0;
  private static final int DELIMITED = 2;
  private static final int FIXED32 = 5;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  Message add(int field, long value) {
    key(field, VARINT);
    varint(value);
    return this;
  }

  Message add(int field, float value) {
    key(field, FIXED32);
    int bits = Float.floatToIntBits(value);
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      out.write(bits >>> shift);
    }
    return this;
  }

  Message add(int field, String value) {
    return add(field, value.getBytes(UTF_8));
  }

  Message add(int field, Message value) {
    return add(field, value.bytes());
  }

  Message add(int field, byte[] value) {
    key(field, DELIMITED);
    varint(value.length);
    out.writeBytes(value);
    return this;
  }

  byte[] bytes() {
    return out.toByteArray();
  }

  private void key(int field, int wireType) {
    varint(((long) field << 3) | wireType);
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.write((int) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
