#include "cli/target/recorded_program.h"

#include <filesystem>
#include <utility>

#include "cli/target/built_with.h"
#include "cli/target/clients.h"
#include "cli/target/program.h"
#include "cli/target/sight.h"
#include "engine/analyze/build.h"
#include "engine/find/same_failure.h"
#include "engine/run/target_words.h"

namespace sleave {
namespace {

Result<Target> named_target(const std::vector<std::string>& words) {
  Target target;
  Result<std::string> path = find_program(words[0]);
  if (!path) return path.error();
  target.program = std::move(*path);
  target.arguments.assign(words.begin() + 1, words.end());
  return target;
}

}  // namespace

Result<Target> recorded_target(const FindingFolder& folder, const std::vector<std::string>& named, bool rebuilt,
                               const std::string& finding) {
  const ReplayFile& replay = folder.replay;
  Target target;
  if (!named.empty()) {
    Result<Target> chosen = named_target(named);
    if (!chosen) return chosen;
    target = std::move(*chosen);
  } else {
    std::error_code problem;
    if (!std::filesystem::exists(replay.target, problem)) {
      return Error{Tier::usage,
                   replay.target +
                       " does not exist any more\nname the program: sleave replay FINDING -- PROGRAM [arguments...]"};
    }
    const Status recorded = is_recorded_program(replay.target, replay.arguments, replay.build_id, rebuilt, finding);
    if (!recorded) return recorded.error();
    target.program = replay.target;
    target.arguments = replay.arguments;
    if (std::filesystem::is_directory(replay.directory, problem)) target.directory = replay.directory;
  }
  const Result<sleave_thread_mode> threads = parse_threads(replay.threads);
  if (!threads) return threads.error();
  target.threads = *threads;
  const Result<std::string> files = parse_files(replay.files.empty() ? "real" : replay.files);
  if (!files) return files.error();
  target.files = *files;
  target.clients = replay.clients;
  if (const Status usable = check_clients(replay.clients); !usable) return usable.error();
  if (replay.stack_limit != 0) target.stack_limit = replay.stack_limit;
  if (const Result<sleave_sight> chosen = choose_runtime(target); !chosen) return chosen.error();
  return target;
}

std::unique_ptr<OneThread> filter_of(const ReplayFile& replay) {
  return replay.one_thread.empty() ? nullptr : std::make_unique<OneThread>(replay.one_thread);
}

Finding changed_finding(const FindingFolder& folder, const Trace& failed, Symbolizer& symbolizer) {
  Finding finding = build_finding(failed, symbolizer);
  finding.signature = failure_signature(failed, symbolizer);
  const ReplayFile& replay = folder.replay;
  finding.target = replay.target;
  finding.strategy = replay.strategy;
  finding.seed = replay.seed;
  finding.first_run = replay.run;
  if (folder.finding) finding.id = folder.finding->id;
  return finding;
}

std::optional<Finding> still_fails(const FindingFolder& folder, const Trace& run, Symbolizer& symbolizer) {
  if (run.outcome() != SLEAVE_OUTCOME_failed) return std::nullopt;
  Finding now = changed_finding(folder, run, symbolizer);
  Finding recorded;
  if (folder.finding) recorded = *folder.finding;
  recorded.kind = folder.replay.kind;
  recorded.signature = folder.replay.signature;
  return fails_alike(recorded, now) ? std::optional(std::move(now)) : std::nullopt;
}

}  // namespace sleave
