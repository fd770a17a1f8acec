#include "cli/client_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "cli/campaign_options.h"
#include "cli/commands.h"
#include "cli/print/output.h"
#include "cli/print/screen.h"
#include "cli/print/summary.h"
#include "cli/print/wording.h"
#include "cli/version.h"
#include "engine/base/file.h"
#include "engine/base/interrupt.h"
#include "engine/campaign/campaign.h"

namespace sleave {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// What sampling looks for after a complete search: reuse of addresses, above all.
constexpr milliseconds kSamplesAfterwards{3000};

constexpr std::uint64_t kMostCalls = 12;  // while there is time

struct Round {
  std::uint64_t calls = 0;
  std::uint64_t before = 0;
};

std::string words_of(const Round& round) {
  const std::string before = round.before == 0 ? "" : fmt::format(" after {} of main", round.before);
  return fmt::format("{} calls{}", round.calls, before);
}

std::string in_one_line(std::string text) {
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at)) text.replace(at, 1, "; ");
  return text;
}

std::string words_of(const ClientSizes& sizes) {
  return fmt::format("at most {} calls of at most {} threads, after at most {} of main", sizes.calls, sizes.callers,
                     sizes.before);
}

// As include/sleave/client/contract.hpp knows them; empty: that of the client file.
bool is_contract(const std::string& name) {
  const bool is_quasi = name.size() == 7 && name.starts_with("quasi-") && name[6] >= '1' && name[6] <= '9';
  return is_quasi || name.empty() || name == "linearizable" || name == "sequential" || name == "quiescent" ||
         name == "fifo-per-producer";
}

class ClientSearch {
 public:
  ClientSearch(const CommandLine& line, const Options& options, std::string program, const ClientSizes& sizes,
               const ClientContent& content, const TextStyle& style)
      : line_(line),
        options_(options),
        program_(std::move(program)),
        sizes_(sizes),
        content_(content),
        style_(style),
        minimizer_(minimizer_of(options)) {}

  int run() {
    Result<CampaignOptions> whole = options_for({program_, calls(sizes_.calls), callers(), before(sizes_.before)});
    if (!whole) return complain(whole.error());
    end_ = whole->time.count() == 0 ? Clock::time_point::max() : Clock::now() + whole->time;
    const bool as_asked = line_.given("--strategy") || whole->runs != 0 || whole->keep_going || whole->resume;
    if (as_asked) return search(*whole, /*in_full=*/true);
    for (std::uint64_t calls = 2; calls <= sizes_.calls; ++calls) {
      if (const std::optional<int> code = try_rounds(calls)) return *code;
    }
    print_text(fitted(complete_clients_lines(words_of(sizes_), total_, waiting_, misused_), STDOUT_FILENO));
    const bool uses_up_time = line_.given("--time") && whole->time.count() != 0 && !line_.given("--calls");
    for (std::uint64_t calls = sizes_.calls + 1; uses_up_time && calls <= kMostCalls; ++calls) {
      if (const std::optional<int> code = try_rounds(calls)) return *code;
    }
    return total_.leaves_something_to_sampling()
               ? sample(*whole, left().count() == 0 ? kSamplesAfterwards : std::min(left(), kSamplesAfterwards))
               : exit_clean;
  }

 private:
  static std::string calls(std::uint64_t number) { return fmt::format("--calls={}", number); }
  static std::string before(std::uint64_t number) { return fmt::format("--before={}", number); }
  [[nodiscard]] std::string callers() const { return fmt::format("--threads={}", sizes_.callers); }

  [[nodiscard]] int complain(const Error& error) const { return sleave::complain(line_.placed(error)); }

  Result<CampaignOptions> options_for(std::vector<std::string> words) {
    if (!options_.contract.empty()) words.push_back("--contract=" + options_.contract);
    return campaign_options(line_, options_, words, minimizer_);
  }

  [[nodiscard]] milliseconds left() const {
    if (end_ == Clock::time_point::max()) return milliseconds(0);
    return std::max(std::chrono::duration_cast<milliseconds>(end_ - Clock::now()), milliseconds(1));
  }

  // All clients of so many calls. The exit code, if the search is over.
  std::optional<int> try_rounds(std::uint64_t calls) {
    for (std::uint64_t before = 0; before <= sizes_.before; ++before) {
      if (std::optional<int> code = try_round({calls, before})) return code;
      if (!complete_) return sample_larger();
    }
    return std::nullopt;
  }

