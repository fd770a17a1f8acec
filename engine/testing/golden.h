// For tests of reports: the expected output is kept in testdata/ and was checked by eye. Run the tests with
// SLEAVE_WRITE_GOLDENS=1 to write the files again, then read the difference.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace sleave {

inline void expect_golden(const std::string& name, const std::string& text) {
  const auto path = std::filesystem::path(SLEAVE_REPORT_TESTDATA) / name;
  if (std::getenv("SLEAVE_WRITE_GOLDENS") != nullptr) std::ofstream(path, std::ios::binary) << text;
  std::ifstream file(path, std::ios::binary);
  std::stringstream golden;
  golden << file.rdbuf();
  EXPECT_EQ(text, golden.str()) << path;
}

}  // namespace sleave
