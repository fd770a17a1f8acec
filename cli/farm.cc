// sleave farm: one search on many machines (engine/farm).
#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <thread>

#include "abi/environment.h"
#include "cli/campaign_options.h"
#include "cli/commands.h"
#include "cli/farm_explorer.h"
#include "cli/farm_node.h"
#include "cli/farm_reports.h"
#include "cli/options/options.h"
#include "cli/print/farm_status.h"
#include "cli/print/output.h"
#include "cli/version.h"
#include "engine/base/duration.h"
#include "engine/base/interrupt.h"
#include "engine/campaign/campaign_search.h"
#include "engine/farm/build_hash.h"
#include "engine/farm/bundle/bundle.h"
#include "engine/farm/bundle/bundle_store.h"
#include "engine/farm/farm.h"
#include "engine/farm/reference.h"
#include "engine/farm/request.h"
#include "engine/minimize/minimize.h"
#include "engine/strategy/shared/make_shared.h"

namespace sleave {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr milliseconds kBetweenLooks{1'000};  // for a campaign
// Of a campaign's first work item: a corpus is in it, and divided as the search goes on.
constexpr std::size_t kMostFirst = 16u << 20;

struct NodeTimes {
  milliseconds sync{0};
  milliseconds lease{0};
};

Result<NodeTimes> times_of(const Options& options) {
  const Result<milliseconds> sync = of_option("sync_time", parse_duration(options.sync_time));
  if (!sync) return sync.error();
  const Result<milliseconds> lease = of_option("lease_time", parse_duration(options.lease_time));
  if (!lease) return lease.error();
  if (sync->count() > 0 && *lease >= 2 * *sync) return NodeTimes{*sync, *lease};
  return Error{Tier::usage, "--lease-time must be at least twice --sync-time"};
}

struct Request {
  const CommandLine& line;
  Options& options;
  std::vector<std::string> words;  // after the options
  NodeTimes times;
  farm::Sandbox sandbox;
  std::uint64_t share;

