/* Counts generated words in a hash table of uthash and sorts them. */
#include "uthash.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  char name[12];
  int count;
  UT_hash_handle hh;
} word;

static int order(const word *a, const word *b) { return b->count - a->count; }

int main(void) {
  word *words = NULL;
  unsigned long state = 1;
  for (int i = 0; i < 2500; i++) {
    state = state * 6364136223846793005UL + 1442695040888963407UL;
    char name[12] = {0};
    unsigned long bits = (state >> 33) & (state >> 40) & 255;
    for (int k = 0; k < 3 + (int)(bits & 3); k++)
      name[k] = 'a' + (char)((bits >> k) % 26);
    word *found;
    HASH_FIND_STR(words, name, found);
    if (!found) {
      found = calloc(1, sizeof *found);
      memcpy(found->name, name, sizeof name);
      HASH_ADD_STR(words, name, found);
    }
    found->count++;
  }
  HASH_SORT(words, order);
  return words->count == 0;
}
