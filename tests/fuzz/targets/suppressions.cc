#include "engine/find/suppressions.h"
#include "tests/fuzz/check.h"

int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t bytes) {
  using namespace sleave;
  const std::string_view text(reinterpret_cast<const char*>(data), bytes);
  Suppressions suppressions;
  const std::size_t built_in = suppressions.rules().size();
  if (!suppressions.add(text, "file")) return 0;
  const SuppressionSubject subject{"data_race", {{{.function = "f(int)", .file = "a.cc", .module = "m"}}}, {"global"}};
  if (const auto rule = suppressions.match(subject)) FUZZ_CHECK(*rule < suppressions.rules().size());
  FUZZ_CHECK(suppressions.rules().size() >= built_in);
  return 0;
}
