#include "engine/report/export/sarif.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/find/symbols/code_origin.h"
#include "engine/report/cause_words.h"
#include "engine/report/export/source_path.h"
#include "engine/report/lines.h"

namespace sleave {
namespace {

using Json = nlohmann::ordered_json;

struct Rule {
  const char* kind;
  const char* title;
  const char* meaning;
};
constexpr Rule kRules[] = {
#define SLEAVE_FINDING(name, title, meaning) {#name, title, meaning},
#include "abi/findings.def"
#undef SLEAVE_FINDING
};

Json message(const std::string& text) { return {{"text", text.empty() ? "?" : clean(text)}}; }

class Writer {
 public:
  explicit Writer(std::string root) : root_(std::move(root)) {}

  Json log(const std::vector<StoredFinding>& findings, const std::string& version) {
    Json results = Json::array();
    for (const StoredFinding& stored : findings) results.push_back(result(stored));
    Json run = {{"tool", {{"driver", {{"name", "Sleave"}, {"version", version}, {"rules", rules_}}}}},
                {"results", results}};
    if (!root_.empty()) run["originalUriBaseIds"] = {{"SRCROOT", {{"uri", path_uri(root_ + "/")}}}};
    return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
            {"version", "2.1.0"},
            {"runs", Json::array({run})}};
  }

 private:
  std::size_t rule_index(const std::string& kind) {
    for (std::size_t i = 0; i < rules_.size(); ++i) {
      if (rules_[i]["id"] == kind) return i;
    }
    Json rule = {{"id", kind}};
    const auto* known =
        std::find_if(std::begin(kRules), std::end(kRules), [&](const Rule& r) { return kind == r.kind; });
    if (known != std::end(kRules)) {
      rule["shortDescription"] = message(known->title);
      rule["fullDescription"] = message(known->meaning);
    }
    rule["defaultConfiguration"] = {{"level", "error"}};
    rules_.push_back(rule);
    return rules_.size() - 1;
  }

  Json location(const Frame& frame) const {
    Json location = Json::object();
    if (!frame.file.empty()) {
      const std::string path = below_root(frame.file, root_);
      Json artifact = {{"uri", path_uri(path)}};
      if (!path.starts_with('/')) artifact["uriBaseId"] = "SRCROOT";
      Json physical = {{"artifactLocation", artifact}};
      if (frame.line != 0) {
        physical["region"] = {{"startLine", frame.line}};
        if (frame.column != 0) physical["region"]["startColumn"] = frame.column;
      }
      location["physicalLocation"] = physical;
    }
    if (!frame.function.empty()) {
      const Json function = {{"fullyQualifiedName", clean(frame.function)}, {"kind", "function"}};
      location["logicalLocations"] = Json::array({function});
    }
    return location;
  }

  Json flow_step(const Finding& finding, std::size_t order) const {
    const FindingStep& step = finding.steps[order];
    const std::vector<std::uint32_t>& named = finding.cause.steps;
    const bool essential = step.key || std::find(named.begin(), named.end(), order) != named.end();
    Json place = location(step.where);
    place["message"] = message(step.text);
    Json result = {{"location", place},
                   {"executionOrder", order + 1},
                   {"importance", essential           ? "essential"
                                  : step.after_switch ? "important"
                                                      : "unimportant"}};
    if (!step.object.empty()) result["state"] = {{clean(step.object), message(step.value)}};
    return result;
  }

  // A flow without locations is not allowed: threads that have no step have no flow.
  Json thread_flows(const Finding& finding) const {
    Json flows = Json::array();
    for (std::uint32_t i = 0; i < finding.threads.size(); ++i) {
      const FindingThread& thread = finding.threads[i];
      Json locations = Json::array();
      for (std::size_t step = 0; step < finding.steps.size(); ++step) {
        if (finding.steps[step].thread == i) locations.push_back(flow_step(finding, step));
      }
      if (locations.empty()) continue;
      const std::string name = thread.label + (thread.name.empty() ? "" : " '" + thread.name + "'");
      flows.push_back({{"id", thread.label}, {"message", message(name)}, {"locations", locations}});
    }
    return flows;
  }

  Json stack(const std::string& title, const Stack& frames) const {
    Json list = Json::array();
    for (const Frame& frame : frames) {
      Json entry = {{"location", location(frame)}};
      if (!frame.module.empty()) entry["module"] = clean(frame.module);
      list.push_back(entry);
    }
    return {{"message", message(title)}, {"frames", list}};
  }

  Json stacks(const Finding& finding) const {
    Json list = Json::array();
    if (!finding.stack.empty()) list.push_back(stack("where it failed", finding.stack));
    for (const FindingAccess& access : finding.accesses) {
      list.push_back(stack(access.title + " by " + finding.threads[access.thread].label, access.stack));
    }
    for (const FindingLock& lock : finding.locks) {
      list.push_back(stack(lock.object + " acquired by " + lock.thread, lock.acquired_at));
    }
    return list;
  }

  Json result(const StoredFinding& stored) {
    const Finding& finding = stored.finding;
    Json result = {{"ruleId", finding.kind}, {"ruleIndex", rule_index(finding.kind)}};
    result["level"] = "error";
    const std::string why = cause_text(finding.cause);
    result["message"] = message(finding_sentence(finding) + (why.empty() ? "" : "\n" + why));
    if (const Frame* frame = innermost_own(finding.stack); frame != nullptr) {
      result["locations"] = Json::array({location(*frame)});
    }
    result["partialFingerprints"] = {{"sleaveSignature/v1", clean(finding.signature)}};
    if (const Json flows = thread_flows(finding); !flows.empty()) {
      result["codeFlows"] = Json::array({Json{{"message", message("the interleaving")}, {"threadFlows", flows}}});
    }
    if (const Json list = stacks(finding); !list.empty()) result["stacks"] = list;
    result["properties"] = {{"target", program_name(finding.target)},
                            {"strategy", finding.strategy},
                            {"seed", finding.seed},
                            {"run", finding.first_run},
                            {"replay", replay_command(stored)}};
    for (const FindingInput& input : finding.inputs) {
      result["properties"]["inputs"].push_back(
          {{"name", input.name}, {"thread", input.thread}, {"value", input.value}});
    }
    return result;
  }

  std::string root_;
  Json rules_ = Json::array();
};

}  // namespace

std::string sarif_report(const std::vector<StoredFinding>& findings, const std::string& root,
                         const std::string& version) {
  return Writer(root).log(findings, version).dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace sleave
