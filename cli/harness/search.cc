#include "cli/harness/search.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>

#include "cli/campaign_options.h"
#include "cli/commands.h"
#include "cli/options/budget.h"
#include "cli/print/output.h"
#include "cli/print/screen.h"
#include "cli/print/summary.h"
#include "cli/print/wording.h"
#include "cli/version.h"
#include "engine/base/counted.h"
#include "engine/base/file.h"
#include "engine/harness/arguments.h"
#include "engine/harness/write_harness.h"
#include "engine/report/export/lcov.h"

namespace sleave {
namespace {

namespace fs = std::filesystem;

constexpr const char* kShortHang = "1s";  // calls of a harness are short
constexpr std::size_t kMostRequests = 10;
// A search of one of many that has less time than this does not minimize what it finds, and calls a third of a second
// without an event an endless loop.
constexpr std::chrono::seconds kShort{10};
constexpr std::uint64_t kShortHangOfMany = 333;  // milliseconds
// Of two calls most states are reached, and met, by so few runs with solved inputs; the rest of the time is for `auto`.
constexpr std::uint64_t kRunsForInputs = 400;
constexpr std::chrono::milliseconds kLeastForRest{200};

// Notified, and silent.
class Unheard final : public CampaignObserver {
 public:
  void started(const CampaignStatus& /*status*/) override {}
  void progress(const CampaignStatus& /*status*/) override {}
  void found(const Finding& /*finding*/, const FoundFinding& /*place*/) override {}
  void warn(const std::string& /*message*/) override {}
};

Result<const harness::Function*> find_function(const harness::Source& source, const std::string& name,
                                               const std::string& file) {
  const harness::Function* found = nullptr;
  for (const harness::Function& function : source.functions) {
    if (function.name == name) return &function;
    if (harness::last_name(function.name) == name && found == nullptr) found = &function;
  }
  if (found != nullptr) return found;
  return Error{Tier::usage,
               fmt::format("no function {} in {}\n--list shows the functions that it defines", name, file)};
}

Result<harness::Call> call_of(const harness::Source& source, const harness::Function& function,
                              const harness::Overrides& overrides) {
  harness::Planned planned = harness::plan_call(source, function, overrides);
  if (planned.call) return std::move(*planned.call);
  return Error{Tier::usage, fmt::format("{} cannot be tested: {}", function.name, planned.reason)};
}

// Orders of the calls in one thread. What one thread shows under preconditions is a finding, if it is the only one.
std::vector<std::string> orders_of(const HarnessProgram& program) {
  if (program.has_two) return {"--one-thread=12", "--one-thread=21"};
  if (program.has_preconditions) return {};
  return {"--one-thread=1"};
}

std::string relative_to(const std::string& file, const std::string& harness) {
  std::error_code problem;
  const fs::path folder = fs::absolute(harness).parent_path();
  const fs::path path = fs::proximate(fs::absolute(file), folder, problem);
  return problem ? fs::absolute(file).string() : path.string();
}

std::string program_path(const std::string& harness) {
  return fs::absolute(fs::path(harness).replace_extension()).string();
}

}  // namespace

Status HarnessSearch::read_options() {
  if (!line_.given("--hang-time")) options_.hang_time = kShortHang;
  if (!options_.longest_path.empty()) {
    const Result<std::uint64_t> number = parse_count("longest_path", options_.longest_path);
    if (!number) return number.error();
    longest_path_ = *number;
  }
  overrides_ = {.may_be_null = harness::names_in(options_.null),
                .texts = harness::names_in(options_.text),
                .same = harness::names_in(options_.same)};
  for (const std::string& word : harness::names_in(options_.array)) {
    const std::size_t colon = word.find(':');
    if (colon == std::string::npos || colon == 0 || colon + 1 == word.size())
      return Error{Tier::usage, fmt::format("--array takes a pointer and its length: 'data:n', not '{}'", word)};
    overrides_.arrays.emplace_back(word.substr(0, colon), word.substr(colon + 1));
  }
  // Those of the search are checked now, not after a build; any program will do.
  Minimizer minimizer = minimizer_of(options_);
  if (const Result<CampaignOptions> campaign = campaign_options(line_, options_, {"/proc/self/exe"}, minimizer);
      !campaign)
    return campaign.error();
  if (options_.expects.empty()) return ok();
  const Result<std::string> text = of_option("expects", read_file(options_.expects));
  if (!text) return text.error();
  Result<harness::Expects> read = harness::read_expects(*text, options_.expects);
  if (!read) return read.error();
  expects_ = std::move(*read);
  return ok();
}

// One that is asked for is kept; others are replaced by the next of their name.
Result<std::string> HarnessSearch::harness_path(const harness::Subject& subject, const std::string& function,
                                                const std::string& with) const {
  std::error_code problem;
  if (!options_.output.empty() && !options_.pairs) {
    if (!fs::exists(options_.output, problem) || options_.rewrite) return options_.output;
    return Error{Tier::usage,
                 fmt::format("{0} exists\n'sleave harness {0}' searches it, --rewrite replaces it", options_.output)};
  }
  const Result<std::string> folder = folder_of_harnesses();
  if (!folder) return folder.error();
  const std::string name = harness::word_of(function) + (with.empty() ? "" : "_with_" + harness::word_of(with));
  return *folder + "/" + name + (subject.is_c ? ".c" : ".cc");
}

Result<std::string> HarnessSearch::folder_of_harnesses() const {
  std::error_code problem;
  const fs::path folder = fs::path(options_.out) / "harness";
  fs::create_directories(folder, problem);
  if (problem) return Error{Tier::environment, "cannot make " + folder.string() + ": " + problem.message()};
  return folder.string();
}

Result<harness::HarnessFile> HarnessSearch::file_of(const harness::Subject& subject, const harness::Source& source,
                                                    const std::string& function, const std::string& with,
                                                    HarnessProgram& made) {
  const Result<const harness::Function*> first = find_function(source, function, subject.file);
  if (!first) return first.error();
  Result<harness::Call> call = call_of(source, **first, overrides_);
  if (!call) return call.error();
  harness::HarnessFile file{.first = std::move(*call)};
  file.make = {.is_c = subject.is_c, .depth = static_cast<unsigned>(longest_path_), .any_heap = options_.any_heap};
  file.same = overrides_.same;
  file.globals = harness::names_in(options_.globals);
  made.words = (*first)->name;
  const std::vector<std::string>& nulls = overrides_.may_be_null;
  made.has_preconditions = (!nulls.empty() && nulls[0] != harness::kEveryPointer) || expects_.contains((*first)->name);
  if (expects_.contains((*first)->name)) file.first_expects = expects_[(*first)->name];
  if (!with.empty()) {
    const Result<const harness::Function*> second = find_function(source, with, subject.file);
    if (!second) return second.error();
    Result<harness::Call> other = call_of(source, **second, overrides_);
    if (!other) return other.error();
    file.second = std::move(*other);
    if (expects_.contains((*second)->name)) file.second_expects = expects_[(*second)->name];
    made.words += " with " + (*second)->name;
    made.has_two = true;
  }
  file.command = fmt::format("sleave harness {} --function={}{}", fs::path(subject.file).filename().string(), function,
                             with.empty() ? "" : " --with=" + with);
  return file;
}

Result<HarnessProgram> HarnessSearch::write_and_build(const harness::Subject& subject, const harness::Source& source,
                                                      const std::string& function, const std::string& with) {
  if (const auto built = together_.find({function, with}); built != together_.end()) {
    if (!built->second.why_not.empty()) return Error{Tier::usage, built->second.why_not};
    return built->second.program;
  }
  HarnessProgram made;
  Result<harness::HarnessFile> file = file_of(subject, source, function, with, made);
  if (!file) return file.error();
  const Result<std::string> path = harness_path(subject, file->first.function->name, with);
  if (!path) return path.error();
  made.file = *path;
  made.program = program_path(*path);
  file->include = relative_to(subject.file, made.file);
  if (Status built = harness::write_and_build(subject, source, *file, made.file, options_.write ? "" : made.program);
      !built)
    return built.error();
  return made;
}

Status HarnessSearch::build_together(const harness::Subject& subject, const harness::Source& source,
                                     const std::vector<std::pair<std::string, std::string>>& wanted) {
  const Result<std::string> folder = folder_of_harnesses();
  if (!folder) return folder.error();
  const std::string path = fmt::format(
      "{}/all_of_{}{}", *folder, harness::word_of(fs::path(subject.file).stem().string()), subject.is_c ? ".c" : ".cc");
  std::vector<harness::NamedHarness> harnesses;
  std::vector<Together*> rows;
  for (const auto& [function, with] : wanted) {
    Together& row = together_[{function, with}];
    Result<harness::HarnessFile> file = file_of(subject, source, function, with, row.program);
    if (!file) {
      row.why_not = file.error().message;
      continue;
    }
    row.program.file = path;
    row.program.program = program_path(path);
    row.program.name = harness::word_of(function) + (with.empty() ? "" : "_with_" + harness::word_of(with));
    file->include = relative_to(subject.file, path);
    file->command = fmt::format("sleave harness {} {}", fs::path(subject.file).filename().string(),
                                options_.pairs ? "--pairs" : "--each");
    harnesses.push_back({row.program.name, std::move(*file)});
    rows.push_back(&row);
  }
  const Result<std::vector<std::string>> reasons =
      harness::build_harnesses(subject, source, std::move(harnesses), path, program_path(path));
  if (!reasons) {
    together_.clear();
    return reasons.error();
  }
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i]->why_not = (*reasons)[i];
  return ok();
}

