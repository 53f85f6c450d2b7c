package dev.leadline.pfn;

import java.util.Iterator;
import java.util.Map;

/** Writes JSON values as text. */
final class JsonWriter {

  private JsonWriter() {}

  static void compact(Json value, StringBuilder out) {
    if (value instanceof Json.Obj object) {
      String separator = "{";
      for (Map.Entry<String, Json> member : object.members().entrySet()) {
        out.append(separator);
        quote(member.getKey(), out);
        out.append(':');
        compact(member.getValue(), out);
        separator = ",";
      }
      out.append(object.members().isEmpty() ? "{}" : "}");
    } else if (value instanceof Json.Arr array) {
      String separator = "[";
      for (Json item : array.items()) {
        out.append(separator);
        compact(item, out);
        separator = ",";
      }
      out.append(array.items().isEmpty() ? "[]" : "]");
    } else {
      scalar(value, out);
    }
  }

  /** Objects spread over lines; arrays and scalars stay on theirs. */
  static void pretty(Json value, int depth, StringBuilder out) {
    if (!(value instanceof Json.Obj object) || object.members().isEmpty()) {
      compact(value, out);
      return;
    }
    out.append("{\n");
    Iterator<Map.Entry<String, Json>> members = object.members().entrySet().iterator();
    while (members.hasNext()) {
      Map.Entry<String, Json> member = members.next();
      out.append("  ".repeat(depth + 1));
      quote(member.getKey(), out);
      out.append(": ");
      pretty(member.getValue(), depth + 1, out);
      out.append(members.hasNext() ? ",\n" : "\n");
    }
    out.append("  ".repeat(depth)).append('}');
  }

  private static void scalar(Json value, StringBuilder out) {
    if (value instanceof Json.Str string) {
      quote(string.value(), out);
    } else if (value instanceof Json.Num number) {
      out.append(number.text());
    } else if (value instanceof Json.Bool bool) {
      out.append(bool.value());
    } else {
      out.append("null");
    }
  }

  private static void quote(String value, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append("\\u%04x".formatted((int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