  [[nodiscard]] Result<farm::Database> connect() const { return farm::Database::connect(options.database); }
};

Result<std::int64_t> campaign_of(const Request& request) {
  std::int64_t id = 0;
  const std::string text = request.words.empty() ? "" : request.words[0];
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (problem == std::errc() && end == text.data() + text.size() && id > 0 && request.words.size() == 1) return id;
  return Error{Tier::usage, "missing number of a campaign\n'sleave farm status' lists them"};
}

Status init(const Request& request) {
  Result<farm::Database> database = request.connect();
  if (!database) return database.error();
  const Result<std::vector<std::string>> missing = farm::init(*database);
  if (!missing) return missing.error();
  if (!missing->empty()) {
    print_problem(
        fmt::format("note: only the owner can use this farm, for lack of the right to create roles: {}\n"
                    "create them as an administrator, and run init again",
                    fmt::join(*missing, ", ")));
  }
  print_line("The farm is ready. Next: sleave farm submit ./program, sleave farm work");
  return ok();
}

// The strategy's first piece of work.
Result<std::vector<std::uint8_t>> first_piece(const CampaignOptions& campaign) {
  CampaignSearch search(campaign);
  if (Status opened = search.open_corpus(); !opened) return opened.error();
  if (Status begun = search.begin(); !begun) return begun.error();
  SharedWork* const work = search.strategy().shared_work();
  if (work == nullptr)
    return Error{Tier::usage, "strategy " + campaign.strategy + " cannot be shared with these options"};
  std::vector<std::uint8_t> first = work->first_piece();
  if (first.size() <= kMostFirst) return first;
  return Error{Tier::usage, "--corpus: more than 8 MB\nminimize the corpus first, as libFuzzer does with -merge=1"};
}

// A list "FILE,FILE" as its elements.
std::vector<std::string> names_of(const std::string& list) {
  std::vector<std::string> names;
  std::istringstream rest(list);
  for (std::string name; std::getline(rest, name, ',');) {
    if (!name.empty()) names.push_back(name);
  }
  return names;
}

// The target and its clients.
std::vector<std::string> programs_of(const Target& target) {
  std::vector<std::string> programs = {target.program};
  for (std::size_t begin = 0; begin < target.clients.size();) {
    programs.push_back(target.clients.substr(begin, target.clients.find(SLEAVE_END_OF_WORD, begin) - begin));
    const std::size_t end = target.clients.find(SLEAVE_END_OF_CLIENT, begin);
    begin = end == std::string::npos ? target.clients.size() : end + 1;
  }
  return programs;
}

// What every node has to reproduce.
Result<farm::ReferenceRuns> reference_of(const farm::Request& wanted) {
  const farm::CleanEnvironment clean(wanted.library_path);
  Result<farm::ReferenceRuns> runs = farm::reference_runs(wanted.campaign);
  if (runs && runs->empty()) print_problem("note: no run is the same when it is repeated, so nodes are not compared");
  return runs;
}

Result<farm::Request> request_of(const Request& request) {
  if (!request.line.given("--strategy")) request.options.strategy = "dpor";
  if (!request.options.coverage.empty())
    return Error{Tier::usage, "--coverage is for fetch\nuse --record-coverage, and fetch --coverage=FILE"};
  Minimizer minimizer = minimizer_of(request.options);
  const Result<CampaignOptions> campaign = campaign_options(request.line, request.options, request.words, minimizer);
  if (!campaign) return campaign.error();
  if (!campaign->target.preload.empty()) {
    return Error{Tier::usage, campaign->target.program +
                                  " was not built with sleave-cc or sleave-c++, which a farm needs\n"
                                  "search it on this machine: sleave run"};
  }
  farm::Request wanted{.campaign = *campaign,
                       .bundle = "",
                       .library_path = "",
                       .reference = {},
                       .minimize = campaign->refiner != nullptr};
  wanted.campaign.refiner = nullptr;
  wanted.campaign.for_sharing = true;
  wanted.campaign.shared_runs = campaign->runs;
  wanted.campaign.coverage = request.options.record_coverage || !campaign->corpus.empty();
  Target& target = wanted.campaign.target;
  target.program = fs::absolute(target.program).lexically_normal().string();
  target.directory = fs::current_path().string();
  const char* const libraries = std::getenv("LD_LIBRARY_PATH");
  wanted.library_path = libraries == nullptr ? "" : libraries;
  return wanted;
}

std::string claim_of(const std::string& strategy) {
  return shared_claim(strategy) == SharedClaim::complete ? "complete" : "sampled";
}

Status submit(const Request& request) {
  Result<farm::Request> wanted = request_of(request);
  if (!wanted) return wanted.error();
  const CampaignOptions& campaign = wanted->campaign;
  const Result<std::vector<std::uint8_t>> first = first_piece(campaign);
  if (!first) return first.error();
  const Result<farm::Bundle> bundle = farm::make_bundle(programs_of(campaign.target), names_of(request.options.data));
  if (!bundle) return bundle.error();
  const Result<farm::ReferenceRuns> reference = reference_of(*wanted);
  if (!reference) return reference.error();
  wanted->reference = *reference;
  const Result<std::string> engine = farm::engine_hash(kVersion);
  if (!engine) return engine.error();
  Result<farm::Database> database = request.connect();
  if (!database) return database.error();
  const Result<std::string> stored = farm::upload(*database, *bundle);
  if (!stored) return stored.error();
  wanted->bundle = *stored;
  const Result<std::int64_t> id =
      farm::submit(*database, {.name = fs::path(campaign.target.program).filename().string(),
                               .request = farm::to_json(*wanted),
                               .engine = *engine,
                               .keep_going = campaign.keep_going,
                               .first = *first,
                               .team = request.options.team,
                               .share = request.share,
                               .claim = claim_of(campaign.strategy),
                               .time = request.line.given("--time") ? campaign.time : milliseconds(0)});
  if (!id) return id.error();
  print_line("Campaign {}: {}", *id, campaign.target.program);
  return ok();
}

Status status(const Request& request) {
  std::int64_t one = 0;
  if (!request.words.empty()) {
    const Result<std::int64_t> id = campaign_of(request);
    if (!id) return id.error();
    one = *id;
  }
  Result<farm::Database> database = request.connect();
  if (!database) return database.error();
  if (request.options.html) return write_page(*database, one, request.options.output);
  const Result<std::vector<std::string>> all = farm::statuses(*database, one);
  if (!all) return all.error();
  if (all->empty()) print_line("The farm has no campaigns. Next: sleave farm submit ./program");
  for (const std::string& text : *all) {
    if (request.options.json) {
      print_line("{}", text);
    } else {
      print_text(farm_status_lines(text));
    }
  }
  return ok();
}

Status cancel(const Request& request) {
  const Result<std::int64_t> id = campaign_of(request);
  if (!id) return id.error();
  Result<farm::Database> database = request.connect();
  return database ? farm::cancel(*database, *id) : Status(database.error());
}

Status fetch(const Request& request) {
  const Result<std::int64_t> id = campaign_of(request);
  if (!id) return id.error();
  Result<farm::Database> database = request.connect();
  if (!database) return database.error();
  Status results = fetch_results(*database, *id, fmt::format("{}/farm-{}", request.options.out, *id));
  if (!results || request.options.coverage.empty()) return results;
  return fetch_coverage(*database, *id, request.options.coverage);
}

Status certify(const Request& request) {
  const Result<std::int64_t> id = campaign_of(request);
  if (!id) return id.error();
  Result<farm::Database> database = request.connect();
  return database ? certificate(*database, *id, request.options.json) : Status(database.error());
}

Status metrics(const Request& request) {
  Result<farm::Database> database = request.connect();
  return database ? write_metrics(*database, request.options.output) : Status(database.error());
}

Status top(const Request& request) {
  Result<farm::Database> database = request.connect();
  if (!database) return database.error();
  catch_interrupts();
  return show_top(*database, request.options.once);
}

// A campaign for this node: one that it has not failed on. None: there is none, for now.
Result<std::optional<farm::OpenCampaign>> next_campaign(const Request& request, const std::string& engine,
                                                        unsigned cores, std::set<std::int64_t>& refused) {
  Result<farm::Database> database = request.connect();
  if (!database) return database.error();
  const Result<std::vector<farm::OpenCampaign>> open = farm::open_campaigns(*database, cores);
  if (!open) return open.error();
  for (const farm::OpenCampaign& campaign : *open) {
    if (refused.contains(campaign.id)) continue;
    if (campaign.engine == engine) return std::optional(campaign);
    print_problem(
        fmt::format("campaign {} was submitted by another build of sleave\nuse the same on every node", campaign.id));
    refused.insert(campaign.id);
  }
  return std::optional<farm::OpenCampaign>();
}

bool has_jobs(const Request& request) {
  Result<farm::Database> database = request.connect();
  return database && farm::has_jobs(*database);
}

Status work(const Request& request) {
  const Result<std::string> engine = farm::engine_hash(kVersion);
  if (!engine) return engine.error();
  const Result<std::uint64_t> jobs = parse_count("jobs", request.options.jobs);
  if (!jobs) return jobs.error();
  const NodeSettings settings{.database = request.options.database,
                              .out = request.options.out,
                              .jobs = static_cast<unsigned>(*jobs),
                              .sync = request.times.sync,
                              .lease = request.times.lease,
                              .sandbox = request.sandbox};
  catch_interrupts();
  std::set<std::int64_t> refused;
  Status problem = ok();
  while (!interrupted()) {
    const Result<std::optional<farm::OpenCampaign>> next = next_campaign(request, *engine, settings.jobs, refused);
    if (!next && (request.options.once || next.error().tier != Tier::environment)) return next.error();
    if (next && *next) {
      problem = work_on(settings, **next);
      if (problem) continue;
      print_problem(problem.error().message);
      refused.insert((*next)->id);
      continue;
    }
    // A node that has a job may be lost, and then the job is this one's.
    if (request.options.once && !has_jobs(request)) return problem;
    std::this_thread::sleep_for(kBetweenLooks);
  }
  return ok();
}

struct Action {
  const char* name;
  Status (*run)(const Request&);
  bool takes_words;
};
// Which node started it, and nobody else does: not in the list.
constexpr const char* kExplore = "explore";

constexpr Action kActions[] = {{"init", init, false},          {"submit", submit, true},    {"work", work, false},
                               {"status", status, true},       {"fetch", fetch, true},      {"cancel", cancel, true},
                               {"certificate", certify, true}, {"metrics", metrics, false}, {"top", top, false}};

}  // namespace

int farm_command(const std::vector<std::string>& arguments) {
  const bool has_action = !arguments.empty() && !arguments[0].starts_with("-");
  Options options;
  CommandLine line("farm", options);
  line.expect_program();
  const Result<bool> parsed = line.parse({arguments.begin() + (has_action ? 1 : 0), arguments.end()});
  if (!parsed) return complain(parsed.error());
  if (!*parsed) return exit_clean;
  const Result<NodeTimes> times = times_of(options);
  if (!times) return complain(line.placed(times.error()));
  const Result<farm::Sandbox> sandbox = of_option("sandbox", farm::parse_sandbox(options.sandbox));
  if (!sandbox) return complain(line.placed(sandbox.error()));
  const Result<std::uint64_t> share = parse_count("share", options.share);
  if (!share) return complain(line.placed(share.error()));
  if (has_action && arguments[0] == kExplore) {
    const Status done = explore();
    return done ? static_cast<int>(exit_clean) : complain(done.error());
  }
  std::vector<std::string> names;
  for (const Action& action : kActions) {
    names.emplace_back(action.name);
    if (!has_action || arguments[0] != action.name) continue;
    const Request request{line, options, line.program(), *times, *sandbox, *share};
    if (!action.takes_words && !request.words.empty()) {
      return complain({Tier::usage, fmt::format("unexpected argument '{}'\nsee sleave farm --help", request.words[0])});
    }
    const Status done = action.run(request);
    if (!done) return complain(line.placed(done.error()));
    return interrupted() ? static_cast<int>(exit_interrupted) : static_cast<int>(exit_clean);
  }
  return complain({Tier::usage, fmt::format("{}\nuse one of: {}",
                                            has_action ? "unknown action '" + arguments[0] + "'" : "missing action",
                                            fmt::join(names, ", "))});
}

}  // namespace sleave