Result<HarnessProgram> HarnessSearch::build(const harness::Subject& subject) {
  const Result<std::string> text = read_file(subject.file);
  if (!text) return text.error();
  static const std::regex alone(R"(SLEAVE_HARNESS\([^)]*,\s*(NULL|nullptr)\s*\))");
  static const std::regex assumption(R"((^|\n)\s*(sleave_assume|sleave::assume)\()");
  HarnessProgram made{.file = subject.file, .program = program_path(subject.file), .words = "given"};
  made.has_two = !std::regex_search(*text, alone);
  made.has_preconditions = std::regex_search(*text, assumption);
  if (Status built = harness::build_harness(subject, made.file, made.program); !built) return built.error();
  return made;
}

void HarnessSearch::print_requests(const std::vector<harness::RequestLine>& lines) const {
  if (lines.empty()) return;
  print_line("One thread fails, too, with some inputs; these count as no findings:");
  const std::size_t shown = options_.full ? lines.size() : std::min(lines.size(), kMostRequests);
  for (std::size_t i = 0; i < shown; ++i)
    print_text(
        fitted(fmt::format("  {}: {}\n", lines[i].text, counted(lines[i].inputs, "input", "inputs")), STDOUT_FILENO));
  if (shown < lines.size()) print_line("  and {} more (--full)", lines.size() - shown);
  if (!options_.suggest) return;
  std::set<std::string> suggestions;
  for (const harness::RequestLine& line : lines) {
    if (!line.condition.empty()) suggestions.insert(fmt::format("{}: {}", line.function, line.condition));
  }
  if (!suggestions.empty()) print_line("Lines for --expects, if callers see to these:");
  for (const std::string& each : suggestions) print_line("{}", each);
}

