#include "engine/find/finding.h"
#include "engine/report/export/sarif.h"
#include "engine/report/text.h"
#include "tests/fuzz/check.h"

int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t bytes) {
  using namespace sleave;
  const Result<Finding> finding = finding_from_json({reinterpret_cast<const char*>(data), bytes});
  if (!finding) return 0;
  const std::string written = to_json(*finding);
  const Result<Finding> again = finding_from_json(written);
  FUZZ_CHECK(again.ok());
  FUZZ_CHECK(to_json(*again) == written);
  FUZZ_CHECK(!text_report(*finding, "sleave replay x", {.color = false, .width = 80}).empty());
  return 0;
}
