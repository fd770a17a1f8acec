// The class of a run: a hash of its partial order, equal for runs that differ only in the order of independent events.
//
// Every event e gets h(e) = H(kind, thread path, index, value, h of the event before it in its thread, h of the last
// event it depends on at its object); the class is the sum of all h(e), which no linearization can change. Two runs of
// one Mazurkiewicz trace have equal classes, and different traces have different ones up to collisions of 64 bits.
#pragma once

#include <cstdint>

#include "abi/trace.h"
#include "runtime/state/event_record.h"

namespace sleave::rt {

void class_hash_add(const EventRecord& event_record, sleave_location location);
std::uint64_t class_hash_total();

}  // namespace sleave::rt
