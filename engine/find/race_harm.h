// How harmful a data race looks, by its two accesses. What it led to, if anything, counts for more.
#pragma once

#include "engine/find/finding.h"

namespace sleave {

enum class RaceHarm {
  none,           // the finding is no data race
  volatile_only,  // code that is older than C11 means atomics
  read_write,     // a value that is too old, or half written
  two_writes,     // a write may be lost
  lifetime        // memory or an object is created or destroyed while another thread uses it
};

RaceHarm race_harm(const Finding& finding);

}  // namespace sleave
