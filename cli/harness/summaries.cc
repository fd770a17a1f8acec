#include "cli/harness/summaries.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/campaign_options.h"
#include "engine/base/counted.h"
#include "engine/base/file.h"
#include "engine/base/interrupt.h"
#include "engine/cover/elf_file.h"
#include "engine/harness/write_harness.h"
#include "engine/summaries/collect.h"
#include "engine/summaries/pair_plans.h"
#include "engine/summaries/second_thread.h"
#include "engine/summaries/summary_file.h"

namespace sleave {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// Runs of candidates without a single finding, after which no more are planned.
constexpr std::uint64_t kMostInVain = 400;
constexpr std::chrono::milliseconds kOfMeetings{2'000};  // of a pair

// In hexadecimal; empty: it has none.
std::string build_id_of(const std::string& program) {
  std::string text;
  const Result<ElfFile> file = ElfFile::open(program);
  if (!file) return text;
  for (const std::byte byte : file->build_id()) text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  return text;
}

}  // namespace

std::string PairSummaries::path_of(const std::string& operation) const {
  return (fs::path(folder_) / (harness::word_of(operation) + ".json")).string();
}

Status PairSummaries::collect(HarnessSearch& search, const HarnessProgram& program,
                              const std::vector<std::string>& operations,
                              std::optional<std::chrono::milliseconds> time) {
  const Clock::time_point begin = Clock::now();
  for (std::size_t i = 0; i < operations.size() && !interrupted(); ++i) {
    std::optional<Clock::time_point> end;
    if (time)
      end = Clock::now() + (*time - std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin)) /
                               static_cast<int>(operations.size() - i);
    if (Status made = collect_one(search, program, i, operations[i], end); !made) return made;
  }
  second_.resize(first_.size());
  seconds_ = std::chrono::duration<double>(Clock::now() - begin).count();
  return ok();
}

// An earlier search of the same build left them, if it found all paths.
bool PairSummaries::read(const std::string& operation) {
  std::error_code problem;
  if (!fs::exists(path_of(operation), problem)) return false;
  const Result<std::string> text = read_file(path_of(operation));
  if (!text) return false;
  Result<summaries::OperationSummaries> kept = summaries::summaries_from_json(*text, build_id_, *solving_);
  if (!kept || !kept->complete || kept->operation != operation) return false;
  first_.push_back(std::move(*kept));
  ++read_;
  return true;
}

Status PairSummaries::collect_one(HarnessSearch& search, const HarnessProgram& program, std::size_t index,
                                  const std::string& operation, std::optional<Clock::time_point> end) {
  HarnessProgram alone = program;
  alone.arguments = {fmt::format("--calls={}", index)};
  Minimizer minimizer{ChoiceSet()};
  const Result<CampaignOptions> campaign = search.campaign_of(alone, minimizer);
  if (!campaign) return campaign.error();
  if (solving_ == nullptr) {
    Result<std::unique_ptr<Solving>> solving = Solving::start(campaign->solving);
    if (!solving) return solving.error();
    solving_ = std::move(*solving);
    build_id_ = build_id_of(program.program);
  }
  if (!build_id_.empty() && read(operation)) return ok();
  summaries::CollectOptions options{.target = campaign->target,
                                    .isolation = campaign->isolation,
                                    .limits = campaign->limits,
                                    .solving = campaign->solving,
                                    .seed = campaign->seed,
                                    .end = end};
  options.target.one_thread = nullptr;
  const std::uint64_t era = solving_->era();
  Result<summaries::OperationSummaries> made = summaries::collect(options, operation, *solving_);
  if (!made) return made.error();
  if (solving_->era() != era) return Error{Tier::usage, "their expressions need too much memory"};
  made->build_id = build_id_;
  std::error_code ignored;
  fs::create_directories(folder_, ignored);
  if (Status written = write_output(path_of(operation), summaries::to_json(*made, *solving_)); !written) return written;
  first_.push_back(std::move(*made));
  return ok();
}

std::vector<Plan> PairSummaries::plans_for(std::size_t first, std::size_t second) {
  if (!second_[second]) second_[second] = summaries::in_second_thread(first_[second], *solving_);
  summaries::Meetings meetings(first_[first], *second_[second], *solving_, {.end = Clock::now() + kOfMeetings});
  std::vector<Plan> plans;
  for (const summaries::Meeting& meeting : meetings.find())
    plans.push_back(summaries::plan_for(meeting, first_[first], *second_[second], solving_->variables()));
  meetings_.add(meetings.counts());
  candidates_ += plans.size();
  ++pairs_;
  return plans;
}

bool PairSummaries::apart(std::size_t first, std::size_t second) {
  if (!first_[first].complete || !first_[second].complete) return false;
  if (!second_[second]) second_[second] = summaries::in_second_thread(first_[second], *solving_);
  return summaries::Meetings(first_[first], *second_[second], *solving_).apart();
}

void PairSummaries::learn(std::size_t planned, std::size_t findings) {
  planned_ += planned;
  findings_ += findings;
}

bool PairSummaries::pay() const { return findings_ != 0 || planned_ < kMostInVain; }

PairSummaries::Counts PairSummaries::counts() const {
  Counts all{.operations = first_.size(),
             .kept = read_,
             .queries = meetings_.queries,
             .pairs = pairs_,
             .candidates = candidates_,
             .findings = findings_,
             .evaluated = meetings_.evaluated,
             .cut_short = meetings_.cut_short,
             .seconds = seconds_};
  for (const summaries::OperationSummaries& each : first_) {
    all.complete += each.complete ? 1 : 0;
    all.paths += each.paths.size();
    all.runs += each.runs;
    all.queries += each.queries;
    for (const auto& [site, count] : each.constraints) all.constraints[site] += count;
  }
  return all;
}

std::vector<std::string> PairSummaries::report() const {
  const Counts all = counts();
  const std::string kept = all.kept == 0 ? "" : fmt::format(" ({} kept from an earlier search)", all.kept);
  return {fmt::format("Summaries: {} ({} with all paths), {} from {} in {:.1f} s{}",
                      counted(all.operations, "operation", "operations"), all.complete,
                      counted(all.paths, "path", "paths"), counted(all.runs, "run", "runs"), all.seconds, kept),
          fmt::format("  {}: {}, {}, {} confirmed by runs{}", counted(all.pairs, "pair", "pairs"),
                      counted(all.queries, "query", "queries"), counted(all.candidates, "candidate", "candidates"),
                      all.findings, pay() ? "" : "; switched off, since none is")};
}

}  // namespace sleave
