#include "engine/inputs/input_bytes.h"
#include "tests/fuzz/check.h"

int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t bytes) {
  using namespace sleave;
  const auto inputs = inputs_from_bytes({data, bytes});
  if (!inputs) return 0;
  FUZZ_CHECK(inputs_from_bytes(bytes_of_inputs(*inputs)) == inputs);
  return 0;
}
