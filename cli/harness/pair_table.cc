#include "cli/harness/pair_table.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "cli/commands.h"
#include "cli/print/output.h"
#include "cli/print/terminal.h"
#include "cli/print/wording.h"
#include "engine/base/counted.h"
#include "engine/base/interrupt.h"
#include "engine/harness/write_calls.h"

namespace sleave {
namespace {

std::string kinds_of(const std::vector<FoundFinding>& findings) {
  std::map<std::string, int> counts;
  for (const FoundFinding& found : findings) ++counts[found.kind];
  std::string text;
  for (const auto& [kind, count] : counts) {
    std::string words = kind;
    std::replace(words.begin(), words.end(), '_', ' ');
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, words);
  }
  return text;
}

}  // namespace

std::string words_of(const FunctionPair& pair) {
  return harness::last_name(pair.first) + " | " + harness::last_name(pair.second);
}

std::string result_of(const HarnessOutcome& outcome) {
  const CampaignStatus& status = outcome.result.status;
  if (!status.findings.empty()) return "finding";
  if (status.mostly_lost()) return "lost";
  return status.exhaustion && status.exhaustion->complete() ? "complete" : "sampled";
}

PairTable::PairTable(const std::vector<FunctionPair>& pairs) {
  for (const FunctionPair& pair : pairs) width_ = std::max(width_, words_of(pair).size());
  width_ = std::min<std::size_t>(width_, 36);
  print_line("{:<{}}  {:<12}  {:>7}  findings", "pair", width_, "result", "seconds");
}

void PairTable::print_row(const FunctionPair& pair, const std::string& result, double seconds,
                          const std::string& rest) const {
  const std::string name = words_of(pair);
  if (name.size() > width_) print_line("{}", name);
  print_text(fitted(
      fmt::format("{:<{}}  {:<12}  {:>7.1f}  {}\n", name.size() > width_ ? "" : name, width_, result, seconds, rest),
      STDOUT_FILENO));
}

void PairTable::add(const FunctionPair& pair, const HarnessOutcome& outcome, double seconds) {
  const std::vector<FoundFinding>& findings = outcome.result.status.findings;
  has_finding_ = has_finding_ || !findings.empty();
  for (const harness::RequestLine& each : outcome.requests) requests_[each.text] += each.inputs;
  print_row(pair, result_of(outcome), seconds, kinds_of(findings));
}

void PairTable::add_unsearched(const FunctionPair& pair, const std::string& result, double seconds,
                               const std::string& why) {
  print_row(pair, result, seconds, why);
}

void PairTable::add_unsearched(const FunctionPair& pair, const std::string& result, double seconds,
                               const Error& error) {
  print_row(pair, result, seconds, error.message.substr(0, error.message.find('\n')));
}

void PairTable::print_untried(std::size_t untried, std::size_t all) {
  print_line("{} of {} pairs were not tried: the time was over (--time)", untried, all);
}

int PairTable::finish(const std::string& folder) const {
  if (interrupted()) return exit_interrupted;
  if (!requests_.empty()) print_line("One thread fails, too, with some inputs; these count as no findings:");
  for (const auto& [text, inputs] : requests_)
    print_text(fitted(fmt::format("  {}: {}\n", text, counted(inputs, "input", "inputs")), STDOUT_FILENO));
  if (has_finding_) print_line("sleave show --out={} lists the findings", folder);
  return has_finding_ ? exit_finding : exit_clean;
}

}  // namespace sleave
