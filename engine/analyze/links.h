// What an event has from an earlier event of another thread: the arrows of a report.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/find/finding.h"
#include "engine/trace/trace.h"

namespace sleave {

struct EventLink {
  const char* kind;  // as in FindingLink
  std::uint64_t from, to;
};

// Of every event that has one, in the order of the run; without "create" and "blocks". A semaphore's post is the last
// one before the wait; which of several it took is unknown.
std::vector<EventLink> event_links(const Trace& trace);

// The links between the steps of a table: `steps` are events of `trace`, in its order, then those that are unfinished.
std::vector<FindingLink> step_links(const Trace& trace, const std::vector<FindingStep>& steps);

}  // namespace sleave
