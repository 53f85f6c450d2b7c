/* Parses a generated JSON text many times with jsmn. */
#include "jsmn.h"
#include <stdio.h>
#include <string.h>

static char text[4096];
static jsmntok_t tokens[1024];

static int build(void) {
  int at = sprintf(text, "{\"rows\":[");
  for (int i = 0; i < 40; i++)
    at += sprintf(text + at, "%s{\"id\":%d,\"name\":\"row \\\"%d\\\"\",\"tags\":[true,null,%d.5e-3]}", i ? "," : "", i * 7919, i, i);
  return at + sprintf(text + at, "]}");
}

int main(void) {
  int length = build(), depth = 0;
  for (int k = 0; k < 12; k++) {
    jsmn_parser parser;
    jsmn_init(&parser);
    int count = jsmn_parse(&parser, text, length, tokens, 1024);
    for (int i = 0; i < count; i++)
      depth += tokens[i].type == JSMN_STRING ? tokens[i].end - tokens[i].start : tokens[i].size;
  }
  return depth == 0;
}
