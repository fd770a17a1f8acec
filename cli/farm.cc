// sleave farm: one search on many machines (engine/farm).
#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "cli/campaign_options.h"
#include "cli/commands.h"
#include "cli/options/options.h"
#include "cli/print/farm_status.h"
#include "cli/print/output.h"
#include "cli/version.h"
#include "engine/base/duration.h"
#include "engine/base/file.h"
#include "engine/base/interrupt.h"
#include "engine/base/sha256.h"
#include "engine/campaign/campaign_search.h"
#include "engine/farm/build_hash.h"
#include "engine/farm/farm.h"
#include "engine/farm/node.h"
#include "engine/farm/request.h"
#include "engine/minimize/minimize.h"
#include "engine/strategy/registry/make_strategy.h"

namespace sleave {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr milliseconds kBetweenLooks{1'000};  // for a campaign

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
  if (Status begun = search.begin(); !begun) return begun.error();
  SharedWork* const work = search.strategy().shared_work();
  if (work != nullptr) return work->first_piece();
  return Error{Tier::usage, "a farm searches with strategy dpor\nuse --strategy=dpor, or none"};
}

Status submit(const Request& request) {
  if (!request.line.given("--strategy")) request.options.strategy = "dpor";
  Minimizer minimizer = minimizer_of(request.options);
  const Result<CampaignOptions> campaign = campaign_options(request.line, request.options, request.words, minimizer);
  if (!campaign) return campaign.error();
  const Result<std::vector<std::uint8_t>> first = first_piece(*campaign);
  if (!first) return first.error();
  const Result<std::string> program = read_file(campaign->target.program);
  if (!program) return program.error();
  const Result<std::string> engine = farm::engine_hash(kVersion);
  if (!engine) return engine.error();
  Result<farm::Database> database = request.connect();
  if (!database) return database.error();
  const Result<std::int64_t> id =
      farm::submit(*database, {.name = fs::path(campaign->target.program).filename().string(),
                               .request = farm::to_json(*campaign, sha256(*program)),
                               .engine = *engine,
                               .keep_going = campaign->keep_going,
                               .first = *first,
                               .team = request.options.team});
  if (!id) return id.error();
  print_line("Campaign {}: {}", *id, campaign->target.program);
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

// Findings as `sleave run` would have left them, for replay, show and minimize.
Status fetch(const Request& request) {
  const Result<std::int64_t> id = campaign_of(request);
  if (!id) return id.error();
  Result<farm::Database> database = request.connect();
  if (!database) return database.error();
  const Result<std::vector<farm::StoredFinding>> findings = farm::findings(*database, *id);
  if (!findings) return findings.error();
  const std::string folder = fmt::format("{}/farm-{}/findings", request.options.out, *id);
  for (const farm::StoredFinding& finding : *findings) {
    const std::string place = fmt::format("{}/{}", folder, finding.id);
    if (Status made = make_folder(place); !made) return made;
    if (Status done = write_file(place + "/replay.sleave", finding.replay); !done) return done;
    if (Status done = write_file(place + "/finding.json", finding.report); !done) return done;
    print_line("{}", place);
  }
  if (findings->empty()) print_line("Campaign {} has no findings.", *id);
  return ok();
}

// Reports a node's campaign, and hands its findings in.
class NodeScreen final : public CampaignObserver {
 public:
  explicit NodeScreen(farm::Node& node) : node_(node) {}

  void started(const CampaignStatus& /*status*/) override {}
  void progress(const CampaignStatus& status) override { runs_ = status.runs; }
  void sighted(const Finding& finding, const FoundFinding& place) override {
    const Result<std::string> report = read_file(place.folder + "/finding.json");
    const Result<std::string> replay = read_file(place.folder + "/replay.sleave");
    node_.add_finding({finding.signature, finding.kind, report ? *report : to_json(finding), replay ? *replay : ""});
    print_line("finding: {}", finding.signature);
  }
  void found(const Finding& /*finding*/, const FoundFinding& /*place*/) override {}
  void warn(const std::string& message) override { print_problem(message); }

  [[nodiscard]] std::uint64_t runs() const { return runs_; }

 private:
  farm::Node& node_;
  std::uint64_t runs_ = 0;
};

std::string node_name() {
  char host[256] = "node";
  (void)::gethostname(host, sizeof host - 1);
  return fmt::format("{}:{}", host, ::getpid());
}

// The same program, by its bytes. Its libraries are compared when it runs.
Status expect_program(const farm::Request& wanted) {
  const std::string& path = wanted.campaign.target.program;
  const Result<std::string> bytes = read_file(path);
  if (!bytes) return bytes.error();
  if (sha256(*bytes) == wanted.program_hash) return ok();
  return Error{Tier::environment, path + " is not the program that was submitted\ncopy the same file to every node"};
}

// Works on one campaign until it is over, or this node is.
Status work_on(const Request& request, const farm::OpenCampaign& open) {
  Result<farm::Request> wanted = farm::request_from_json(open.request);
  if (!wanted) return wanted.error();
  if (Status same = expect_program(*wanted); !same) return same;
  CampaignOptions& campaign = wanted->campaign;
  const Result<std::uint64_t> jobs = parse_count("jobs", request.options.jobs);
  if (!jobs) return jobs.error();
  campaign.jobs = static_cast<unsigned>(*jobs);
  campaign.folder = fmt::format("{}/farm-node-{}", request.options.out, ::getpid());
  farm::Node node({.url = request.options.database,
                   .name = node_name(),
                   .campaign = open.id,
                   .sync = request.times.sync,
                   .lease = request.times.lease},
                  [](const std::string& words) { print_problem("note: " + words); });
  campaign.shared = &node;
  print_line("campaign {}: {}", open.id, campaign.target.program);
  NodeScreen screen(node);
  const Result<CampaignResult> result = run_campaign(campaign, screen);
  node.detach();
  std::error_code ignored;
  fs::remove_all(campaign.folder, ignored);  // its findings are in the database
  if (!result) return result.error();
  print_line("campaign {}: {} runs here, {}", open.id, result->status.runs, node.state());
  if (result->error) return *result->error;
  return node.error() ? Status(*node.error()) : ok();
}

// A campaign for this node: one that it has not failed on. None: there is none, for now.
Result<std::optional<farm::OpenCampaign>> next_campaign(const Request& request, const std::string& engine,
                                                        std::set<std::int64_t>& refused) {
  Result<farm::Database> database = request.connect();
  if (!database) return database.error();
  const Result<std::vector<farm::OpenCampaign>> open = farm::open_campaigns(*database);
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

Status work(const Request& request) {
  const Result<std::string> engine = farm::engine_hash(kVersion);
  if (!engine) return engine.error();
  catch_interrupts();
  std::set<std::int64_t> refused;
  Status problem = ok();
  while (!interrupted()) {
    const Result<std::optional<farm::OpenCampaign>> next = next_campaign(request, *engine, refused);
    if (!next && (request.options.once || next.error().tier != Tier::environment)) return next.error();
    if (next && *next) {
      problem = work_on(request, **next);
      if (problem) continue;
      print_problem(problem.error().message);
      refused.insert((*next)->id);
      continue;
    }
    if (request.options.once) return problem;
    std::this_thread::sleep_for(kBetweenLooks);
  }
  return ok();
}

struct Action {
  const char* name;
  Status (*run)(const Request&);
  bool takes_words;
};
constexpr Action kActions[] = {{"init", init, false},    {"submit", submit, true}, {"work", work, false},
                               {"status", status, true}, {"fetch", fetch, true},   {"cancel", cancel, true}};

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
  std::vector<std::string> names;
  for (const Action& action : kActions) {
    names.emplace_back(action.name);
    if (!has_action || arguments[0] != action.name) continue;
    const Request request{line, options, line.program(), *times};
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
