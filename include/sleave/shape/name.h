/* Names of nodes: the path on which a node is reached first.
 *
 * A trace keeps 31 characters of an input's name. A path that is longer is written with the number of repetitions,
 * list->next{5}, and if that is too long as well, with the node's number: list#40->next. */
#ifndef SLEAVE_SHAPE_NAME_H
#define SLEAVE_SHAPE_NAME_H

#include <stddef.h>

enum { SLEAVE_SHAPE_MOST_NODES = 254, SLEAVE_SHAPE_MOST_NAME = 31 }; /* a link is one byte; as in abi/trace.h */

/* What is too much is left out. */
typedef struct sleave_name {
  char text[128];
  size_t length;
} sleave_name;

static inline void sleave_name_add(sleave_name* name, const char* more) {
  while (*more != '\0' && name->length + 1 < sizeof name->text) name->text[name->length++] = *more++;
  name->text[name->length] = '\0';
}

static inline void sleave_name_add_number(sleave_name* name, size_t number) {
  char digits[24];
  size_t first = sizeof digits - 1;
  digits[first] = '\0';
  do {
    digits[--first] = (char)('0' + number % 10);
    number /= 10;
  } while (number != 0);
  sleave_name_add(name, digits + first);
}

static inline sleave_name sleave_name_of(const char* text) {
  sleave_name name;
  name.length = 0;
  sleave_name_add(&name, text);
  return name;
}

/* "->member", or "->+8" of a member without a name. */
static inline sleave_name sleave_name_of_member(const char* member, size_t offset) {
  sleave_name name = sleave_name_of("->");
  if (member != NULL) {
    sleave_name_add(&name, member);
  } else {
    sleave_name_add(&name, "+");
    sleave_name_add_number(&name, offset);
  }
  return name;
}

static inline void sleave_name_add_index(sleave_name* name, size_t index) {
  sleave_name_add(name, "[");
  sleave_name_add_number(name, index);
  sleave_name_add(name, "]");
}

/* The links from a root to a node, each by its own part of a path. */
typedef struct sleave_path {
  sleave_name root;
  unsigned count;
  const sleave_name* links[SLEAVE_SHAPE_MOST_NODES];
} sleave_path;

/* The link at the end of the path, or with a `tail` a member of the node there. `number`: of the node that it is in;
 * 0: it is a root. */
static inline sleave_name sleave_path_name(const char* shape, const sleave_path* path, unsigned number,
                                           const char* tail) {
  sleave_name whole = path->root;
  sleave_name counted = path->root;
  sleave_name numbered = sleave_name_of(shape);
  for (unsigned i = 0; i < path->count; ++i) sleave_name_add(&whole, path->links[i]->text);
  sleave_name_add(&whole, tail);
  if (whole.length <= SLEAVE_SHAPE_MOST_NAME || number == 0) return whole;
  for (unsigned i = 0, next = 0; i < path->count; i = next) {
    while (next < path->count && path->links[next] == path->links[i]) ++next;
    sleave_name_add(&counted, path->links[i]->text);
    if (next - i == 1) continue;
    sleave_name_add(&counted, "{");
    sleave_name_add_number(&counted, next - i);
    sleave_name_add(&counted, "}");
  }
  sleave_name_add(&counted, tail);
  if (counted.length <= SLEAVE_SHAPE_MOST_NAME) return counted;
  sleave_name_add(&numbered, "#");
  sleave_name_add_number(&numbered, number);
  sleave_name_add(&numbered, *tail != '\0' ? tail : path->links[path->count - 1]->text);
  return numbered;
}

#endif
