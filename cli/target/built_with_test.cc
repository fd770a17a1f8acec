#include "cli/target/built_with.h"

#include <gtest/gtest.h>

#include "abi/contract.h"

namespace sleave {
namespace {

// As readelf -n shows it: sizes and type, the owner padded to four bytes, the text.
std::string note(const std::string& text) {
  return std::string("\7\0\0\0\24\0\0\0\1\0\0\0", 12) + std::string("Sleave\0\0", 8) + text + std::string(1, '\0');
}

TEST(BuiltWith, ThisOne) { EXPECT_TRUE(note_is_ours("queue_test", note(SLEAVE_CONTRACT)).ok()); }

TEST(BuiltWith, AnotherOneIsNamed) {
  const Status status = note_is_ours("queue_test", note("0.0.9 0123456789ab"));
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().tier, Tier::environment);
  EXPECT_NE(status.error().message.find("queue_test was built with Sleave 0.0.9 (0123456789ab); this is Sleave "),
            std::string::npos);
}

TEST(BuiltWith, ADamagedNoteIsNotOurs) {
  for (const std::string& bytes : {std::string(), std::string(40, 'x'), note(SLEAVE_CONTRACT).substr(0, 20)}) {
    EXPECT_FALSE(note_is_ours("queue_test", bytes).ok());
  }
}

}  // namespace
}  // namespace sleave
