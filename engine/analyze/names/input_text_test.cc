#include "engine/analyze/names/input_text.h"

#include <gtest/gtest.h>

#include "engine/expr/traced_test.h"

namespace sleave {
namespace {

std::string shown(const std::vector<std::uint8_t>& bytes) { return input_text(bytes); }

TEST(InputText, NumbersOfTheUsualSizes) {
  EXPECT_EQ(shown({7}), "7");
  EXPECT_EQ(shown({0x2c, 1}), "300");
  EXPECT_EQ(shown({0xff, 0xff, 0xff, 0xff}), "4294967295 (signed -1, 0xffffffff)");
  EXPECT_EQ(shown({'a'}), "97 (\"a\")");
  EXPECT_EQ(shown({0, 0, 0, 0, 0, 0, 0, 1}), "72057594037927936");
}

TEST(InputText, TextIsText) {
  EXPECT_EQ(shown({'h', 'i', '\n', 0, 0}), "\"hi\\n\"");
  EXPECT_EQ(shown({0, 0, 0}), "\"\"");
  EXPECT_EQ(shown({}), "\"\"");
}

TEST(InputText, TheRestIsHexadecimal) {
  EXPECT_EQ(shown({1, 0xab, 'x'}), "0x01ab78");
  EXPECT_EQ(shown(std::vector<std::uint8_t>(100, 1)).substr(128), "01... (100 bytes)");
}

TEST(InputText, RangesAreToldAsTheProgramHasThem) {
  const std::vector<std::uint8_t> five{5};
  EXPECT_EQ(range_text(five, 1), "6");
  EXPECT_EQ(range_text(five, -7), "-2");
  const std::vector<std::uint8_t> three_bytes{0, 0, 1};
  EXPECT_EQ(range_text(three_bytes, 10), "65546");
}

TEST(InputText, InputsOfARunInTheirOrder) {
  expr::Traced traced;
  const std::uint32_t child = traced.add_thread();
  traced.input(1, "n", {5});
  traced.input(2, "m", {6, 0}, child);
  const std::vector<FindingInput> inputs = finding_inputs(traced.trace);
  ASSERT_EQ(inputs.size(), 2u);
  EXPECT_EQ(inputs[0].name, "n");
  EXPECT_EQ(inputs[0].value, "5");
  EXPECT_EQ(inputs[1].thread, "T1");
  EXPECT_EQ(inputs[1].bytes, "0600");
}

}  // namespace
}  // namespace sleave
