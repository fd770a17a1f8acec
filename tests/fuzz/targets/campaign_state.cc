#include "engine/campaign/campaign_state.h"
#include "tests/fuzz/check.h"

int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t bytes) {
  using namespace sleave;
  const Result<CampaignState> state = campaign_state_from_json({reinterpret_cast<const char*>(data), bytes});
  if (!state) return 0;
  const std::string written = to_json(*state);
  const Result<CampaignState> again = campaign_state_from_json(written);
  FUZZ_CHECK(again.ok());
  FUZZ_CHECK(to_json(*again) == written);
  return 0;
}
