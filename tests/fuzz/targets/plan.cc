#include "engine/trace/plan.h"
#include "tests/fuzz/check.h"

int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t bytes) {
  using namespace sleave;
  const Result<Plan> plan = parse_plan({reinterpret_cast<const std::byte*>(data), bytes});
  if (!plan) return 0;
  const std::vector<std::byte> written = serialize(*plan);
  const Result<Plan> again = parse_plan(written);
  FUZZ_CHECK(again.ok());
  FUZZ_CHECK(same_plan(*plan, *again));
  return 0;
}
