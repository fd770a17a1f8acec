/* The inputs of a program, all from JOINT_INPUT: words `name=value[,value...]` with blanks between them. The n-th use
 * of a name in a thread takes the n-th value; what is not given keeps its default. A value is a number (decimal or
 * 0x..), bytes in hexadecimal (x0aff..), or characters in single quotes. */
#ifndef JOINT_FIXED_SLEAVE_H
#define JOINT_FIXED_SLEAVE_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { JOINT_NAMES = 16 };

#ifdef __cplusplus
#define JOINT_THREAD_LOCAL thread_local
#else
#define JOINT_THREAD_LOCAL _Thread_local
#endif

/* How often this thread has asked for `name` before. */
static inline int joint_use(const char* name) {
  static JOINT_THREAD_LOCAL const char* names[JOINT_NAMES];
  static JOINT_THREAD_LOCAL int uses[JOINT_NAMES];
  for (int i = 0; i < JOINT_NAMES; ++i) {
    if (!names[i]) names[i] = name;
    if (strcmp(names[i], name) == 0) return uses[i]++;
  }
  abort();
}

/* The end of the value that begins at `text`. */
static inline const char* joint_end(const char* text) {
  if (*text == '\'') return strchr(text + 1, '\'') + 1;
  return text + strcspn(text, ", ");
}

/* The n-th value of `name`, or NULL. */
static inline const char* joint_value(const char* name, int n) {
  const char* text = getenv("JOINT_INPUT");
  const size_t length = strlen(name);
  while (text && *text) {
    text += strspn(text, " ");
    const int is_it = strncmp(text, name, length) == 0 && text[length] == '=';
    text += strcspn(text, "=");
    if (!*text) return NULL;
    for (int i = 0; *text == '=' || *text == ','; ++i) {
      ++text;
      if (is_it && i == n) return text;
      text = joint_end(text);
    }
    if (is_it) return NULL;
  }
  return NULL;
}

static inline unsigned joint_digit(char digit) {
  return digit <= '9' ? (unsigned)(digit - '0') : (unsigned)((digit | 32) - 'a' + 10);
}

/* Fills `memory` with the next value of `name`, as far as that goes; the rest becomes zero. Whether there is one. */
static inline int joint_take(void* memory, size_t bytes, const char* name) {
  const char* text = joint_value(name, joint_use(name));
  unsigned char* out = (unsigned char*)memory;
  if (!text) return 0;
  memset(memory, 0, bytes);
  if (*text == '\'') {
    const char* end = joint_end(text) - 1;
    for (++text; text < end && bytes > 0; --bytes) *out++ = (unsigned char)*text++;
  } else if (*text == 'x') {
    const char* end = joint_end(text);
    for (++text; text + 1 < end && bytes > 0; --bytes, text += 2)
      *out++ = (unsigned char)(joint_digit(text[0]) << 4 | joint_digit(text[1]));
  } else {
    const uint64_t number = *text == '-' ? (uint64_t)strtoll(text, NULL, 0) : strtoull(text, NULL, 0);
    memcpy(memory, &number, bytes < sizeof number ? bytes : sizeof number); /* little endian */
  }
  return 1;
}

static inline void sleave_symbolic(void* memory, size_t bytes, const char* name) { joint_take(memory, bytes, name); }

static inline void sleave_assume(int condition) {
  if (!condition) _Exit(0);
}

static inline long sleave_range(long low, long high, const char* name) {
  long value = low;
  joint_take(&value, sizeof value, name);
  sleave_assume(low <= value && value <= high);
  return value;
}

#endif
