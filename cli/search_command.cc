#include "cli/search_command.h"

#include <fmt/format.h>

#include <vector>

#include "abi/environment.h"
#include "abi/plan.h"
#include "cli/options/options.h"
#include "engine/base/duration.h"
#include "engine/base/size.h"
#include "engine/report/lines.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

// As --client reads it: ' and " keep a word together, and there is no other way to quote them.
std::string quoted_word(const std::string& word) {
  if (word.find_first_of(" \t\n;'\"") == std::string::npos && !word.empty()) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\"'\"'") : std::string(1, c);
  return text + "'";
}

std::string client_words(const std::string& encoded) {
  std::string text, word;
  for (const char c : encoded) {
    if (c == SLEAVE_END_OF_WORD) {
      if (!text.empty() && !text.ends_with("; ")) text += ' ';
      text += quoted_word(word);
      word.clear();
    } else if (c == SLEAVE_END_OF_CLIENT) {
      text += "; ";
    } else {
      word += c;
    }
  }
  return text.ends_with("; ") ? text.substr(0, text.size() - 2) : text;
}

class Words {
 public:
  // Unless it is the default.
  void add(const char* option, const std::string& value, const std::string& preset) {
    if (value != preset) add(fmt::format("--{}={}", option, value));
  }
  void add_switch(const char* option, bool on) {
    if (on) add(option);
  }
  void add(const std::string& word) { text_ += (text_.empty() ? "" : " ") + shell_word(word); }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

void add_bound(Words& words, const graph::Bound& bound) {
  using Kind = graph::Bound::Kind;
  if (bound.kind == Kind::none) return;
  words.add(fmt::format("--{}={}", bound.kind == Kind::preemptions ? "preemptions" : "interferences", bound.most));
}

void add_flags(Words& words, std::uint32_t flags) {
  words.add_switch("--fail-on-exit=no", (flags & SLEAVE_PLAN_FAIL_ON_EXIT) == 0);
  words.add_switch("--fail-on-leak", (flags & SLEAVE_PLAN_FAIL_ON_LEAK) != 0);
  words.add_switch("--races=off", (flags & SLEAVE_PLAN_DETECT_RACES) == 0);
  words.add_switch("--schedule-plain", (flags & SLEAVE_PLAN_SCHEDULE_PLAIN) != 0);
  words.add_switch("--volatile=relaxed", (flags & SLEAVE_PLAN_VOLATILE_RELAXED) != 0);
  words.add_switch("--volatile=atomic", (flags & SLEAVE_PLAN_VOLATILE_ATOMIC) != 0);
}

// The default of a size, as the number that requests have.
std::string bytes_of(const std::string& size) {
  const Result<std::uint64_t> bytes = parse_size(size);
  return bytes ? std::to_string(*bytes) : size;
}

}  // namespace

std::string search_command(const farm::Request& request) {
  const CampaignOptions& campaign = request.campaign;
  const Target& target = campaign.target;
  const Options presets;
  Words words;
  for (const char* word : {"sleave", "run", "--strategy=dpor", "--runs=0", "--time=0", "--minimize=off"})
    words.add(word);
  words.add_switch("--keep-going", campaign.keep_going);
  add_bound(words, campaign.bound);
  words.add("choices", campaign.choices, presets.choices);
  words.add("time-outs", std::to_string(campaign.time_outs), presets.time_outs);
  words.add("without", campaign.without, presets.without);
  words.add("inputs", campaign.inputs, presets.inputs);
  words.add("solver", campaign.solving.solver, presets.solver);
  words.add("query-budget", std::to_string(campaign.solving.query_budget), presets.query_budget);
  add_flags(words, campaign.limits.flags);
  words.add("max-steps", std::to_string(campaign.limits.max_events), presets.max_steps);
  words.add("hang-time", format_duration(std::chrono::milliseconds(campaign.limits.hang_cpu_ms)), presets.hang_time);
  words.add("memory", std::to_string(target.memory_limit), bytes_of(presets.memory));
  words.add("isolation", isolation_name(campaign.isolation), presets.isolation);
  words.add("files", target.files, presets.files);
  words.add("client", client_words(target.clients), presets.client);
  words.add("threads", target.threads == SLEAVE_THREADS_FIBER ? "fiber" : "native", presets.threads);
  words.add(target.program);
  for (const std::string& argument : target.arguments) words.add(argument);
  const std::string libraries =
      request.library_path.empty() ? "" : "LD_LIBRARY_PATH=" + shell_word(request.library_path) + " ";
  return fmt::format("cd {} && {}{}", shell_word(target.directory), libraries, words.text());
}

}  // namespace sleave
