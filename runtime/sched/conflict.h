// Whether the order of two pending operations of different threads can matter.
#pragma once

#include "runtime/state/thread.h"

namespace sleave::rt {

inline bool only_reads(sleave_event_kind kind) {
  return kind == SLEAVE_EV_atomic_load || kind == SLEAVE_EV_visible_read;
}

inline bool conflict(const Pending& a, const Pending& b) {
  return a.object != nullptr && a.object == b.object && !(only_reads(a.kind) && only_reads(b.kind));
}

}  // namespace sleave::rt
