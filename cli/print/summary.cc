#include "cli/print/summary.h"

#include <nlohmann/json.hpp>

#include "cli/print/wording.h"
#include "engine/base/file.h"
#include "engine/base/report_section_json.h"
#include "engine/find/finding.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

nlohmann::json inputs_json(const CampaignStatus& status) {
  const InputReport& inputs = *status.inputs;
  const solve::QueryCounts& queries = inputs.queries;
  return {{"names", inputs.names},
          {"bytes", inputs.bytes},
          {"paths", inputs.paths},
          {"branches", inputs.branches},
          {"both_ways", inputs.both_ways},
          {"concretizations", in_words(inputs.concretizations)},
          {"concretization_places", in_words(status.concretization_places)},
          {"unsolved", inputs.unsolved},
          {"cut_short", inputs.cut_short},
          {"aliases",
           {{"queries", inputs.aliases.queries}, {"answered", inputs.aliases.answered}, {"met", inputs.aliases.met}}},
          {"strayed", inputs.strayed},
          {"wrong", inputs.wrong},
          {"queries",
           {{"asked", queries.asked},
            {"fixed", queries.fixed},
            {"tried", queries.tried},
            {"repeated", queries.repeated},
            {"by_core", queries.by_core},
            {"enumerated", queries.enumerated},
            {"summed", queries.summed},
            {"descended", queries.descended},
            {"solved", queries.solved},
            {"refuted", queries.refuted},
            {"unknown", queries.unknown},
            {"wrong", queries.wrong},
            {"path_constraints", queries.path_constraints},
            {"path_constraints_sent", queries.path_constraints_sent},
            {"seconds", queries.seconds}}}};
}

using nlohmann::json;

// Of the reported run, and of the one in which it was found.
json size_of(const std::string& folder) {
  if (folder.empty()) return json::object();  // not saved
  const Result<std::string> text = read_file(folder + "/finding.json");
  if (!text) return json::object();
  const Result<Finding> finding = finding_from_json(*text);
  if (!finding) return json::object();
  const FindingMinimized& before = finding->minimized;
  json size = {{"events", finding->events}, {"switches", finding->switches}, {"preemptions", finding->preemptions}};
  if (before.runs == 0) return size;
  size["minimized"] = {{"runs", before.runs},
                       {"from_events", before.events},
                       {"from_switches", before.switches},
                       {"from_preemptions", before.preemptions}};
  return size;
}

json branches_json(const CampaignResult& result) {
  const BranchTable& table = result.branches->table;
  json not_taken = json::array();
  for (const std::uint32_t side : result.branches->not_taken()) {
    const Branch& branch = table.branches()[table.sides()[side].branch];
    not_taken.push_back({{"file", branch.file},
                         {"line", branch.line},
                         {"column", branch.column},
                         {"function", branch.function},
                         {"side", side_text(table.sides()[side])}});
  }
  return {{"covered", result.branches->taken.size()},
          {"total", table.sides().size()},
          {"out_of_reach", rest_is_out_of_reach(result)},
          {"not_taken", not_taken}};
}

}  // namespace

std::string summary_json(const CampaignOptions& options, const CampaignResult& result) {
  const CampaignStatus& status = result.status;
  json findings = json::array();
  for (const FoundFinding& found : status.findings) {
    findings.push_back({{"id", found.id},
                        {"kind", found.kind},
                        {"signature", found.signature},
                        {"first_run", found.first_run},
                        {"replay", found.folder},
                        {"count", found.count}});
    findings.back().update(size_of(found.folder));
    if (found.kind == "data_race") {
      findings.back()["escalated_runs"] = found.escalated;
      findings.back()["led_to"] = found.led_to;
    }
  }
  json uncontrolled = json::array();
  for (const auto& [function, calls] : status.uncontrolled) uncontrolled.push_back(function);
  json suppressions = json::array();
  for (const auto& [rule, count] : status.suppressed) suppressions.push_back({{"rule", rule}, {"matched", count}});
  json exit_statuses = json::object();
  for (const auto& [code, count] : status.exit_statuses) exit_statuses[std::to_string(code)] = count;
  const double runs = static_cast<double>(status.runs);
  json summary = {{"result", result_word(status)},
                  {"interrupted", result.end == CampaignEnd::interrupted},
                  {"program", options.target.program},
                  {"arguments", options.target.arguments},
                  {"strategy", result.strategy},
                  {"seed", result.seed},
                  {"runs", status.runs},
                  {"distinct", status.distinct},
                  {"distinct_exact", status.distinct_exact},
                  {"chance_of_new", status.chance_of_new},
                  {"seconds", status.seconds},
                  {"runs_per_second", status.seconds > 0 ? runs / status.seconds : 0.0},
                  {"events_per_run", status.runs > 0 ? static_cast<double>(status.events) / runs : 0.0},
                  {"cost", status.cost + status.analysis_cost},
                  {"isolation", isolation_name(isolation_in_use(options, status))},
                  {"threads", options.target.threads == SLEAVE_THREADS_FIBER ? "fiber" : "native"},
                  {"jobs", options.jobs},
                  {"step_limited", status.step_limited},
                  {"refused", status.refused},
                  {"damaged", status.damaged},
                  {"memory_limited", status.memory_limited},
                  {"excluded", status.excluded},
                  {"misused", status.misused},
                  {"waiting", status.waiting},
                  {"exit_statuses", exit_statuses},
                  {"stdin_bytes", options.target.input.bytes},
                  {"restarts", status.restarts},
                  {"findings", findings},
                  {"runs_with_findings", status.runs_with_findings},
                  {"suppressions", suppressions},
                  {"uncontrolled", uncontrolled},
                  {"sight", sight_name(status.sight)},
                  {"uninstrumented", status.uninstrumented}};
  if (status.exhaustion) {
    summary["complete_runs"] = status.exhaustion->complete_runs;
    summary["blocked_runs"] = status.exhaustion->blocked_runs;
    summary["deadlocked_classes"] = status.exhaustion->deadlocked_classes;
    summary["failed_runs"] = status.exhaustion->failed_runs;
    summary["beyond_bound"] = status.exhaustion->beyond_bound;
    summary["bound"] = status.exhaustion->bound;
    summary["class_sum"] = status.exhaustion->class_sum.text();
    summary["open"] = status.exhaustion->open;
    summary["most_open"] = status.exhaustion->most_open;
    summary["estimate"] = status.exhaustion->estimate.runs;
    summary["audit_runs"] = status.exhaustion->audit_runs;
    summary["gaps"] = in_words(status.exhaustion->gaps);
    summary["assumptions"] = in_words(status.exhaustion->assumptions);
    summary["memory_model"] = status.exhaustion->model;
  }
  if (status.inputs) summary["inputs"] = inputs_json(status);
  if (result.branches) summary["branches"] = branches_json(result);
  for (const ReportSection& section : status.sections) summary[section.key] = section_for_tools(section);
  if (status.edges != 0) summary["edges"] = {{"covered", status.edges_covered}, {"total", status.edges}};
  return summary.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace sleave
