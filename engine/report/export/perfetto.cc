#include "engine/report/export/perfetto.h"

#include <nlohmann/json.hpp>

#include "engine/report/page.h"

namespace sleave {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kProcess = 1;
constexpr std::uint64_t kStep = 1000;   // microseconds from one step to the next
constexpr std::uint64_t kLength = 900;  // of a slice: arrows leave at its end and arrive at its beginning

std::uint64_t track(std::uint32_t thread) { return std::uint64_t{thread} + 1; }

Json metadata(const char* name, std::uint64_t thread, const Json& arguments) {
  return {{"name", name}, {"ph", "M"}, {"pid", kProcess}, {"tid", thread}, {"args", arguments}};
}

void add_tracks(const Finding& finding, Json& events) {
  events.push_back(metadata("process_name", 0, {{"name", program_name(finding.target)}}));
  for (std::uint32_t i = 0; i < finding.threads.size(); ++i) {
    const FindingThread& thread = finding.threads[i];
    const std::string name = thread.label + (thread.name.empty() ? "" : " '" + thread.name + "'");
    events.push_back(metadata("thread_name", track(i), {{"name", name}}));
    events.push_back(metadata("thread_sort_index", track(i), {{"sort_index", i}}));
  }
}

Json slice(const FindingStep& step, std::size_t number) {
  Json arguments = {{"where", frame_place(step.where)}, {"function", step.where.function}};
  if (!step.unfinished) arguments["step"] = step.index + 1;
  if (!step.object.empty()) arguments[step.object] = step.value;
  if (step.repeats != 0) arguments["repeats"] = step.repeats;
  if (step.left_out != 0) arguments["steps left out before"] = step.left_out;
  return {{"name", step.text},
          {"cat", step.key ? "failure" : "step"},
          {"ph", "X"},
          {"ts", number * kStep},
          {"dur", kLength},
          {"pid", kProcess},
          {"tid", track(step.thread)},
          {"args", arguments}};
}

Json arrow_end(const Finding& finding, const FindingLink& link, std::size_t id, bool from) {
  const std::uint32_t step = from ? link.from : link.to;
  Json end = {{"name", link.kind},
              {"cat", "link"},
              {"ph", from ? "s" : "f"},
              {"id", id + 1},
              {"ts", step * kStep + (from ? kLength - 1 : 0)},
              {"pid", kProcess},
              {"tid", track(finding.steps[step].thread)}};
  if (!from) end["bp"] = "e";  // the slice it is in, not the next one
  return end;
}

}  // namespace

std::string perfetto_trace(const StoredFinding& stored) {
  const Finding& finding = stored.finding;
  Json events = Json::array();
  add_tracks(finding, events);
  for (std::size_t i = 0; i < finding.steps.size(); ++i) events.push_back(slice(finding.steps[i], i));
  for (std::size_t i = 0; i < finding.links.size(); ++i) {
    if (finding.links[i].from >= finding.links[i].to) continue;  // a trace has no arrows back in time
    for (const bool from : {true, false}) events.push_back(arrow_end(finding, finding.links[i], i, from));
  }
  const Json trace = {{"displayTimeUnit", "ms"},
                      {"otherData",
                       {{"finding", finding_sentence(finding)},
                        {"kind", finding.kind},
                        {"signature", finding.signature},
                        {"replay", replay_command(stored)}}},
                      {"traceEvents", events}};
  return trace.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace sleave
