/* The functions of intercepts.def as an enum: the index of a function in every table about it. */
#ifndef SLEAVE_ABI_INTERCEPTS_H
#define SLEAVE_ABI_INTERCEPTS_H

enum sleave_intercept {
#define SLEAVE_CALL(function, family, treatment, role) SLEAVE_CALL_##function,
#include "intercepts.def"
#undef SLEAVE_CALL
  SLEAVE_CALL_COUNT
};

#endif
