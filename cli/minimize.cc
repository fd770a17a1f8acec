// sleave minimize: continues to minimize and explain a finding, and puts the result in its place.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <utility>

#include "cli/commands.h"
#include "cli/options/options.h"
#include "cli/print/output.h"
#include "cli/print/terminal.h"
#include "cli/print/wording.h"
#include "cli/target/finding_folder.h"
#include "cli/target/recorded_program.h"
#include "cli/target/standard_input.h"
#include "engine/base/duration.h"
#include "engine/base/interrupt.h"
#include "engine/campaign/campaign_folder.h"
#include "engine/campaign/confirm/divergence.h"
#include "engine/campaign/failures.h"
#include "engine/minimize/minimize.h"
#include "engine/minimize/recorded_failure.h"
#include "engine/model/choice_set.h"
#include "engine/report/lines.h"
#include "engine/report/target_result.h"
#include "engine/report/text.h"
#include "engine/run/one_thread.h"
#include "engine/run/runner.h"
#include "engine/strategy/weak/consistent_runner.h"

namespace sleave {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct Request {
  InputFile input;
  FindingFolder folder;
  std::unique_ptr<OneThread> one_thread;  // of a harness
  Target target;
  std::chrono::milliseconds time{};
  TextStyle style;
};

// The folder of the campaign that has the finding.
Result<CampaignFolder> campaign_of(const FindingFolder& folder) {
  std::error_code problem;
  const fs::path path = fs::canonical(folder.path, problem);
  if (problem || path.parent_path().filename() != "findings") {
    return Error{Tier::usage, folder.path + " is not in the folder of a campaign, so it cannot be replaced"};
  }
  return CampaignFolder::open(path.parent_path().parent_path().string());
}

Failures::Origin origin_of(const Request& request, Minimizer& minimizer, Clock::time_point begin) {
  Failures::Origin origin{request.target, request.folder.replay.strategy, request.folder.replay.seed, &minimizer};
  origin.ends_with_failure = true;
  origin.seconds = std::chrono::duration<double>(request.time).count();
  if (origin.seconds > 0) {
    origin.seconds_left = [whole = origin.seconds, begin] {
      return whole - std::chrono::duration<double>(Clock::now() - begin).count();
    };
  }
  if (is_terminal()) origin.refining = [](const RefineStep& step) { redraw_line(refining_line(step)); };
  return origin;
}

int minimize(const Request& request) {
  const Clock::time_point begin = Clock::now();
  Result<CampaignFolder> folder = campaign_of(request.folder);
  if (!folder) return complain(folder.error());
  Result<std::unique_ptr<Runner>> runner = make_consistent_runner(SLEAVE_ISOLATION_reset, request.target);
  if (!runner) return complain(runner.error());
  const Result<ChoiceSet> choices = parse_choices(Options().choices);
  if (!choices) return complain(choices.error());
  Minimizer minimizer(*choices);
  const Suppressions none;
  Failures failures(*folder, origin_of(request, minimizer, begin), none, {});
  const Result<Failures::Unrefined> unrefined =
      recorded_failure(request.target, *request.folder.finding, request.folder.replay, **runner, failures.symbolizer());
  if (!unrefined) return complain(unrefined.error());
  std::mutex lock;
  std::vector<std::string> notes;
  const Result<Finding> refined = failures.refine(**runner, *unrefined, lock, notes);
  if (is_terminal()) redraw_line("");
  for (const std::string& note : notes) print_problem("note: " + note);
  if (!refined) return complain(refined.error());
  if (interrupted()) return exit_interrupted;
  print_painted(text_report(*refined, replay_command(request.folder.path), request.style));
  return exit_clean;
}

Result<Request> request_of(const Options& options, const std::string& name) {
  Request request;
  const Result<TextStyle> style = text_style(options.color, options.full);
  if (!style) return style.error();
  request.style = *style;
  const Result<std::chrono::milliseconds> time = of_option("time", parse_duration(options.time));
  if (!time) return time.error();
  request.time = *time;
  const Result<std::string> path = find_finding(name, options.out);
  if (!path) return path.error();
  Result<FindingFolder> folder = open_finding(*path);
  if (!folder) return folder.error();
  request.folder = std::move(*folder);
  if (!request.folder.finding) return Error{Tier::usage, "no finding.json in " + request.folder.path};
  Result<Target> target = recorded_target(request.folder, {}, /*rebuilt=*/false, name);
  if (!target) return target.error();
  request.target = std::move(*target);
  request.one_thread = filter_of(request.folder.replay);
  request.target.one_thread = request.one_thread.get();
  if (Status given = give_input(request.folder.replay.standard_input, request.input, request.target); !given) {
    return given.error();
  }
  return request;
}

}  // namespace

int minimize_command(const std::vector<std::string>& arguments) {
  Options options;
  std::string name;
  CommandLine line("minimize", options);
  line.add_operand("FINDING", name, "folder of the finding, its replay file, or its id");
  const Result<bool> parsed = line.parse(arguments);
  if (!parsed) return complain(parsed.error());
  if (!*parsed) return exit_clean;
  const Result<Request> request = request_of(options, name);
  if (!request) return complain(line.placed(request.error()));
  catch_interrupts();
  return minimize(*request);
}

}  // namespace sleave
