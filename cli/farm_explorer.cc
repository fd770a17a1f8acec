#include "cli/farm_explorer.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <optional>

#include "cli/print/output.h"
#include "engine/base/file.h"
#include "engine/base/interrupt.h"
#include "engine/farm/explorer/explorer.h"
#include "engine/farm/explorer/wire.h"
#include "engine/farm/node.h"
#include "engine/farm/reference.h"
#include "engine/farm/refinery.h"
#include "engine/farm/request.h"
#include "engine/minimize/minimize.h"
#include "engine/model/choice_set.h"

namespace sleave {
namespace {

constexpr std::chrono::milliseconds kLongestPause{1'000};  // between questions for a job

// A text with paths as the submitter's machine has them, where findings are replayed.
using AsSubmitted = std::function<std::string(std::string)>;

// `tree`: the folder in which the program and its libraries are, as they are below / for the submitter; or empty.
AsSubmitted without(const std::string& tree) {
  return [tree](std::string text) {
    if (tree.empty()) return text;
    for (std::size_t at = 0; (at = text.find(tree, at)) != std::string::npos;) text.erase(at, tree.size());
    return text;
  };
}

// Reports a node's campaign, and hands its findings in.
class NodeScreen final : public CampaignObserver {
 public:
  NodeScreen(farm::Node& node, AsSubmitted as_submitted) : node_(node), as_submitted_(std::move(as_submitted)) {}

  void started(const CampaignStatus& /*status*/) override {}
  void progress(const CampaignStatus& /*status*/) override {}
  void sighted(const Finding& finding, const FoundFinding& place) override {
    const Result<std::string> report = read_file(place.folder + "/finding.json");
    const Result<std::string> replay = read_file(place.folder + "/replay.sleave");
    node_.add_finding({finding.signature, finding.kind, as_submitted_(report ? *report : to_json(finding)),
                       as_submitted_(replay ? *replay : "")});
    print_line("finding: {}", finding.signature);
  }
  void found(const Finding& /*finding*/, const FoundFinding& /*place*/) override {}
  void warn(const std::string& message) override { print_problem(message); }

 private:
  farm::Node& node_;
  const AsSubmitted as_submitted_;
};

void note(const std::string& words) { print_problem("note: " + words); }

farm::RefineryOptions refinery_options(const farm::ExplorerSetup& setup, const farm::Query& query,
                                       AsSubmitted as_submitted) {
  return {.query = query,
          .node = setup.node,
          .campaign = setup.campaign,
          .pause = std::min(setup.sync, kLongestPause),
          .lease = setup.lease,
          .folder = setup.folder + "-jobs",
          .as_submitted = std::move(as_submitted)};
}

Status search(farm::Wire& wire, const farm::ExplorerSetup& setup) {
  Result<farm::Request> wanted = farm::request_from_json(setup.request);
  if (!wanted) return wanted.error();
  CampaignOptions& campaign = wanted->campaign;
  const std::string tree = setup.program.substr(0, setup.program.size() - campaign.target.program.size());
  campaign.target.program = setup.program;
  campaign.target.directory = setup.directory;
  campaign.jobs = setup.jobs;
  campaign.folder = setup.folder;
  if (!setup.library_path.empty()) ::setenv("LD_LIBRARY_PATH", setup.library_path.c_str(), 1);
  const farm::Query query = [&wire](const std::string& sql, const std::vector<farm::Value>& values) {
    return wire.query(sql, values);
  };
  farm::Node node({.query = query,
                   .name = setup.node,
                   .campaign = setup.campaign,
                   .cores = static_cast<int>(setup.jobs),
                   .sync = setup.sync,
                   .lease = setup.lease,
                   .coverage = campaign.coverage,
                   .as_submitted = without(tree)},
                  note);
  const Result<std::vector<std::int64_t>> hashes = farm::reproduced(campaign, wanted->reference);
  if (!hashes) return hashes.error();
  if (Status same = node.reproduce(*hashes); !same) return same;
  campaign.shared = &node;
  NodeScreen screen(node, without(tree));
  const Result<ChoiceSet> choices = parse_choices(campaign.choices);
  Minimizer minimizer(choices ? *choices : ChoiceSet());
  std::optional<farm::Refinery> refinery;
  if (wanted->minimize) refinery.emplace(refinery_options(setup, query, without(tree)), campaign, minimizer, note);
  const Result<CampaignResult> result = run_campaign(campaign, screen);
  node.detach();
  // Findings of the last runs are in the database now.
  if (refinery) refinery->finish(result.ok() && !node.error() && !node.turn_is_over());
  if (!result) return result.error();
  print_line("campaign {}: {} runs here, {}", setup.campaign, result->status.runs,
             node.turn_is_over() ? "until the next turn" : node.state());
  if (result->error) return *result->error;
  return node.error() ? Status(*node.error()) : ok();
}

}  // namespace

Status explore() {
  int type = 0;
  socklen_t size = sizeof type;
  if (::getsockopt(farm::kExplorerSocket, SOL_SOCKET, SO_TYPE, &type, &size) != 0)
    return Error{Tier::usage, "'farm explore' is for nodes\nuse sleave farm work"};
  catch_interrupts();
  farm::obey_leash();
  const Result<std::string> text = farm::receive_message(farm::kExplorerSocket);
  if (!text) return text.error();
  const Result<farm::ExplorerSetup> setup = farm::setup_from_json(*text);
  if (!setup) return setup.error();
  farm::Wire wire(farm::kExplorerSocket);
  wire.end(search(wire, *setup));
  return ok();
}

}  // namespace sleave
