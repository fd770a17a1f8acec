#include "engine/report/lines.h"

#include <gtest/gtest.h>

namespace sleave {
namespace {

using Lines = std::vector<std::string>;

TEST(Wrap, BreaksAtSpaces) {
  EXPECT_EQ(wrap("one two three", 7), (Lines{"one two", "three"}));
  EXPECT_EQ(wrap("one two three", 8), (Lines{"one two", "three"}));
  EXPECT_EQ(wrap("one", 3), (Lines{"one"}));
  EXPECT_EQ(wrap("", 3), (Lines{""}));
}

TEST(Wrap, CutsWordsThatAreTooLong) {
  EXPECT_EQ(wrap("abcdefgh", 3), (Lines{"abc", "def", "gh"}));
  EXPECT_EQ(wrap("ab cdefgh", 4), (Lines{"ab", "cdef", "gh"}));
}

TEST(Wrap, NeverCutsACharacter) { EXPECT_EQ(wrap("\u00e4\u00f6\u00fc", 2), (Lines{"\u00e4\u00f6", "\u00fc"})); }

TEST(KeepEnd, KeepsTheEnd) {
  EXPECT_EQ(keep_end("/a/long/path.cc:3", 10), "...th.cc:3");
  EXPECT_EQ(keep_end("short", 10), "short");
  EXPECT_EQ(keep_end("abcdef", 2), "ef");
}

TEST(Clean, ReplacesWhatATerminalWouldObey) {
  EXPECT_EQ(clean("a\033[0m\n\x7f"), "a?[0m ?");
  EXPECT_EQ(clean("\xff\xc3"), "??");
  EXPECT_EQ(clean("\u00e4 \u6f22"), "\u00e4 \u6f22");
}

TEST(WrapLines, LeavesRowsAndShortLinesAlone) {
  EXPECT_EQ(wrap_lines("one two three\n  a row that is long\nend", 10),
            "one two\n  three\n  a row that is long\nend\n");
  EXPECT_EQ(wrap_lines("exactly 10\n\n", 10), "exactly 10\n\n");
  EXPECT_EQ(wrap_lines("", 10), "");
}

}  // namespace
}  // namespace sleave
