#include "cli/argument_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <sstream>
#include <string_view>
#include <utility>

#include "engine/base/interrupt.h"
#include "engine/inputs/kept_inputs.h"
#include "engine/synth/command.h"

namespace sleave {
namespace {

// Of a pool: each multiplies the number of clients.
constexpr std::size_t kMostValues = 4;
constexpr int kOrders = 6;  // of the operations
constexpr std::uint64_t kMostRuns = 1'000;

// Findings are made again by clients with the values, smallest first.
class Unheard final : public CampaignObserver {
 public:
  void started(const CampaignStatus& /*status*/) override {}
  void progress(const CampaignStatus& /*status*/) override {}
  void found(const Finding& /*finding*/, const FoundFinding& /*place*/) override {}
  void warn(const std::string& /*message*/) override {}
};

// One line for each pool; none: the program is no client, or has none.
std::vector<std::string> pools_of(const std::string& program, std::vector<std::string> words) {
  words.insert(words.begin(), program);
  words.emplace_back("--pools");
  const Result<synth::Ran> ran = synth::run_command(words);
  std::vector<std::string> lines;
  if (!ran || ran->code != 0) return lines;
  std::istringstream output(ran->output);
  for (std::string line; std::getline(output, line);) lines.push_back(line);
  return lines;
}

std::string hex(const std::string& bytes) {
  std::string text;
  for (const char byte : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return text;
}

}  // namespace

ArgumentValues::ArgumentValues(std::string program) : program_(std::move(program)), texts_(pools_of(program_, {})) {}

Result<std::uint64_t> ArgumentValues::solve(CampaignOptions campaign) {
  using Clock = std::chrono::steady_clock;
  const bool is_limited = campaign.time.count() != 0;
  const Clock::time_point end = Clock::now() + campaign.time;
  KeptInputs kept;
  campaign.kept = &kept;
  campaign.strategy = "inputs";
  campaign.runs = kMostRuns;
  const std::vector<std::string> arguments = campaign.target.arguments;
  KeptInputs given;
  std::uint64_t runs = 0;
  for (int order = 0; order < kOrders && !interrupted(); ++order) {
    if (is_limited) campaign.time = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    if (is_limited && campaign.time.count() <= 0) break;
    campaign.target.arguments = arguments;
    campaign.target.arguments.push_back(fmt::format("--solve={}", order));
    Unheard observer;
    if (order == 0) {  // the first run has the values of the client file
      campaign.kept = &given;
      campaign.runs = 1;
      if (const Result<CampaignResult> first = run_campaign(campaign, observer); !first) return first.error();
      campaign.kept = &kept;
      campaign.runs = kMostRuns;
    }
    const Result<CampaignResult> result = run_campaign(campaign, observer);
    if (!result) return result.error();
    runs += result->status.runs;
  }
  for (auto& [name, values] : kept.values) {
    const std::vector<std::string>& own = given.values[name];
    std::erase_if(values,
                  [&](const std::string& bytes) { return std::find(own.begin(), own.end(), bytes) != own.end(); });
    add_all(name, values);
  }
  return runs;
}

// Of the input "pool 0".
void ArgumentValues::add_all(const std::string& name, const std::vector<std::string>& values) {
  constexpr std::string_view kPool = "pool ";
  if (!name.starts_with(kPool)) return;
  const std::size_t pool = std::stoul(name.substr(kPool.size()));
  const std::size_t before = words_.size();
  for (const std::string& bytes : values) {
    if (words_.size() < before + kMostValues) add(pool, bytes);
  }
}

// Unless the pool has it.
void ArgumentValues::add(std::size_t pool, const std::string& bytes) {
  words_.push_back(fmt::format("--value={}:{}", pool, hex(bytes)));
  std::vector<std::string> texts = pools_of(program_, words_);
  if (texts.empty() || texts == texts_) {
    words_.pop_back();
  } else {
    texts_ = std::move(texts);
  }
}

}  // namespace sleave
