// SharedSearch: the rest of a search of which a campaign does a part (engine/farm). The campaign runs what its strategy
// has; SharedWork moves work in and out, in a thread of its own.
#pragma once

#include "engine/base/result.h"
#include "engine/strategy/shared_work.h"
#include "engine/trace/trace.h"

namespace sleave {

class SharedSearch {
 public:
  virtual ~SharedSearch() = default;

  // Before the first run. `work` is the strategy's, and stays until detach().
  virtual Status attach(SharedWork& work) = 0;
  // The first run is over. An error ends the campaign: what runs here is not what the others run.
  virtual Status admit(const Trace& trace) = 0;
  // Whether the campaign should end. Else it waits for work when it has none. Called often, by several threads.
  [[nodiscard]] virtual bool is_over() const = 0;
  // No run is in progress any more.
  virtual void detach() = 0;
};

}  // namespace sleave
