// The table of a search of pairs, and the lines below it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cli/harness/search.h"
#include "engine/base/result.h"
#include "engine/campaign/campaign.h"

namespace sleave {

constexpr std::chrono::milliseconds kOfPair{10'000};  // without a limit of all
constexpr std::chrono::milliseconds kLeastOfPair{300};

struct FunctionPair {
  std::string first{};
  std::string second{};
};
std::string words_of(const FunctionPair& pair);

// "finding", "lost", "complete" or "sampled".
std::string result_of(const HarnessOutcome& outcome);

class PairTable {
 public:
  // Prints the heading.
  explicit PairTable(const std::vector<FunctionPair>& pairs);

  void add(const FunctionPair& pair, const HarnessOutcome& outcome, double seconds);
  void add_unsearched(const FunctionPair& pair, const std::string& result, double seconds, const std::string& why);
  void add_unsearched(const FunctionPair& pair, const std::string& result, double seconds, const Error& error);
  static void print_untried(std::size_t untried, std::size_t all);

  // Prints what all of them showed. The exit code.
  [[nodiscard]] int finish(const std::string& folder) const;

 private:
  void print_row(const FunctionPair& pair, const std::string& result, double seconds, const std::string& rest) const;

  std::size_t width_ = 4;
  std::map<std::string, std::uint64_t> requests_;
  bool has_finding_ = false;
};

}  // namespace sleave
