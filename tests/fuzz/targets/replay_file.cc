#include "engine/trace/replay_file.h"
#include "tests/fuzz/check.h"

int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t bytes) {
  using namespace sleave;
  const Result<ReplayFile> file = parse_replay_file({reinterpret_cast<const char*>(data), bytes});
  if (!file) return 0;
  const std::string written = serialize(*file);
  const Result<ReplayFile> again = parse_replay_file(written);
  FUZZ_CHECK(again.ok());
  FUZZ_CHECK(serialize(*again) == written);
  FUZZ_CHECK(same_plan(file->plan, again->plan));
  return 0;
}
