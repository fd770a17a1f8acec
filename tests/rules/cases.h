/* A table of cases: `program` lists them, `program KIND FUNCTION` runs one. */
#ifndef SLEAVE_TESTS_RULES_CASES_H
#define SLEAVE_TESTS_RULES_CASES_H

#include <assert.h>
#include <stdio.h>
#include <string.h>

struct rule_case {
  const char* kind; /* a name of abi/findings.def or abi/choices.def */
  const char* function;
  void (*run)(void);
};

static struct rule_case rule_cases[128];
static int rule_case_count;

/* CASE(kind, function) { body }. The inventory reads the two words. */
#define CASE(kind_, function_)                                                                      \
  static void kind_##_by_##function_(void);                                                         \
  __attribute__((constructor)) static void add_##kind_##_by_##function_(void) {                     \
    rule_cases[rule_case_count++] = (struct rule_case){#kind_, #function_, kind_##_by_##function_}; \
  }                                                                                                 \
  static void kind_##_by_##function_(void)

int main(int count, char** words) {
  for (int i = 0; i < rule_case_count; ++i) {
    if (count != 3) {
      printf("%s %s\n", rule_cases[i].kind, rule_cases[i].function);
    } else if (strcmp(words[1], rule_cases[i].kind) == 0 && strcmp(words[2], rule_cases[i].function) == 0) {
      rule_cases[i].run();
      return 0;
    }
  }
  return count == 3 ? 2 : 0;
}

#endif
