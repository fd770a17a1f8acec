// An event in a few words, for the interleaving table: "lock M1", "load head -> 0", "CAS head 1 -> 2 fails".
#pragma once

#include <cstdint>
#include <string>

#include "engine/analyze/names/object_names.h"
#include "engine/trace/trace.h"

namespace sleave {

std::string event_text(const Trace& trace, std::uint64_t index, ObjectNames& names);

// The memory that an event reads or writes, and what is in it afterwards; empty if it does neither, or in large, or if
// that is not known.
std::string accessed_object(const sleave_event& event, std::uint64_t at, ObjectNames& names);
std::string value_after(const Trace& trace, std::uint64_t at, ObjectNames& names);

// Words for an operation that has not happened: "lock M2", "join T1", "wait C1".
std::string pending_text(const Trace& trace, std::uint32_t thread, ObjectNames& names);

}  // namespace sleave
