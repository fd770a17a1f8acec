#include "driver/refused.h"

#include <gtest/gtest.h>

namespace sleave {
namespace {

bool refused(const std::vector<std::string>& arguments) { return !refusal(arguments).empty(); }

TEST(Refused, ThreadSanitizer) {
  EXPECT_TRUE(refused({"-fsanitize=thread", "a.cc"}));
  EXPECT_TRUE(refused({"-c", "a.cc", "-fsanitize=undefined,thread"}));
  EXPECT_FALSE(refused({"-fsanitize=thread", "-fno-sanitize=thread", "a.cc"}));
  EXPECT_FALSE(refused({"-fsanitize=thread", "-fno-sanitize=all", "a.cc"}));
  EXPECT_FALSE(refused({"-fsanitize=address,undefined", "a.cc"}));
  EXPECT_NE(refusal({"-fsanitize=thread"}).find("-fsanitize=thread"), std::string::npos);
}

TEST(Refused, LibFuzzersMain) {
  EXPECT_TRUE(refused({"-fsanitize=address,fuzzer", "a.cc"}));
  EXPECT_FALSE(refused({"-fsanitize=fuzzer-no-link", "a.cc"}));
}

TEST(Refused, StaticPrograms) {
  EXPECT_TRUE(refused({"a.o", "-static"}));
  EXPECT_TRUE(refused({"-static-pie", "a.cc", "-o", "a"}));
  EXPECT_FALSE(refused({"-static", "-c", "a.cc"}));
  EXPECT_FALSE(refused({"a.o", "-static-libgcc", "-static-libstdc++"}));
}

TEST(Refused, WithSanitizer) {
  EXPECT_FALSE(refusalWithSanitizer({"a.o", "-static"}).empty());
  EXPECT_FALSE(refusalWithSanitizer({"a.o", "-static-libtsan"}).empty());
  EXPECT_FALSE(refusalWithSanitizer({"-c", "a.cc", "-fsleave-inputs"}).empty());
  EXPECT_TRUE(refusalWithSanitizer({"-c", "a.cc", "-fsanitize=thread"}).empty());
}

}  // namespace
}  // namespace sleave
