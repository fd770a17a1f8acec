#include "engine/report/lines.h"

#include <gtest/gtest.h>

#include <string>

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

// Table 3-7 of the Unicode standard: overlong forms, surrogates and what is beyond the last code point are no UTF-8.
TEST(Clean, TakesWellFormedSequencesOnly) {
  EXPECT_EQ(clean("\xc0\xaf"), "??");
  EXPECT_EQ(clean("\xe0\x80\xaf"), "???");
  EXPECT_EQ(clean("\xed\xa0\x80"), "???");
  EXPECT_EQ(clean("\xf0\x80\x80\xaf"), "????");
  EXPECT_EQ(clean("\xf4\x90\x80\x80"), "????");
  EXPECT_EQ(clean("\xe2\x82"), "??");
  EXPECT_EQ(clean("\xf4\x8f\xbf\xbd"), "\xf4\x8f\xbf\xbd");
}

TEST(Clean, ReplacesWhatChangesTheTextAroundIt) {
  for (const char* text : {"\u061c", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066",
                           "\u2067", "\u2068", "\u2069", "\u2028", "\u2029", "\u0085", "\u009b", "\ufeff"}) {
    EXPECT_EQ(clean(std::string("a") + text + "b"), "a?b") << text;
  }
  EXPECT_EQ(clean("\u05d0 \u0627"), "\u05d0 \u0627") << "letters that are written from right to left";
}

TEST(Printable, KeepsLinesAndOurColorsOnly) {
  const std::string painted = paint("red", Role::warning, true);
  EXPECT_EQ(printable(painted + "\n\tx", true), painted + "\n\tx");
  EXPECT_EQ(printable(painted, false), "?[1;31mred?[0m");
  EXPECT_EQ(printable("\033[2J\033[8m\r", true), "?[2J?[8m?");
}

// What a shell makes of each is seen by tests/cli/terminal_test.py.
TEST(ShellWord, QuotesWhatAShellWouldTouch) {
  EXPECT_EQ(shell_word("sleave-out/a_b.c+1/findings/1"), "sleave-out/a_b.c+1/findings/1");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word("it's $x"), "'it'\\''s $x'");
  EXPECT_EQ(shell_word("~"), "'~'");
  EXPECT_EQ(shell_word("a\nb'\\"), "$'a\\012b\\'\\\\'");
  EXPECT_EQ(shell_word("\xff"), "$'\\377'");
}

TEST(WrapLines, LeavesRowsAndShortLinesAlone) {
  EXPECT_EQ(wrap_lines("one two three\n  a row that is long\nend", 10),
            "one two\n  three\n  a row that is long\nend\n");
  EXPECT_EQ(wrap_lines("exactly 10\n\n", 10), "exactly 10\n\n");
  EXPECT_EQ(wrap_lines("", 10), "");
}

}  // namespace
}  // namespace sleave
