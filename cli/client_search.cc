#include "cli/client_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
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
#include "engine/base/counted.h"
#include "engine/base/file.h"
#include "engine/base/interrupt.h"
#include "engine/campaign/campaign.h"
#include "engine/synth/command.h"

namespace sleave {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// What sampling looks for after a complete search: reuse of addresses, above all.
constexpr milliseconds kSamplesAfterwards{3000};

constexpr std::uint64_t kMostCalls = 12;  // while there is time
constexpr std::uint64_t kMostCallsOfFull = 3;
constexpr int kShareOfSolving = 3;  // of the time, what other arguments may need with their clients: a third

struct Round {
  std::uint64_t calls = 0;
  std::uint64_t before = 0;
  bool fills = false;  // the first call before fills the object
};

std::string words_of(const Round& round) {
  const std::string before = round.before == 0 ? "" : fmt::format(" after {} of main", round.before);
  return fmt::format("{} calls{}{}", round.calls, before, round.fills ? ", the first of which fills it" : "");
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
               const ClientContent& content, const SolvedProgram& solved_program, const TextStyle& style)
      : line_(line),
        options_(options),
        program_(std::move(program)),
        sizes_(sizes),
        content_(content),
        solved_program_(solved_program),
        values_(program_),
        style_(style),
        minimizer_(minimizer_of(options)) {}

  int run() {
    Result<CampaignOptions> whole = options_for({program_, calls(sizes_.calls), callers(), before(sizes_.before)});
    if (!whole) return complain(whole.error());
    end_ = whole->time.count() == 0 ? Clock::time_point::max() : Clock::now() + whole->time;
    if (options_.arguments == "solve" && !values_.empty()) kept_for_solving_ = whole->time / kShareOfSolving;
    const bool as_asked = line_.given("--strategy") || whole->runs != 0 || whole->resume;
    if (as_asked) return search(*whole, /*in_full=*/true);
    if (!options_.progress.empty()) {
      if (const std::optional<int> code = try_progress(*whole)) return *code;
    }
    if (const std::optional<int> code = try_sizes()) return *code;
    if (options_.arguments == "solve" && solve_arguments(*whole)) {
      begin_again();
      if (const std::optional<int> code = try_sizes()) return *code;
    }
    if (interrupted()) return exit_interrupted;
    if (!complete_) return sample_larger();
    const bool uses_up_time = line_.given("--time") && whole->time.count() != 0 && !line_.given("--calls");
    for (std::uint64_t calls = sizes_.calls + 1; uses_up_time && calls <= kMostCalls; ++calls) {
      if (const std::optional<int> code = try_rounds(calls)) return *code;
      if (!complete_) return sample_larger();
    }
    if (total_.leaves_something_to_sampling())
      return sample(*whole, left().count() == 0 ? kSamplesAfterwards : std::min(left(), kSamplesAfterwards));
    return known_.empty() ? exit_clean : finish_rounds(*whole);
  }

 private:
  static std::string calls(std::uint64_t number) { return fmt::format("--calls={}", number); }
  static std::string before(std::uint64_t number) { return fmt::format("--before={}", number); }
  [[nodiscard]] std::string callers() const { return fmt::format("--threads={}", sizes_.callers); }

  [[nodiscard]] int complain(const Error& error) const { return sleave::complain(line_.placed(error)); }

  Result<CampaignOptions> options_for(std::vector<std::string> words) {
    if (!options_.contract.empty()) words.push_back("--contract=" + options_.contract);
    if (!options_.progress.empty()) words.push_back("--progress=" + options_.progress);
    words.insert(words.end(), values_.words().begin(), values_.words().end());
    Result<CampaignOptions> campaign = campaign_options(line_, options_, words, minimizer_);
    if (campaign) campaign->known = known_;
    return campaign;
  }

  [[nodiscard]] milliseconds left() const {
    if (end_ == Clock::time_point::max()) return milliseconds(0);
    return std::max(std::chrono::duration_cast<milliseconds>(end_ - Clock::now()), milliseconds(1));
  }

  // Calls that have to end. The exit code, if the search is over.
  std::optional<int> try_progress(CampaignOptions campaign) {
    campaign.strategy = "progress";
    campaign.time = left().count() == 0 ? kSamplesAfterwards : left() / 4;
    Screen screen(style_, campaign, kVersion, "");
    screen.be_quiet();
    const Result<CampaignResult> result = run_campaign(campaign, screen);
    screen.clear();
    if (!result) return complain(result.error());
    if (is_over(campaign, *result)) return finish(campaign, *result, screen);
    known_ = result->status.findings;
    add(result->status);
    print_line("{}: not refuted by {}", options_.progress, counted(result->status.runs, "sampled run", "sampled runs"));
    return std::nullopt;
  }

