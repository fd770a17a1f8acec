/* What went in comes out. A value is named by its producer and its number there; each consumer keeps what it took. */
#ifndef SLEAVE_TESTS_REAL_CONSERVE_H
#define SLEAVE_TESTS_REAL_CONSERVE_H

#include <stdio.h>
#include <stdlib.h>

enum { MOST_PRODUCERS = 4, MOST_TAKEN = 64, PRODUCER_STEP = 1000 };

typedef struct {
  unsigned count;
  unsigned values[MOST_TAKEN];
} taken_values;

static inline unsigned make_value(unsigned producer, unsigned number) { return producer * PRODUCER_STEP + number; }

static inline void fail(const char* what) {
  fprintf(stderr, "%s\n", what);
  abort();
}

static inline void expect(int condition, const char* otherwise) {
  if (!condition) fail(otherwise);
}

static inline void take(taken_values* taken, unsigned value) {
  expect(taken->count < MOST_TAKEN, "more values came out than went in");
  taken->values[taken->count++] = value;
}

/* Each of the `each` values of every producer came out exactly once. */
static inline void expect_conserved(const taken_values* taken, unsigned consumers, unsigned producers, unsigned each) {
  unsigned seen[MOST_PRODUCERS][MOST_TAKEN] = {{0}};
  for (unsigned consumer = 0; consumer < consumers; ++consumer) {
    for (unsigned i = 0; i < taken[consumer].count; ++i) {
      unsigned producer = taken[consumer].values[i] / PRODUCER_STEP;
      unsigned number = taken[consumer].values[i] % PRODUCER_STEP;
      expect(producer < producers && number < each, "a value came out that never went in");
      expect(++seen[producer][number] == 1, "a value came out twice");
    }
  }
  for (unsigned producer = 0; producer < producers; ++producer) {
    for (unsigned number = 0; number < each; ++number) expect(seen[producer][number] == 1, "a value was lost");
  }
}

/* A consumer saw the values of each producer in the order they went in. */
static inline void expect_in_order(const taken_values* taken) {
  unsigned next[MOST_PRODUCERS] = {0};
  for (unsigned i = 0; i < taken->count; ++i) {
    unsigned producer = taken->values[i] / PRODUCER_STEP;
    unsigned number = taken->values[i] % PRODUCER_STEP;
    expect(number >= next[producer], "values of one producer came out of order");
    next[producer] = number + 1;
  }
}

#endif
