package dev.leadline.pfn;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A strict parser of JSON (RFC 8259). It refuses duplicate names, anything after the value and
 * nesting deeper than 32.
 */
final class JsonParser {

  private static final int MAX_DEPTH = 32;
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");

  private final String text;
  private int position;

  JsonParser(String text) {
    this.text = text;
  }

  Json document() throws ModelFileException {
    Json value = value(0);
    skipSpace();
    if (position != text.length()) {
      throw error("the end of the text");
    }
    return value;
  }

  private Json value(int depth) throws ModelFileException {
    if (depth > MAX_DEPTH) {
      throw error("at most %d levels of nesting".formatted(MAX_DEPTH));
    }
    skipSpace();
    return switch (peek()) {
      case '{' -> object(depth);
      case '[' -> array(depth);
      case '"' -> new Json.Str(string());
      case 't' -> literal("true", new Json.Bool(true));
      case 'f' -> literal("false", new Json.Bool(false));
      case 'n' -> literal("null", new Json.Null());
      default -> number();
    };
  }

  private Json object(int depth) throws ModelFileException {
    expect('{');
    Map<String, Json> members = new LinkedHashMap<>();
    skipSpace();
    if (!accept('}')) {
      do {
        skipSpace();
        String name = string();
        skipSpace();
        expect(':');
        if (members.putIfAbsent(name, value(depth + 1)) != null) {
          throw error("the name \"%s\" only once".formatted(name));
        }
        skipSpace();
      } while (accept(','));
      expect('}');
    }
    return new Json.Obj(Collections.unmodifiableMap(members));
  }

  private Json array(int depth) throws ModelFileException {
    expect('[');
    List<Json> items = new ArrayList<>();
    skipSpace();
    if (!accept(']')) {
      do {
        items.add(value(depth + 1));
        skipSpace();
      } while (accept(','));
      expect(']');
    }
    return new Json.Arr(List.copyOf(items));
  }

  private Json number() throws ModelFileException {
    Matcher matcher = NUMBER.matcher(text).region(position, text.length());
    if (!matcher.lookingAt()) {
      throw error("a value");
    }
    position = matcher.end();
    return new Json.Num(matcher.group());
  }

  private Json literal(String word, Json value) throws ModelFileException {
    if (!text.startsWith(word, position)) {
      throw error("\"%s\"".formatted(word));
    }
    position += word.length();
    return value;
  }

  private String string() throws ModelFileException {
    expect('"');
    StringBuilder out = new StringBuilder();
    while (true) {
      char c = next();
      if (c == '"') {
        return out.toString();
      }
      if (c < ' ') {
        throw error("no control character inside a string");
      }
      out.append(c == '\\' ? escape() : c);
    }
  }

  private char escape() throws ModelFileException {
    char c = next();
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unicode();
      default -> throw error("a known escape");
    };
  }

  private char unicode() throws ModelFileException {
    int code = 0;
    for (int i = 0; i < 4; i++) {
      char c = next();
      int digit = c < 128 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        throw error("four hexadecimal digits");
      }
      code = code * 16 + digit;
    }
    return (char) code;
  }

  private void skipSpace() {
    while (position < text.length() && " \t\r\n".indexOf(text.charAt(position)) >= 0) {
      position++;
    }
  }

  private char peek() {
    return position < text.length() ? text.charAt(position) : '\0';
  }

  private char next() throws ModelFileException {
    if (position == text.length()) {
      throw error("more text");
    }
    return text.charAt(position++);
  }

  private boolean accept(char c) {
    if (position < text.length() && text.charAt(position) == c) {
      position++;
      return true;
    }
    return false;
  }

  private void expect(char c) throws ModelFileException {
    if (!accept(c)) {
      throw error("'%s'".formatted(c));
    }
  }

  private ModelFileException error(String expected) {
    return new ModelFileException(
        "not valid JSON: expected %s at character %d".formatted(expected, position));
  }
}