  static bool is_over(const CampaignOptions& campaign, const CampaignResult& result) {
    const bool is_enough = !result.status.findings.empty() && !campaign.keep_going;
    return is_enough || result.error || result.end == CampaignEnd::interrupted;
  }

  // All clients of all sizes, up to the first that is not complete. The exit code, if the search is over.
  std::optional<int> try_sizes() {
    for (std::uint64_t calls = 2; calls <= sizes_.calls; ++calls) {
      if (const std::optional<int> code = try_rounds(calls)) return code;
      if (!complete_) return std::nullopt;
    }
    if (known_.empty()) {
      const std::string lines = complete_clients_lines(words_of(sizes_), values_.texts(), total_, earlier_);
      print_text(fitted(lines, STDOUT_FILENO));
    }
    return std::nullopt;
  }

  // With further values of arguments: what was complete without them stays so.
  void begin_again() {
    is_again_ = true;
    total_ = {};
    earlier_ = {};
  }

  // Whether there are other values of arguments to be tried.
  bool solve_arguments(const CampaignOptions& whole) {
    is_solved_ = true;
    if (values_.empty() || interrupted()) return false;
    const std::string folder = whole.folder + "/arguments";
    const std::size_t before = values_.words().size();
    const Result<std::uint64_t> runs = solve_in(folder);
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    if (!runs) {
      print_line("arguments: not solved: {}", in_one_line(runs.error().message));
      return false;
    }
    if (*runs == 0) return false;
    const std::size_t found = values_.words().size() - before;
    print_line("arguments: {} found that take other branches, in {}",
               found == 0 ? "no values" : counted(found, "value", "values"), counted(*runs, "run", "runs"));
    for (const std::string& text : values_.texts()) {
      if (found != 0) print_line("  {}", text);
    }
    return found != 0;
  }

  // The number of runs; 0: there is no program for it.
  Result<std::uint64_t> solve_in(const std::string& folder) {
    if (Status made = make_folder(folder); !made) return made.error();
    const Result<std::string> program = solved_program_(folder);
    if (!program) return program.error();
    if (program->empty()) return std::uint64_t{0};
    Result<CampaignOptions> campaign = campaign_options(line_, options_, {*program}, minimizer_);
    if (!campaign) return campaign.error();
    campaign->folder = folder + "/campaign";
    campaign->refiner = nullptr;
    campaign->keep_going = true;
    campaign->limits.flags &= ~static_cast<std::uint32_t>(SLEAVE_PLAN_DETECT_RACES);
    campaign->time = left() / 4;
    return values_.solve(std::move(*campaign));
  }

  // All clients with this number of calls, up to those that are not complete. The exit code, if the search is over.
  std::optional<int> try_rounds(std::uint64_t calls) {
    for (std::uint64_t before = 0; before <= sizes_.before; ++before) {
      if (std::optional<int> code = try_round({calls, before})) return code;
      if (!complete_) return std::nullopt;
      if (before == std::min<std::uint64_t>(sizes_.before, 1) && calls <= kMostCallsOfFull && can_be_filled()) {
        if (std::optional<int> code = try_filled(calls)) return code;
      }
    }
    return std::nullopt;
  }

  // Objects that hold more than small clients insert: at their limit. The size is complete without these.
  std::optional<int> try_filled(std::uint64_t calls) {
    for (std::uint64_t before = 1; before <= 2; ++before) {
      if (std::optional<int> code = try_round({calls, before, true})) return code;
      if (!complete_) can_be_filled_ = false;
      if (!complete_) break;
    }
    complete_ = true;
    return std::nullopt;
  }

  bool can_be_filled() {
    if (!can_be_filled_) {
      std::vector<std::string> words = {program_, "--fills"};
      if (!options_.contract.empty()) words.push_back("--contract=" + options_.contract);
      const Result<synth::Ran> ran = synth::run_command(words);
      can_be_filled_ = ran && ran->code == 0;
    }
    return *can_be_filled_;
  }

