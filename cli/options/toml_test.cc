#include "cli/options/toml.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace sleave {
namespace {

// "1 a=x; [run]2 3 b=1": sections and values with their lines; or the error.
std::string shown(const std::string& text) {
  const Result<std::vector<TomlSection>> sections = read_toml(text, "f");
  if (!sections) return sections.error().message;
  std::string shown;
  for (const TomlSection& section : *sections) {
    if (section.line != 0) shown += fmt::format("[{}]{} ", section.name, section.line);
    for (const TomlValue& value : section.values)
      shown += fmt::format("{} {}={}; ", value.line, value.name, value.value);
  }
  return shown;
}

TEST(Toml, KeepsTheOrderAndTheLinesOfTheFile) {
  EXPECT_EQ(shown(""), "");
  EXPECT_EQ(shown("z = 'x' # words\na = true\n\n[run]\nz = 1_000\na = 0x10\n[export]\n"),
            "1 z=x; 2 a=true; [run]4 5 z=1000; 6 a=16; [export]7 ");
}

TEST(Toml, TakesEveryWayToWriteATable) {
  EXPECT_EQ(shown("run.b = 1\nrun.a = 2"), "[run]1 1 b=1; 2 a=2; ");
  EXPECT_EQ(shown("run = {b = 1, a = 2}\nc = -3"), "2 c=-3; [run]1 1 b=1; 1 a=2; ");
}

TEST(Toml, ReadsStringsOfEveryKind) {
  EXPECT_EQ(shown("a = \"x\\t\\u00e9\\\"\"\nb = 'x\\t'\nc = \"\"\"\nx\ny\"\"\"\nd = 1"),
            "1 a=x\t\u00e9\"; 2 b=x\\t; 3 c=x\ny; 6 d=1; ");
}

TEST(Toml, RefusesOtherTypes) {
  const std::string types = "a value is a string in quotes, a whole number, true or false";
  EXPECT_EQ(shown("\na = 1.5"), "f:2: " + types);
  EXPECT_EQ(shown("[run]\na = [1, 2]"), "f:2: " + types);
  EXPECT_EQ(shown("a = 1979-05-27"), "f:1: " + types);
  const std::string one_word = "a section is one word in brackets: [run]";
  EXPECT_EQ(shown("[run]\n[run.b]\na = 1"), "f:2: " + one_word);
  EXPECT_EQ(shown("a = 1\n[[run]]\na = 1"), "f:2: " + one_word);
}

TEST(Toml, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(shown("a = 4\na = 5"), "f:2: not valid TOML: cannot redefine existing integer 'a'");
  EXPECT_EQ(shown("[run]\n\n[run]"), "f:3: not valid TOML: cannot redefine existing table 'run'");
  EXPECT_EQ(shown("a = 4 5"), "f:1: not valid TOML: expected a comment or whitespace, saw '5'");
  EXPECT_EQ(shown("\na = \"x"), "f:2: not valid TOML: encountered end-of-file");
  EXPECT_EQ(shown("a = 99999999999999999999"),
            "f:1: not valid TOML: '99999999999999999999' is not representable in 64 bits");
  EXPECT_EQ(shown("a = 1\nb = \"\xff\""), "f:2: not valid TOML: encountered invalid utf-8 sequence");
}

// An assertion of toml++ 3.3 failed for this.
TEST(Toml, SectionWithoutAName) {
  EXPECT_EQ(shown("a = 1\n[{u"),
            "f:2: not valid TOML: expected bare key starting character or string delimiter, saw '{'");
  EXPECT_EQ(shown("[]"), "f:1: not valid TOML: tables with blank bare keys are explicitly prohibited");
}

TEST(Toml, LimitsNesting) {
  EXPECT_NE(shown("a = " + std::string(100'000, '[')).find("f:1: not valid TOML: "), std::string::npos);
}

}  // namespace
}  // namespace sleave
