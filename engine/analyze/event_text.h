// An event in a few words, for the interleaving table: "lock M1", "load head -> 0", "CAS head 1 -> 2 fails".
#pragma once

#include <cstdint>
#include <string>

#include "engine/analyze/object_names.h"
#include "engine/trace/trace.h"

namespace sleave {

std::string event_text(const Trace& trace, std::uint64_t index, ObjectNames& names);

// The same for an operation that has not happened: "lock M2", "join T1", "wait C1".
std::string pending_text(const Trace& trace, std::uint32_t thread, ObjectNames& names);

}  // namespace sleave
