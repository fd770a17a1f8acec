#include "shared.h"

static std::atomic<int> total;

int second(int n) { return accumulate(total, n) + first(n); }
