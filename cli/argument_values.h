// Values of a client's arguments: those of its file, and others that take branches which these do not take.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/options/options.h"
#include "engine/base/result.h"
#include "engine/campaign/campaign.h"

namespace sleave {

// Makes the program whose arguments are inputs, in the given folder, and returns its path; empty: it cannot be made.
using SolvedProgram = std::function<Result<std::string>(const std::string& folder)>;

class ArgumentValues {
 public:
  // `program` is that of a client. Asks it for the arguments that have values.
  explicit ArgumentValues(std::string program);

  // "put, get: 1, 2 or 4711"
  [[nodiscard]] const std::vector<std::string>& texts() const { return texts_; }
  // What gives the program the values that its file does not have: "--value=0:67120000".
  [[nodiscard]] const std::vector<std::string>& words() const { return words_; }
  [[nodiscard]] bool empty() const { return texts_.empty(); }

  // Solves for other values by the runs of `campaign`, whose target is the program whose arguments are inputs, and adds
  // them. How many runs that took; none were found if words() are as before.
  Result<std::uint64_t> solve(CampaignOptions campaign);

 private:
  void add_all(const std::string& name, const std::vector<std::string>& values);
  void add(std::size_t pool, const std::string& bytes);

  std::string program_;
  std::vector<std::string> texts_;
  std::vector<std::string> words_;
};

}  // namespace sleave
