#include "driver/link_kind.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

namespace sleave {
namespace {

using Words = std::vector<std::string>;

TEST(LinkKind, QuestionsLinkNothing) {
  EXPECT_EQ(linkKind({}), LinkKind::kNothing);
  EXPECT_EQ(linkKind({"-v"}), LinkKind::kNothing);
  EXPECT_EQ(linkKind({"--version"}), LinkKind::kNothing);
  EXPECT_EQ(linkKind({"-print-search-dirs"}), LinkKind::kNothing);
}

TEST(LinkKind, InputsMakeAnExecutable) {
  EXPECT_EQ(linkKind({"a.c", "-o", "a"}), LinkKind::kExecutable);
  EXPECT_EQ(linkKind({"-xc", "-"}), LinkKind::kExecutable);
  EXPECT_EQ(linkKind({"-c", "shared.c"}), LinkKind::kExecutable);
}

TEST(LinkKind, SharedAndRelocatableAreParts) {
  EXPECT_EQ(linkKind({"-shared", "a.o"}), LinkKind::kPart);
  EXPECT_EQ(linkKind({"a.o", "b.o", "-r", "-o", "c.o"}), LinkKind::kPart);
  EXPECT_EQ(linkKind({"a.o", "-nostdlib"}), LinkKind::kPart);
  EXPECT_EQ(linkKind({"a.o", "-rdynamic", "-static-libgcc"}), LinkKind::kExecutable);
}

TEST(LinkKind, ResponseFilesAreLookedInto) {
  std::string path = testing::TempDir() + "link_kind_" + std::to_string(getpid()) + ".rsp";
  std::ofstream(path) << "a.o\n-shared";
  EXPECT_EQ(linkKind({"@" + path}), LinkKind::kPart);
  std::ofstream(path) << "a.o @" << path;
  EXPECT_EQ(linkKind({"@" + path}), LinkKind::kExecutable);
  std::remove(path.c_str());
  EXPECT_EQ(linkKind({"@" + path}), LinkKind::kExecutable);
}

TEST(SplitResponse, FollowsGnuQuoting) {
  EXPECT_EQ(splitResponse("a  b\n\tc"), (Words{"a", "b", "c"}));
  EXPECT_EQ(splitResponse(R"("a b" 'c d' e\ f)"), (Words{"a b", "c d", "e f"}));
  EXPECT_EQ(splitResponse(R"('it\s' "a\"b" "")"), (Words{R"(it\s)", R"(a"b)", ""}));
  EXPECT_EQ(splitResponse(R"(-DX="y z"w)"), (Words{"-DX=y zw"}));
}

}  // namespace
}  // namespace sleave
