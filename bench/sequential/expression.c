/* Arithmetic expressions by recursive descent: + - * / %, parentheses, unary minus, unsigned decimal and hexadecimal
 * numbers. */
#include "work.h"

const char sample[] = "(1+2)*3-0x1f/(4%3)+((7*8)-(6-5))*2 - -9 + 100*(20+3)/(1+1)";

struct parser {
  const unsigned char* at;
  const unsigned char* end;
  int depth;
  int failed;
};

static unsigned sum_of(struct parser* parser);

static unsigned char peek(struct parser* parser) {
  while (parser->at < parser->end && *parser->at == ' ') parser->at++;
  return parser->at < parser->end ? *parser->at : '\0';
}

static int digit(unsigned char c, unsigned base) {
  int value = -1;
  if (c >= '0' && c <= '9') value = c - '0';
  if (c >= 'a' && c <= 'f') value = c - 'a' + 10;
  return value < (int)base ? value : -1;
}

static unsigned number(struct parser* parser) {
  unsigned base = 10;
  unsigned value = 0;
  if (*parser->at == '0' && parser->end - parser->at > 1 && parser->at[1] == 'x') {
    base = 16;
    parser->at += 2;
  }
  if (parser->at == parser->end || digit(*parser->at, base) < 0) parser->failed = 1;
  for (; parser->at < parser->end && digit(*parser->at, base) >= 0; parser->at++) {
    value = value * base + (unsigned)digit(*parser->at, base);
  }
  return value;
}

static unsigned factor(struct parser* parser) {
  const unsigned char c = peek(parser);
  if (c == '-') {
    parser->at++;
    return 0u - factor(parser);
  }
  if (c >= '0' && c <= '9') return number(parser);
  if (c != '(' || ++parser->depth > 16) {
    parser->failed = 1;
    return 0;
  }
  parser->at++;
  const unsigned value = sum_of(parser);
  if (peek(parser) == ')')
    parser->at++;
  else
    parser->failed = 1;
  parser->depth--;
  return value;
}

static unsigned product(struct parser* parser) {
  unsigned value = factor(parser);
  for (;;) {
    const unsigned char sign = peek(parser);
    if (parser->failed || (sign != '*' && sign != '/' && sign != '%')) return value;
    parser->at++;
    const unsigned right = factor(parser);
    if (sign == '*') {
      value *= right;
    } else if (right == 0) {
      parser->failed = 1;
    } else {
      value = sign == '/' ? value / right : value % right;
    }
  }
}

static unsigned sum_of(struct parser* parser) {
  unsigned value = product(parser);
  for (;;) {
    const unsigned char sign = peek(parser);
    if (parser->failed || (sign != '+' && sign != '-')) return value;
    parser->at++;
    const unsigned right = product(parser);
    value = sign == '+' ? value + right : value - right;
  }
}

unsigned work(unsigned char* bytes, size_t length) {
  struct parser parser = {bytes, bytes + length, 0, 0};
  const unsigned value = sum_of(&parser);
  return parser.failed || peek(&parser) != '\0' ? 0 : value;
}
