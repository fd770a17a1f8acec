#include "engine/campaign/campaign_state.h"

#include <nlohmann/json.hpp>

#include "engine/base/report_section_json.h"
#include "engine/campaign/concretization_places.h"
#include "engine/model/gaps/gap_json.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

using nlohmann::json;

constexpr int kVersion = 5;

json findings_json(const std::vector<FoundFinding>& findings) {
  json list = json::array();
  for (const FoundFinding& found : findings) {
    list.push_back({{"id", found.id},
                    {"kind", found.kind},
                    {"signature", found.signature},
                    {"first_run", found.first_run},
                    {"count", found.count},
                    {"escalated", found.escalated},
                    {"led_to", found.led_to}});
  }
  return list;
}

// For those who read about the campaign; the strategy has its own state to go on from.
json exhaustion_json(const std::optional<Exhaustion>& space) {
  if (!space) return nullptr;
  return {{"complete_runs", space->complete_runs},
          {"deadlocked_classes", space->deadlocked_classes},
          {"open", space->open},
          {"gaps", saved_gaps(space->gaps)},
          {"bound", space->bound}};
}

std::optional<Exhaustion> exhaustion_of(const json& saved) {
  if (!saved.is_object()) return std::nullopt;
  Exhaustion space;
  space.complete_runs = saved.at("complete_runs");
  space.deadlocked_classes = saved.at("deadlocked_classes");
  space.open = saved.at("open");
  space.gaps = gaps_from_json(saved.at("gaps"));
  space.bound = saved.at("bound");
  return space;
}

json history_json(const std::vector<CampaignPoint>& history) {
  json list = json::array();
  for (const auto& [runs, seconds, distinct, edges, findings] : history) {
    list.push_back({runs, seconds, distinct, edges, findings});
  }
  return list;
}

std::vector<CampaignPoint> history_of(const json& saved) {
  std::vector<CampaignPoint> history;
  for (const json& point : saved) {
    history.push_back({point.at(0), point.at(1), point.at(2), point.at(3), point.at(4)});
  }
  return history;
}

json places_json(const ConcretizationPlaces::Places& places) {
  json list = json::object();
  for (const auto& [kind, where] : places) list[concretization_name(kind)] = where;
  return list;
}

ConcretizationPlaces::Places places_of(const json& saved) {
  ConcretizationPlaces::Places places;
  for (std::uint32_t i = 0; i < SLEAVE_CONCRETIZATION_COUNT; ++i) {
    const auto found = saved.find(concretization_name(i));
    if (found != saved.end()) places[static_cast<sleave_concretization_kind>(i)] = *found;
  }
  return places;
}

// One letter for four edges.
std::string edges_text(const std::vector<std::uint8_t>& edges) {
  std::string text((edges.size() + 3) / 4, '@');
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (edges[i] != 0) text[i / 4] = static_cast<char>(text[i / 4] | 1 << i % 4);
  }
  return text;
}

std::vector<std::uint8_t> edges_of(const std::string& text) {
  std::vector<std::uint8_t> edges(text.size() * 4);
  for (std::size_t i = 0; i < edges.size(); ++i) edges[i] = static_cast<std::uint8_t>(text[i / 4] >> i % 4 & 1);
  return edges;
}

json status_json(const CampaignStatus& status) {
  return {{"runs", status.runs},
          {"seconds", status.seconds},
          {"events", status.events},
          {"cost", status.cost + status.analysis_cost},
          {"step_limited", status.step_limited},
          {"step_limited_note", status.step_limited_note},
          {"refused", status.refused},
          {"refused_why", status.refused_why},
          {"damaged", status.damaged},
          {"damaged_why", status.damaged_why},
          {"memory_limited", status.memory_limited},
          {"excluded", status.excluded},
          {"waiting", status.waiting},
          {"misused", status.misused},
          {"misused_why", status.misused_why},
          {"leaks_serially", status.leaks_serially},
          {"exit_statuses", status.exit_statuses},
          {"restarts", status.restarts},
          {"uncontrolled", status.uncontrolled},
          {"sight", sight_name(status.sight)},
          {"uninstrumented", status.uninstrumented},
          {"concretization_places", places_json(status.concretization_places)},
          {"distinct", status.distinct},
          {"distinct_exact", status.distinct_exact},
          {"exhaustion", exhaustion_json(status.exhaustion)},
          {"history", history_json(status.history)},
          {"sections", saved_sections(status.sections)},
          {"edges", status.edges},
          {"edges_taken", edges_text(status.edges_taken)},
          {"edge_runs", status.edge_runs},
          {"suppressed", status.suppressed},
          {"findings", findings_json(status.findings)},
          {"runs_with_findings", status.runs_with_findings}};
}

