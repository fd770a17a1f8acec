#include "engine/find/race_harm.h"

#include <gtest/gtest.h>

namespace sleave {
namespace {

RaceHarm harm(const std::string& one, const std::string& other) {
  Finding finding;
  finding.accesses.resize(2);
  finding.accesses[0].title = one;
  finding.accesses[1].title = other;
  return race_harm(finding);
}

TEST(RaceHarm, IsThatOfBothAccesses) {
  EXPECT_EQ(harm("Volatile write of size 4", "Volatile read of size 4"), RaceHarm::volatile_only);
  EXPECT_EQ(harm("Write of size 4", "Volatile read of size 4"), RaceHarm::read_write);
  EXPECT_EQ(harm("Write of size 4", "Read of size 8"), RaceHarm::read_write);
  EXPECT_EQ(harm("Atomic write of size 4", "Read of size 8"), RaceHarm::read_write);
  EXPECT_EQ(harm("Write of size 4", "Atomic write of size 4"), RaceHarm::two_writes);
  EXPECT_EQ(harm("Free", "Read of size 1"), RaceHarm::lifetime);
  EXPECT_EQ(harm("Use of a synchronization object", "Initialization or destruction of a synchronization object"),
            RaceHarm::lifetime);
}

TEST(RaceHarm, OthersHaveNone) { EXPECT_EQ(race_harm(Finding()), RaceHarm::none); }

}  // namespace
}  // namespace sleave
