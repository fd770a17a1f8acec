// Calls on a descriptor whose number another thread has closed meanwhile.
//
// The runtime reports when a number refers to something else by the time a call takes effect than when the call was
// made. The moment at which it was made is no event of its own: it is right after the thread's last event before, and
// whether that comes before the close or after it is no difference between two equivalence classes. So a search that
// runs one of the two orders has not seen what the other would show.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/model/step.h"

namespace sleave {

struct NumberUse {
  std::size_t step = 0;  // which of the run's
  std::uint64_t number = 0;
  bool closes = false;
};

// Whether one of the uses, in the order of the run, is of a number that another thread closed before it, and not before
// the last event of its own thread in every order of the same class.
bool uses_number_closed_meanwhile(const graph::Steps& steps, const std::vector<NumberUse>& uses);

}  // namespace sleave
