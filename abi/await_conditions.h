/* When a loop that only looks ends: await_conditions.def as numbers. */
#ifndef SLEAVE_ABI_AWAIT_CONDITIONS_H
#define SLEAVE_ABI_AWAIT_CONDITIONS_H

enum sleave_await_condition {
#define SLEAVE_AWAIT_CONDITION(name, type, comparison) SLEAVE_AWAIT_##name,
#include "await_conditions.def"
#undef SLEAVE_AWAIT_CONDITION
  SLEAVE_AWAIT_CONDITIONS
};

#endif