  // The exit code, if the search is over.
  std::optional<int> try_round(const Round& round) {
    std::vector<std::string> words = {program_, calls(round.calls), callers(), before(round.before), "--exactly"};
    if (round.fills) words.emplace_back("--fill");
    Result<CampaignOptions> campaign = options_for(words);
    if (!campaign) return complain(campaign.error());
    campaign->strategy = "dpor";
    campaign->time = left() / 2;
    if (!is_solved_ && end_ != Clock::time_point::max() && left() > kept_for_solving_)
      campaign->time = std::max((left() - kept_for_solving_) / 2, milliseconds(1));
    Screen screen(style_, *campaign, kVersion, "");
    screen.be_quiet();
    const Result<CampaignResult> result = run_campaign(*campaign, screen);
    screen.clear();
    if (!result) return complain(result.error());
    const CampaignStatus& status = result->status;
    complete_ = status.exhaustion && status.exhaustion->complete() && status.exhaustion->bound.empty();
    if (complete_ && round.fills) {
      total_.complete_runs += status.exhaustion->complete_runs;
    } else if (complete_) {
      add(*status.exhaustion);
      const bool is_last = round.calls == sizes_.calls && round.before == sizes_.before;
      if (!is_again_ || is_last || is_whole_again_) {
        last_complete_ = words_of(round);
        classes_ = total_.complete_runs;
        arguments_ = values_.texts();
      }
      is_whole_ = is_whole_ || is_last;
      is_whole_again_ = is_again_ && (is_whole_again_ || is_last);
    }
    if (is_over(*campaign, *result)) return finish(*campaign, *result, screen);
    known_ = status.findings;
    add(status);
    const std::string ending = complete_
                                   ? fmt::format("complete, {} classes of executions in {:.1f} s",
                                                 status.exhaustion->complete_runs, status.seconds)
                                   : fmt::format("not complete after {} runs in {:.1f} s", status.runs, status.seconds);
    const std::string findings =
        known_.empty() ? "" : fmt::format("; {} so far", counted(known_.size(), "finding", "findings"));
    print_line("clients of {}: {}{}", words_of(round), ending, findings);
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

  void add(const CampaignStatus& round) {
    earlier_.runs += round.runs;
    earlier_.distinct += round.distinct;
    earlier_.distinct_exact = earlier_.distinct_exact && round.distinct_exact;
    earlier_.waiting += round.waiting;
    earlier_.misused += round.misused;
    if (earlier_.misused_why.empty()) earlier_.misused_why = round.misused_why;
    earlier_.leaks_serially.insert(round.leaks_serially.begin(), round.leaks_serially.end());
  }

  // With --keep-going: the last search with the counts of all.
  [[nodiscard]] CampaignResult with_earlier(CampaignResult last) const {
    CampaignStatus& status = last.status;
    if (known_.empty()) return last;
    status.runs += earlier_.runs;
    status.distinct += earlier_.distinct;
    status.distinct_exact = status.distinct_exact && earlier_.distinct_exact;
    status.waiting += earlier_.waiting;
    status.misused += earlier_.misused;
    if (!earlier_.misused_why.empty()) status.misused_why = earlier_.misused_why;
    status.leaks_serially.insert(earlier_.leaks_serially.begin(), earlier_.leaks_serially.end());
    return last;
  }

  // With --keep-going, when all rounds are complete and nothing is left to samples.
  int finish_rounds(const CampaignOptions& campaign) {
    CampaignResult all;
    all.end = CampaignEnd::finding;
    all.strategy = "dpor";
    all.seed = campaign.seed;
    all.status.findings = known_;
    all.status.exhaustion = total_;
    Screen screen(style_, campaign, kVersion, "");
    return finish(campaign, all, screen);
  }

  int finish(const CampaignOptions& campaign, const CampaignResult& last, Screen& screen) {
    const CampaignResult result = with_earlier(last);
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
                          {"classes", classes_},
                          {"arguments", arguments_}};
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
    whole.known = known_;
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
  const SolvedProgram& solved_program_;
  ArgumentValues values_;
  TextStyle style_;
  Minimizer minimizer_;
  Clock::time_point end_;
  bool complete_ = false;               // the last round
  std::string last_complete_;           // the largest complete round,
  std::uint64_t classes_ = 0;           // the number of classes up to it,
  std::vector<std::string> arguments_;  // with these values of arguments
  milliseconds kept_for_solving_{0};
  bool is_solved_ = false;       // whether there are further values is known
  bool is_again_ = false;        // with further values
  bool is_whole_again_ = false;  // all rounds are complete with these as well
  std::optional<bool> can_be_filled_;
  bool is_whole_ = false;            // all rounds are complete
  Exhaustion total_;                 // of the complete rounds
  CampaignStatus earlier_;           // counts of the rounds so far
  std::vector<FoundFinding> known_;  // with --keep-going: of the rounds so far
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
  if (!options.progress.empty() && options.progress != "obstruction-free" && options.progress != "lock-free") {
    return Error{Tier::usage, fmt::format("--progress={}: use obstruction-free or lock-free", options.progress)};
  }
  if (options.arguments != "solve" && options.arguments != "given") {
    return Error{Tier::usage, fmt::format("--arguments={}: use solve or given", options.arguments)};
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
                   const ClientSizes& sizes, const ClientContent& content, const SolvedProgram& solved_program) {
  const Result<TextStyle> style = text_style(options.color, options.full);
  if (!style) return complain(line.placed(style.error()));
  return ClientSearch(line, options, program, sizes, content, solved_program, *style).run();
}

}  // namespace sleave
