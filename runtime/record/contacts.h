// How often each thread used each object while other threads were alive: surw takes its weights from it.
#pragma once

#include "abi/trace.h"
#include "runtime/base/hidden.h"
#include "runtime/state/event_record.h"

namespace sleave::rt {

// Whether the plan asks for contacts.
SLEAVE_HIDDEN extern bool contacts_matter;

// The plan has taken effect.
void contacts_start();

// An event of the current thread. What it does while no other thread lives (before it creates one) does not count:
// there is no scheduling decision.
void contacts_add(const EventRecord& event_record, sleave_location location);

// Into the trace, at the end.
void write_contacts();

}  // namespace sleave::rt
