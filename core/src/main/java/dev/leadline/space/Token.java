package dev.leadline.space;

import java.util.ArrayList;
import java.util.List;

/** A word of a constraint expression and the position (from 1) at which it starts. */
record Token(Kind kind, String text, int position) {

  enum Kind {
    NUMBER,
    TEXT,
    NAME,
    /** A name in back quotes, never a word of the language. */
    QUOTED_NAME,
    SYMBOL,
    END
  }

  private static final List<String> SYMBOLS =
      List.of("<=", ">=", "==", "!=", "<", ">", "+", "-", "*", "/", "(", ")");

  private static final int MOST_SHOWN = 120;

  boolean is(String word) {
    return (kind == Kind.SYMBOL || kind == Kind.NAME) && text.equals(word);
  }

  String quoted() {
    return kind == Kind.END ? "the end" : "'" + text + "'";
  }

  /** Cuts an expression into words; the last one is of kind END. */
  static List<Token> split(String expression) {
    List<Token> tokens = new ArrayList<>();
    int start = 0;
    while (start < expression.length()) {
      char first = expression.charAt(start);
      if (Character.isWhitespace(first)) {
        start++;
      } else {
        int end = end(expression, start, first);
        tokens.add(token(expression, start, end, first));
        start = end;
      }
    }
    tokens.add(new Token(Kind.END, "", expression.length() + 1));
    return tokens;
  }

  private static Token token(String expression, int start, int end, char first) {
    String text = expression.substring(start, end);
    if (first == '\'' || first == '"') {
      return new Token(Kind.TEXT, text.substring(1, text.length() - 1), start + 1);
    }
    if (first == '`') {
      return new Token(Kind.QUOTED_NAME, text.substring(1, text.length() - 1), start + 1);
    }
    if (startsNumber(first)) {
      return new Token(Kind.NUMBER, text, start + 1);
    }
    return new Token(startsName(first) ? Kind.NAME : Kind.SYMBOL, text, start + 1);
  }

  private static int end(String expression, int start, char first) {
    if (first == '\'' || first == '"' || first == '`') {
      int close = expression.indexOf(first, start + 1);
      if (close < 0) {
        throw error(expression, start + 1, "a quote %s is not closed".formatted(first));
      }
      return close + 1;
    }
    if (startsNumber(first)) {
      return endOfNumber(expression, start);
    }
    if (startsName(first)) {
      int end = start + 1;
      while (end < expression.length() && continuesName(expression.charAt(end))) {
        end++;
      }
      return end;
    }
    for (String symbol : SYMBOLS) {
      if (expression.startsWith(symbol, start)) {
        return start + symbol.length();
      }
    }
    String advice = first == '=' ? "; write == to compare" : "";
    throw error(expression, start + 1, "'%s' is not known here%s".formatted(first, advice));
  }

  private static int endOfNumber(String expression, int start) {
    int end = start;
    while (end < expression.length()) {
      char c = expression.charAt(end);
      boolean sign = (c == '+' || c == '-') && "eE".indexOf(expression.charAt(end - 1)) >= 0;
      if (!startsNumber(c) && c != 'e' && c != 'E' && !(end > start && sign)) {
        break;
      }
      end++;
    }
    return end;
  }

  private static boolean startsNumber(char c) {
    return (c >= '0' && c <= '9') || c == '.';
  }

  private static boolean startsName(char c) {
    return Character.isLetter(c) || c == '_';
  }

  private static boolean continuesName(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '.';
  }

  static IllegalArgumentException error(String expression, int position, String problem) {
    return new IllegalArgumentException(
        "cannot read the condition \"%s\": at position %d %s"
            .formatted(excerpt(expression, position), position, problem));
  }

  /** The expression, or what surrounds the position where it is too long for a sentence. */
  private static String excerpt(String expression, int position) {
    if (expression.length() <= MOST_SHOWN) {
      return expression;
    }
    int start = Math.max(0, Math.min(position - MOST_SHOWN / 2, expression.length() - MOST_SHOWN));
    int end = start + MOST_SHOWN;
    return (start > 0 ? "..." : "")
        + expression.substring(start, end)
        + (end < expression.length() ? "..." : "");
  }
}
