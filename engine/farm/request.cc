#include "engine/farm/request.h"

#include <nlohmann/json.hpp>

namespace sleave::farm {
namespace {

using nlohmann::json;

constexpr int kVersion = 3;

// [[seed, hash], ...]
json saved_reference(const ReferenceRuns& runs) {
  json list = json::array();
  for (const ReferenceRun& run : runs) list.push_back({run.seed, run.hash});
  return list;
}

}  // namespace

std::string to_json(const Request& wanted) {
  const CampaignOptions& campaign = wanted.campaign;
  const Target& target = campaign.target;
  const Plan& limits = campaign.limits;
  const json request = {{"version", kVersion},
                        {"program", target.program},
                        {"bundle", wanted.bundle},
                        {"library_path", wanted.library_path},
                        {"reference", saved_reference(wanted.reference)},
                        {"directory", target.directory},
                        {"arguments", target.arguments},
                        {"threads", target.threads},
                        {"memory_limit", target.memory_limit},
                        {"stack_limit", target.stack_limit},
                        {"files", target.files},
                        {"clients", target.clients},
                        {"isolation", campaign.isolation},
                        {"strategy", campaign.strategy},
                        {"seed", campaign.seed},
                        {"runs", campaign.shared_runs},
                        {"depth", campaign.depth},
                        {"predict", campaign.predict},
                        {"choices", campaign.choices},
                        {"bound_kind", campaign.bound.kind},
                        {"bound_most", campaign.bound.most},
                        {"time_outs", campaign.time_outs},
                        {"without", campaign.without},
                        {"inputs", campaign.inputs},
                        {"solver", campaign.solving.solver},
                        {"query_budget", campaign.solving.query_budget},
                        {"keep_going", campaign.keep_going},
                        {"coverage", campaign.coverage},
                        {"minimize", wanted.minimize},
                        {"max_events", limits.max_events},
                        {"hang_cpu_ms", limits.hang_cpu_ms},
                        {"flags", limits.flags}};
  return request.dump(-1, ' ', false, json::error_handler_t::replace);
}

Result<Request> request_from_json(const std::string& text) {
  const Error damaged{Tier::environment, "the campaign was submitted by another version of Sleave"};
  const json saved = json::parse(text, nullptr, false);
  if (!saved.is_object()) return damaged;
  try {
    if (saved.at("version") != kVersion) return damaged;
    Request request;
    CampaignOptions& campaign = request.campaign;
    Target& target = campaign.target;
    request.bundle = saved.at("bundle");
    request.library_path = saved.at("library_path");
    for (const json& run : saved.at("reference")) {
      request.reference.push_back({run.at(0).get<std::uint64_t>(), run.at(1).get<std::int64_t>()});
    }
    target.directory = saved.at("directory");
    target.program = saved.at("program");
    target.arguments = saved.at("arguments").get<std::vector<std::string>>();
    target.threads = saved.at("threads").get<sleave_thread_mode>();
    target.memory_limit = saved.at("memory_limit");
    target.stack_limit = saved.at("stack_limit");
    target.files = saved.at("files");
    target.clients = saved.at("clients");
    campaign.isolation = saved.at("isolation").get<sleave_isolation>();
    campaign.strategy = saved.at("strategy");
    campaign.seed = saved.at("seed");
    campaign.for_sharing = true;
    campaign.shared_runs = saved.at("runs");
    campaign.depth = saved.at("depth");
    campaign.predict = saved.at("predict");
    campaign.choices = saved.at("choices");
    campaign.bound.kind = saved.at("bound_kind").get<graph::Bound::Kind>();
    campaign.bound.most = saved.at("bound_most");
    campaign.time_outs = saved.at("time_outs");
    campaign.without = saved.at("without");
    campaign.inputs = saved.at("inputs");
    campaign.solving.solver = saved.at("solver");
    campaign.solving.query_budget = saved.at("query_budget");
    campaign.keep_going = saved.at("keep_going");
    campaign.coverage = saved.value("coverage", false);  // campaigns of older versions have none
    request.minimize = saved.at("minimize");
    campaign.limits.max_events = saved.at("max_events");
    campaign.limits.hang_cpu_ms = saved.at("hang_cpu_ms");
    campaign.limits.flags = saved.at("flags");
    campaign.time = std::chrono::milliseconds(0);
    return request;
  } catch (const json::exception&) {
    return damaged;
  }
}

}  // namespace sleave::farm
