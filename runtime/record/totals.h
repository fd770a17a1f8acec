// Between record.cc and end.cc only.
#pragma once

namespace sleave::rt {

// Counts and hashes into the trace's header.
void record_totals();

}  // namespace sleave::rt