Result<CampaignOptions> HarnessSearch::campaign_of(const HarnessProgram& program, Minimizer& minimizer) const {
  std::vector<std::string> words = {program.program};
  if (!program.name.empty()) words.push_back("--harness=" + program.name);
  words.insert(words.end(), program.arguments.begin(), program.arguments.end());
  Result<CampaignOptions> campaign = campaign_options(line_, options_, words, minimizer);
  if (!campaign) return campaign;
  // Alone there are no schedules to search.
  if (options_.each && !line_.given("--strategy")) campaign->strategy = "inputs";
  const std::string& name = program.name.empty() ? program.folder : program.name;
  if (!name.empty()) campaign->folder = campaign_folder(options_.out, name);
  campaign->planned = program.planned;
  return campaign;
}

int HarnessSearch::run(const HarnessProgram& program) {
  Minimizer minimizer = minimizer_of(options_);
  Result<CampaignOptions> campaign = campaign_of(program, minimizer);
  if (!campaign) return complain(line_.placed(campaign.error()));
  const Result<TextStyle> style = text_style(options_.color, options_.full);
  if (!style) return complain(line_.placed(style.error()));
  OneThread one_thread(orders_of(program));
  if (!one_thread.orders().empty()) campaign->target.one_thread = &one_thread;
  Screen screen(*style, *campaign, kVersion, "");
  const Result<CampaignResult> result = run_campaign(*campaign, screen);
  screen.clear();
  if (!result) return complain(line_.placed(result.error()));
  print_requests(harness::request_lines(one_thread));
  screen.finish(*result, options_.verbose);
  for (const auto& [function, conditions] : expects_) {
    for (const std::string& condition : conditions) print_line("under the precondition of {}: {}", function, condition);
  }
  if (result->error) print_problem(line_.placed(*result->error).message);
  if (!options_.summary.empty()) {
    if (const Status written = write_output(options_.summary, summary_json(*campaign, *result)); !written)
      return complain(written.error());
  }
  if (!options_.coverage.empty() && result->branches) {
    if (const Status written = write_output(options_.coverage, lcov_report(*result->branches)); !written)
      return complain(written.error());
  }
  return exit_code(*result);
}

Result<HarnessOutcome> HarnessSearch::run_quietly(const HarnessProgram& program, std::chrono::milliseconds time) {
  Minimizer minimizer = minimizer_of(options_);
  Result<CampaignOptions> campaign = campaign_of(program, minimizer);
  if (!campaign) return campaign.error();
  OneThread one_thread(orders_of(program));
  if (!one_thread.orders().empty()) campaign->target.one_thread = &one_thread;
  campaign->time = time;
  campaign->keep_going = true;
  if (time < kShort) {
    campaign->refiner = nullptr;
    if (!line_.given("--hang-time")) campaign->limits.hang_cpu_ms = kShortHangOfMany;
  }
  Unheard observer;
  // Of operations in a program that lists them, planned runs come first.
  const bool tries_inputs_first =
      program.has_two && program.arguments.empty() && !line_.given("--strategy") && !line_.given("--runs");
  if (tries_inputs_first) {
    const auto begin = std::chrono::steady_clock::now();
    CampaignOptions first = *campaign;
    first.strategy = "concolic";
    first.runs = kRunsForInputs;
    first.folder = campaign->folder + "_inputs";
    const Result<CampaignResult> result = run_campaign(first, observer);
    if (!result) return result.error();
    campaign->known = result->status.findings;
    campaign->time -= std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
    campaign->time = std::max(campaign->time, kLeastForRest);
  }
  Result<CampaignResult> result = run_campaign(*campaign, observer);
  if (!result) return result.error();
  return HarnessOutcome{std::move(*result), harness::request_lines(one_thread), campaign->folder};
}

}  // namespace sleave
