// The test cases of a program that was made with GoogleTest or Catch2: each can be run alone, by an argument that such
// programs take anyway.
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"

namespace sleave {

struct TestCase {
  std::string name;      // "Queue.KeepsOrder", "an empty queue"
  std::string argument;  // makes the program run this one only
};

// Starts the program uncontrolled: with --help, to recognize its framework, and for its list.
Result<std::vector<TestCase>> cases_of(const std::string& program);

// Those whose name fits a pattern of the shell; only one whose name is the pattern itself, if there is one.
std::vector<TestCase> fitting(const std::vector<TestCase>& cases, const std::string& pattern);

// The lists, as the frameworks print them.
std::vector<TestCase> googletest_cases(const std::string& list);
std::vector<TestCase> catch2_cases(const std::string& list);

// A name for each that can be part of a file's, no two the same.
std::vector<std::string> file_names(const std::vector<TestCase>& cases);

}  // namespace sleave
