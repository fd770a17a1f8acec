/* Base64 to bytes and back; blanks and line ends are skipped, anything else is an error. */
#include "work.h"

const char sample[] =
    "U2xlYXZlIHJ1bnMgdGhlIHByb2dyYW0gYWdhaW4gYW5k\nIGFnYWluLCB1bmRlciBjb250cm9sLCBhbmQgdHJpZXMg\nb3RoZXIgc2NoZWR1bGVzLg"
    "==";

enum { BLANK = -1, PADDING = -2, WRONG = -3 };

static int value_of(unsigned char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  if (c == '/') return 63;
  if (c == '=') return PADDING;
  if (c == ' ' || c == '\n' || c == '\r') return BLANK;
  return WRONG;
}

/* Decodes in place; the number of bytes, or -1. */
static long decode(unsigned char* bytes, size_t length) {
  unsigned bits = 0;
  int have = 0;
  int padding = 0;
  long out = 0;
  for (size_t i = 0; i < length; ++i) {
    const int value = value_of(bytes[i]);
    if (value == BLANK) continue;
    if (value == WRONG) return -1;
    if (value == PADDING) {
      if (++padding > 2) return -1;
      continue;
    }
    if (padding > 0) return -1;
    bits = bits << 6 | (unsigned)value;
    have += 6;
    if (have >= 8) {
      have -= 8;
      bytes[out++] = (unsigned char)(bits >> have);
    }
  }
  return (have + padding * 2) % 8 == 0 || have < 6 ? out : -1;
}

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static unsigned encode(const unsigned char* bytes, long length) {
  unsigned sum = 0;
  for (long i = 0; i < length; i += 3) {
    unsigned bits = (unsigned)bytes[i] << 16;
    if (i + 1 < length) bits |= (unsigned)bytes[i + 1] << 8;
    if (i + 2 < length) bits |= bytes[i + 2];
    for (int shift = 18; shift >= 0; shift -= 6) sum = sum * 131 + (unsigned char)letters[bits >> shift & 63];
  }
  return sum;
}

unsigned work(unsigned char* bytes, size_t length) {
  const long decoded = decode(bytes, length);
  return decoded < 0 ? 0 : encode(bytes, decoded);
}
