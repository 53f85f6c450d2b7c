package dev.leadline.torch.nn;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * An ONNX graph under construction. Values are referred to by name; every operation returns the
 * name of its result.
 */
final class GraphBuilder {

  /* Field numbers are those of onnx.proto. Opset 20 is the first with Gelu; IR version 9 is the one
   * that belongs to it. Weights are declared as external data and handed over at load time. */

  static final int FLOAT = 1;
  private static final int INT64 = 7;
  private static final int IR_VERSION = 9;
  private static final int OPSET = 20;

  private final Message graph = new Message();
  private final Map<String, int[]> declared = new HashMap<>();
  private final Set<String> weights = new HashSet<>();
  private int results;
  private int constants;

  GraphBuilder(String name) {
    graph.add(2, name);
  }

  /** A float input; its axes are the names of dynamic sizes. */
  String input(String name, String... axes) {
    graph.add(11, valueInfo(name, axes));
    return name;
  }

  /** Names a value as an output of the graph. */
  void output(String name, String value, String... axes) {
    node("Identity", name, List.of(), value);
    graph.add(12, valueInfo(name, axes));
  }

  /** A weight that the caller of the graph supplies if an operation reads it. */
  String weight(String name, int... shape) {
    declared.put(name, shape.clone());
    return name;
  }

  String integers(long... values) {
    Message tensor = new Message().add(1, values.length).add(2, INT64);
    for (long value : values) {
      tensor.add(7, value);
    }
    return constant(tensor);
  }

  String integer(long value) {
    return constant(new Message().add(2, INT64).add(7, value));
  }

  String scalar(double value) {
    return constant(new Message().add(2, FLOAT).add(4, (float) value));
  }

  String op(String type, String... inputs) {
    return op(type, List.of(), inputs);
  }

  String op(String type, List<Attribute> attributes, String... inputs) {
    String result = "r" + results++;
    node(type, result, attributes, inputs);
    return result;
  }

  /** The names of the weights in use. */
  Set<String> weights() {
    return new TreeSet<>(weights);
  }

  /** The whole model file. */
  byte[] build() {
    return new Message()
        .add(1, IR_VERSION)
        .add(2, "leadline")
        .add(7, graph)
        .add(8, new Message().add(1, "").add(2, OPSET))
        .bytes();
  }

  private void node(String type, String result, List<Attribute> attributes, String... inputs) {
    Message node = new Message();
    for (String input : inputs) {
      use(input);
      node.add(1, input);
    }
    node.add(2, result).add(4, type);
    attributes.forEach(attribute -> node.add(5, attribute.message()));
    graph.add(1, node);
  }

  private void use(String input) {
    int[] shape = declared.get(input);
    if (shape != null && weights.add(input)) {
      Message tensor = new Message();
      for (int axis : shape) {
        tensor.add(1, axis);
      }
      tensor.add(2, FLOAT).add(8, input);
      tensor.add(13, new Message().add(1, "location").add(2, "weights.safetensors"));
      graph.add(5, tensor.add(14, 1));
    }
  }

  private String constant(Message tensor) {
    String name = "c" + constants++;
    graph.add(5, tensor.add(8, name));
    return name;
  }

  private static Message valueInfo(String name, String... axes) {
    Message shape = new Message();
    for (String axis : axes) {
      shape.add(1, new Message().add(2, axis));
    }
    Message tensor = new Message().add(1, FLOAT).add(2, shape);
    return new Message().add(1, name).add(2, new Message().add(1, tensor));
  }

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

  /** A protocol buffer message under construction: fields are appended in call order. */
  static final class Message {

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
}
