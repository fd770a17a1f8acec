#include "engine/trace/trace.h"
#include "tests/fuzz/check.h"

int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t bytes) {
  using namespace sleave;
  const std::span<const std::byte> memory(reinterpret_cast<const std::byte*>(data), bytes);
  const Result<Trace> outcome = read_trace(memory, Detail::outcome);
  const Result<Trace> full = read_trace(memory, Detail::full);
  FUZZ_CHECK(outcome.ok() || !full.ok());  // what is checked less is accepted more often
  if (!full) return 0;
  for (std::uint32_t i = 0; i < full->threads.size(); ++i) FUZZ_CHECK(!full->thread_label(i).empty());
  for (const sleave_event& event : full->events) {
    FUZZ_CHECK(event.thread < full->threads.size());
    FUZZ_CHECK(full->stack(event.stack).size() <= full->stacks.size());
  }
  const Plan plan = plan_from_trace(*full, Plan());
  const std::vector<std::byte> written = serialize(plan);
  FUZZ_CHECK(!written.empty());
  return 0;
}