  // The exit code, if the search is over.
  std::optional<int> try_round(const Round& round) {
    Result<CampaignOptions> campaign =
        options_for({program_, calls(round.calls), callers(), before(round.before), "--exactly"});
    if (!campaign) return complain(campaign.error());
    campaign->strategy = "dpor";
    campaign->time = left() / 2;
    Screen screen(style_, *campaign, kVersion, "");
    screen.be_quiet();
    const Result<CampaignResult> result = run_campaign(*campaign, screen);
    screen.clear();
    if (!result) return complain(result.error());
    const CampaignStatus& status = result->status;
    complete_ = status.exhaustion && status.exhaustion->complete() && status.exhaustion->bound.empty();
    if (complete_) {
      add(*status.exhaustion);
      last_complete_ = words_of(round);
      is_whole_ = round.calls == sizes_.calls && round.before == sizes_.before;
    }
    waiting_ += status.waiting;
    misused_ += status.misused;
    if (!status.findings.empty() || result->error || result->end == CampaignEnd::interrupted)
      return finish(*campaign, *result, screen);
    const std::string ending = complete_
                                   ? fmt::format("complete, {} classes of executions in {:.1f} s",
                                                 status.exhaustion->complete_runs, status.seconds)
                                   : fmt::format("not complete after {} runs in {:.1f} s", status.runs, status.seconds);
    print_line("clients of {}: {}", words_of(round), ending);
    if (is_whole_) {
      if (const Status written = write_summary(*campaign, *result); !written) return complain(written.error());
    }
    if (status.waiting != 0) print_line("  {} runs end with calls that wait, as the class allows", status.waiting);
    if (status.misused != 0) print_line("  {} runs left out: {}", status.misused, in_one_line(status.misused_why));
    return std::nullopt;
  }

  void add(const Exhaustion& round) {
    total_.complete_runs += round.complete_runs;
    total_.audit_runs += round.audit_runs;
    total_.assumptions.insert(round.assumptions.begin(), round.assumptions.end());
  }

  int finish(const CampaignOptions& campaign, const CampaignResult& result, Screen& screen) {
    screen.finish(result, options_.verbose);
    if (result.error) print_problem(line_.placed(*result.error).message);
    if (const Status written = write_summary(campaign, result); !written) return complain(written.error());
    return exit_code(result);
  }

  Status write_summary(const CampaignOptions& campaign, const CampaignResult& result) const {
    if (options_.summary.empty()) return ok();
    nlohmann::json left_out = nlohmann::json::array();
    for (const auto& [operation, reason] : content_.left_out)
      left_out.push_back({{"operation", operation}, {"reason", reason}});
    nlohmann::json summary = nlohmann::json::parse(summary_json(campaign, result));
    summary["clients"] = {{"operations", content_.operations},
                          {"left_out", left_out},
                          {"seconds_to_first_run", content_.seconds_to_first_run},
                          {"complete", last_complete_},
                          {"whole", is_whole_},
                          {"classes", total_.complete_runs}};
    return write_output(options_.summary, summary.dump(2) + "\n");
  }

  // Some bugs need long clients: growth, wrap-around, reclamation. A size that was asked for is kept.
  int sample_larger() {
    const std::uint64_t factor = line_.given("--calls") || line_.given("--before") ? 1 : 2;
    Result<CampaignOptions> larger =
        options_for({program_, calls(factor * sizes_.calls), callers(), before(factor * sizes_.before)});
    return larger ? sample(*larger, left()) : complain(larger.error());
  }

  int sample(CampaignOptions& whole, milliseconds time) {
    whole.time = time;
    whole.strategy = complete_ ? "sample" : "auto";
    return search(whole, !complete_);
  }

  int search(const CampaignOptions& campaign, bool in_full) {
    Screen screen(style_, campaign, kVersion, "");
    if (!in_full) screen.be_quiet();
    const Result<CampaignResult> result = run_campaign(campaign, screen);
    screen.clear();
    if (!result) return complain(result.error());
    return finish(campaign, *result, screen);
  }

  const CommandLine& line_;
  const Options& options_;
  std::string program_;
  ClientSizes sizes_;
  const ClientContent& content_;
  TextStyle style_;
  Minimizer minimizer_;
  Clock::time_point end_;
  bool complete_ = false;      // the last round
  std::string last_complete_;  // the largest complete round
  bool is_whole_ = false;      // all rounds are complete
  Exhaustion total_;           // of the complete rounds
  std::uint64_t waiting_ = 0;  // runs that end with calls that may wait
  std::uint64_t misused_ = 0;  // runs of clients that fail serially
};

}  // namespace

Result<ClientSizes> client_sizes(const Options& options) {
  const std::pair<const char*, const std::string*> others[] = {
      {"runs", &options.runs}, {"seed", &options.seed}, {"jobs", &options.jobs}};
  for (const auto& [name, text] : others) {
    if (const Result<std::uint64_t> number = parse_count(name, *text); !number) return number.error();
  }
  if (!is_contract(options.contract)) {
    return Error{Tier::usage,
                 fmt::format("--contract={}: use linearizable, sequential, quiescent, quasi-1 to quasi-9 or "
                             "fifo-per-producer",
                             options.contract)};
  }
  const Result<std::uint64_t> calls = parse_count("calls", options.calls);
  if (!calls) return calls.error();
  const Result<std::uint64_t> callers = parse_count("callers", options.callers);
  if (!callers) return callers.error();
  const Result<std::uint64_t> before = parse_count("before", options.before);
  if (!before) return before.error();
  return ClientSizes{*calls, *callers, *before};
}

int search_clients(const CommandLine& line, const Options& options, const std::string& program,
                   const ClientSizes& sizes, const ClientContent& content) {
  const Result<TextStyle> style = text_style(options.color, options.full);
  if (!style) return complain(line.placed(style.error()));
  return ClientSearch(line, options, program, sizes, content, *style).run();
}

}  // namespace sleave
