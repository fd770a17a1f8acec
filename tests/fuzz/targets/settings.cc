#include "cli/options/settings.h"
#include "tests/fuzz/check.h"

int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t bytes) {
  using namespace sleave;
  const std::string text(reinterpret_cast<const char*>(data), bytes);
  for (const auto& settings : {settings_in_file(text, "sleave.toml"), settings_in_variable(text)}) {
    if (!settings) {
      FUZZ_CHECK(!settings.error().message.empty());
      continue;
    }
    for (const Setting& setting : *settings) FUZZ_CHECK(setting.option.starts_with("--"));
  }
  return 0;
}
