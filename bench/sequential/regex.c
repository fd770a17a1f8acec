/* A matcher of regular expressions with . * + ? ^ $ and sets like [a-f0-9], by backtracking. The bytes up to the first
 * line end are the expression, the rest is the text. */
#include "work.h"

const char sample[] = "^[a-z]+=[0-9]*x?[a-f0-9]+;.*end$\nsize=0x1f4b;and whatever else there is before the end";

struct text {
  const unsigned char* at;
  const unsigned char* end;
};

/* The end of the element that begins the expression: a character, or a set in brackets. */
static const unsigned char* element_end(const unsigned char* at, const unsigned char* end) {
  if (*at != '[') return at + 1;
  while (at < end && *at != ']') ++at;
  return at < end ? at + 1 : end;
}

static int in_set(const unsigned char* set, const unsigned char* end, unsigned char c) {
  for (; set < end; ++set) {
    if (end - set > 2 && set[1] == '-') {
      if (set[0] <= c && c <= set[2]) return 1;
      set += 2;
    } else if (*set == c) {
      return 1;
    }
  }
  return 0;
}

static int element_matches(const unsigned char* at, const unsigned char* end, unsigned char c) {
  if (*at == '.') return 1;
  if (*at == '[') return in_set(at + 1, end - 1, c);
  return *at == c;
}

static int match_here(const unsigned char* at, const unsigned char* end, struct text text);

/* From `least` to `most` times the element [at, after), then the rest. */
static int match_repeated(const unsigned char* at, const unsigned char* after, const unsigned char* end,
                          struct text text, int least, int most) {
  const unsigned char* const rest = after + 1;
  int times = 0;
  while (times < most && text.at < text.end && element_matches(at, after, *text.at)) {
    ++text.at;
    ++times;
  }
  for (; times >= least; --times, --text.at) {
    if (match_here(rest, end, text)) return 1;
  }
  return 0;
}

static int match_here(const unsigned char* at, const unsigned char* end, struct text text) {
  if (at >= end) return 1;
  if (*at == '$' && at + 1 == end) return text.at == text.end;
  const unsigned char* const after = element_end(at, end);
  if (after < end && *after == '*') return match_repeated(at, after, end, text, 0, 1 << 20);
  if (after < end && *after == '+') return match_repeated(at, after, end, text, 1, 1 << 20);
  if (after < end && *after == '?') return match_repeated(at, after, end, text, 0, 1);
  if (text.at == text.end || !element_matches(at, after, *text.at)) return 0;
  ++text.at;
  return match_here(after, end, text);
}

unsigned work(unsigned char* bytes, size_t length) {
  const unsigned char* const end = bytes + length;
  const unsigned char* line_end = bytes;
  while (line_end < end && *line_end != '\n') ++line_end;
  struct text text = {line_end < end ? line_end + 1 : end, end};
  if (bytes < line_end && *bytes == '^') return (unsigned)match_here(bytes + 1, line_end, text);
  for (; text.at <= end; ++text.at) {
    if (match_here(bytes, line_end, text)) return 1 + (unsigned)(text.at - bytes);
    if (text.at == end) break;
  }
  return 0;
}
