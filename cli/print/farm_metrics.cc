#include "cli/print/farm_metrics.h"

#include <fmt/format.h>

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <utility>

namespace sleave {
namespace {

using nlohmann::json;

using Labels = std::initializer_list<std::pair<const char*, std::string>>;

std::string escaped_label(const std::string& value) {
  std::string text;
  for (const char c : value) {
    if (c == '\\' || c == '"') text += '\\';
    text += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return text;
}

std::string number_text(const json& value) {
  if (value.is_number_float()) return fmt::format("{}", value.get<double>());
  return fmt::format("{}", value.get<std::int64_t>());
}

// The samples of one name are together, below its two comments.
class Family {
 public:
  Family(const char* name, const char* type, const char* help)
      : name_(name), text_(fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, help, name, type)) {}

  void add(Labels labels, const json& value) {
    std::string list;
    for (const auto& [label, content] : labels)
      list += fmt::format("{}{}=\"{}\"", list.empty() ? "" : ",", label, escaped_label(content));
    text_ += list.empty() ? fmt::format("{} {}\n", name_, number_text(value))
                          : fmt::format("{}{{{}}} {}\n", name_, list, number_text(value));
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  const char* name_;
  std::string text_;
};

std::int64_t number(const json& campaign, const char* name) { return campaign.at(name).get<std::int64_t>(); }

std::int64_t idle_nodes(const json& campaign) {
  std::int64_t idle = 0;
  for (const json& node : campaign.at("nodes")) idle += node.at("idle").get<bool>() ? 1 : 0;
  return idle;
}

std::string of_campaigns(const json& campaigns) {
  Family info("sleave_farm_campaign_info", "gauge", "A campaign that is open or ended within a day; 1.");
  Family runs("sleave_farm_runs_total", "counter",
              "Runs of this epoch by their result; redundant ones are in no class.");
  Family classes("sleave_farm_classes", "gauge", "Equivalence classes of executions that were run.");
  Family part("sleave_farm_done_ratio", "gauge", "Estimated part of the space that is done, from 0 to 1.");
  Family items("sleave_farm_items_open", "gauge", "Work items that are open.");
  Family rows("sleave_farm_rows", "gauge",
              "Rows of work items: held by a node, free, or set aside after five lost nodes.");
  Family nodes("sleave_farm_nodes", "gauge", "Nodes with a lease, working or idle.");
  Family refused("sleave_farm_nodes_refused", "gauge", "Nodes whose reference runs differ from the submitter's.");
  Family audits("sleave_farm_audits_total", "counter", "Runs that another node has repeated, equal or different.");
  Family waiting("sleave_farm_audits_waiting", "gauge", "Sampled runs that are not repeated yet.");
  Family findings("sleave_farm_findings", "gauge", "Distinct findings.");
  Family ledger("sleave_farm_ledger_difference", "gauge",
                "Items made and not done, less items in rows; anything but 0 is a bug.");
  Family seconds("sleave_farm_campaign_seconds", "gauge", "Time since the campaign was submitted, or until it ended.");
  for (const json& campaign : campaigns) {
    const std::string id = std::to_string(number(campaign, "id"));
    info.add({{"campaign", id},
              {"name", campaign.at("name")},
              {"team", campaign.at("team")},
              {"state", campaign.at("state")}},
             1);
    runs.add({{"campaign", id}, {"result", "complete"}}, campaign.at("complete_runs"));
    runs.add({{"campaign", id}, {"result", "deadlocked"}}, campaign.at("deadlocked_classes"));
    runs.add({{"campaign", id}, {"result", "failed"}}, campaign.at("failed_runs"));
    runs.add({{"campaign", id}, {"result", "redundant"}}, campaign.at("blocked_runs"));
    classes.add({{"campaign", id}}, number(campaign, "complete_runs") + number(campaign, "deadlocked_classes") +
                                        number(campaign, "failed_runs"));
    part.add({{"campaign", id}}, campaign.at("part_done"));
    items.add({{"campaign", id}}, campaign.at("open"));
    const std::int64_t aside = number(campaign, "poisoned"), free = number(campaign, "free") - aside;
    rows.add({{"campaign", id}, {"state", "held"}}, number(campaign, "rows") - free - aside);
    rows.add({{"campaign", id}, {"state", "free"}}, free);
    rows.add({{"campaign", id}, {"state", "set_aside"}}, aside);
    const std::int64_t idle = idle_nodes(campaign), all = static_cast<std::int64_t>(campaign.at("nodes").size());
    nodes.add({{"campaign", id}, {"state", "working"}}, all - idle);
    nodes.add({{"campaign", id}, {"state", "idle"}}, idle);
    refused.add({{"campaign", id}}, campaign.at("refused").size());
    audits.add({{"campaign", id}, {"result", "equal"}}, campaign.at("repeated"));
    audits.add({{"campaign", id}, {"result", "different"}}, campaign.at("differences").size());
    waiting.add({{"campaign", id}}, campaign.at("to_repeat"));
    findings.add({{"campaign", id}}, campaign.at("findings").size());
    ledger.add({{"campaign", id}}, campaign.at("ledger_difference"));
    seconds.add({{"campaign", id}}, campaign.at("seconds"));
  }
  std::string text;
  for (const Family* family : {&info, &runs, &classes, &part, &items, &rows, &nodes, &refused, &audits, &waiting,
                               &findings, &ledger, &seconds}) {
    text += family->text();
  }
  return text;
}

std::string of_farm(const json& metrics) {
  Family campaigns("sleave_farm_campaigns", "gauge", "Campaigns by state.");
  for (const auto& [state, count] : metrics.at("states").items()) campaigns.add({{"state", state}}, count);
  Family bytes("sleave_farm_database_bytes", "gauge", "Size of the farm's database on disk.");
  bytes.add({}, metrics.at("database_bytes"));
  return campaigns.text() + bytes.text();
}

}  // namespace

Result<std::string> farm_metrics_text(const std::string& text) {
  const json metrics = json::parse(text, nullptr, false);
  try {
    return of_farm(metrics) + of_campaigns(metrics.at("campaigns"));
  } catch (const json::exception&) {
    return Error{Tier::environment, "the farm's database gave an answer that this version does not understand"};
  }
}

}  // namespace sleave
