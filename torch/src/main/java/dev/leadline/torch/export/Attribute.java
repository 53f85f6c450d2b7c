package dev.leadline.torch.export;

/**
 * A named setting of an ONNX operation.
 *
 * @param message its encoding as an AttributeProto
 */
record Attribute(Message message) {

  static Attribute integer(String name, long value) {
    return new Attribute(new Message().add(1, name).add(3, value).add(20, 2));
  }

  static Attribute number(String name, float value) {
    return new Attribute(new Message().add(1, name).add(2, value).add(20, 1));
  }

  static Attribute integers(String name, long... values) {
    Message message = new Message().add(1, name);
    for (long value : values) {
      message.add(8, value);
    }
    return new Attribute(message.add(20, 7));
  }
}