CampaignStatus status_of(const json& saved) {
  CampaignStatus status;
  status.runs = saved.at("runs");
  status.seconds = saved.at("seconds");
  status.events = saved.at("events");
  status.cost = saved.value("cost", std::uint64_t{0});
  status.step_limited = saved.at("step_limited");
  status.step_limited_note = saved.value("step_limited_note", "");
  status.refused = saved.at("refused");
  status.refused_why = saved.at("refused_why");
  status.damaged = saved.value("damaged", std::uint64_t{0});
  status.damaged_why = saved.value("damaged_why", std::string());
  status.memory_limited = saved.value("memory_limited", std::uint64_t{0});
  status.excluded = saved.value("excluded", std::uint64_t{0});
  status.waiting = saved.value("waiting", std::uint64_t{0});
  status.misused = saved.value("misused", std::uint64_t{0});
  status.misused_why = saved.value("misused_why", std::string());
  status.leaks_serially = saved.value("leaks_serially", std::set<std::uint64_t>());
  status.exit_statuses = saved.value("exit_statuses", std::map<int, std::uint64_t>());
  status.runs_with_findings = saved.value("runs_with_findings", std::uint64_t{0});
  status.restarts = saved.at("restarts");
  status.distinct = saved.at("distinct");
  status.distinct_exact = saved.value("distinct_exact", false);
  status.edges = saved.value("edges", std::uint64_t{0});
  status.edges_taken = edges_of(saved.value("edges_taken", std::string()));
  status.edge_runs = saved.value("edge_runs", std::uint64_t{0});
  status.history = history_of(saved.value("history", json::array()));
  status.sections = sections_from_json(saved.value("sections", json::array()));
  status.exhaustion = exhaustion_of(saved.value("exhaustion", json()));
  status.uncontrolled = saved.at("uncontrolled").get<std::map<std::string, std::uint64_t>>();
  status.sight = sight_named(saved.value("sight", "full"));
  status.uninstrumented = saved.at("uninstrumented").get<std::set<std::string>>();
  status.concretization_places = places_of(saved.value("concretization_places", json::object()));
  status.suppressed = saved.at("suppressed").get<std::map<std::string, std::uint64_t>>();
  for (const auto& entry : saved.at("findings")) {
    status.findings.push_back({.id = entry.at("id"),
                               .kind = entry.at("kind"),
                               .signature = entry.at("signature"),
                               .first_run = entry.at("first_run"),
                               .count = entry.at("count"),
                               .folder = "",
                               .escalated = entry.at("escalated"),
                               .led_to = entry.at("led_to").get<std::vector<int>>()});
  }
  return status;
}

}  // namespace

std::string to_json(const CampaignState& state) {
  const json saved = {{"version", kVersion},
                      {"program", state.program},
                      {"arguments", state.arguments},
                      {"build_id", state.build_id},
                      {"strategy", state.strategy},
                      {"seed", state.seed},
                      {"depth", state.depth},
                      {"choices", state.choices},
                      {"predict", state.predict},
                      {"inputs", state.inputs},
                      {"strategy_state", nlohmann::json::parse(state.strategy_state)},
                      {"status", status_json(state.status)}};
  // Names of programs and modules may hold any byte.
  return saved.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

Result<CampaignState> campaign_state_from_json(const std::string& text) {
  const json saved = json::parse(text, nullptr, false);
  const Error damaged{Tier::usage, "the saved campaign is damaged\nstart a new campaign without --resume"};
  if (!saved.is_object()) return damaged;
  try {
    if (saved.at("version") != kVersion) return damaged;
    CampaignState state;
    state.program = saved.at("program");
    state.arguments = saved.at("arguments").get<std::vector<std::string>>();
    state.build_id = saved.at("build_id");
    state.strategy = saved.at("strategy");
    state.seed = saved.at("seed");
    state.depth = saved.at("depth");
    state.choices = saved.at("choices");
    state.predict = saved.at("predict");
    state.inputs = saved.value("inputs", state.inputs);
    state.strategy_state = saved.at("strategy_state").dump();
    state.status = status_of(saved.at("status"));
    return state;
  } catch (const nlohmann::json::exception&) {
    return damaged;
  }
}

}  // namespace sleave
