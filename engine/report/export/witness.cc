#include "engine/report/export/witness.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "engine/base/sha256.h"
#include "engine/find/symbols/code_origin.h"
#include "engine/report/lines.h"

namespace sleave {
namespace {

struct Property {
  const char* kind;
  const char* formula;
};
constexpr Property kProperties[] = {
    {"assertion", "G ! call(reach_error())"}, {"data_race", "G ! data-race"},  {"heap_use_after_free", "G valid-deref"},
    {"heap_overflow", "G valid-deref"},       {"double_free", "G valid-free"}, {"invalid_free", "G valid-free"},
};

// A string of YAML; those of JSON are.
std::string quoted(const std::string& text) { return nlohmann::json(clean(text)).dump(); }

std::string formula_of(const std::string& kind) {
  for (const Property& property : kProperties) {
    if (kind == property.kind) return fmt::format("CHECK( init(main()), LTL({}) )", property.formula);
  }
  return "";
}

// In the form of RFC 4122: the same finding has the same.
std::string uuid_of(const StoredFinding& stored) {
  const std::string digits = sha256(stored.finding.signature + stored.folder);
  return fmt::format("{}-{}-5{}-8{}-{}", digits.substr(0, 8), digits.substr(8, 4), digits.substr(12, 3),
                     digits.substr(15, 3), digits.substr(18, 12));
}

constexpr const char* kSegment = "  - segment:\n";

// Without a column: the first place of the line that can be meant. Threads are numbered as they were created, main is
// 0.
std::string waypoint(const char* type, const Frame& frame, std::uint32_t thread) {
  std::string text =
      fmt::format("    - waypoint:\n        type: {}\n        action: follow\n        thread_id: {}\n", type, thread);
  if (std::string(type) == "assumption") {
    text += "        constraint:\n          value: \"1\"\n          format: c_expression\n";
  }
  return text + fmt::format("        location:\n          file_name: {}\n          line: {}\n          function: {}\n",
                            quoted(frame.file), frame.line, quoted(frame.function));
}

// Where it failed; of a data race both accesses, of which none comes first.
std::string targets(const Finding& finding, const Frame& failed, const std::map<std::string, std::string>& hashes) {
  std::string text;
  std::size_t known = 0;
  for (const FindingAccess& access : finding.accesses) {
    const Frame* frame = innermost_own(access.stack);
    if (frame == nullptr || !hashes.contains(frame->file)) continue;
    text += waypoint("target", *frame, access.thread);
    ++known;
  }
  return known == 2 ? text : waypoint("target", failed, finding.thread);
}

std::string metadata(const StoredFinding& stored, const std::map<std::string, std::string>& hashes,
                     const std::string& version, const std::string& time, const std::string& formula) {
  std::string files;
  std::string sums;
  for (const auto& [file, hash] : hashes) {
    files += fmt::format("      - {}\n", quoted(file));
    sums += fmt::format("        {}: {}\n", quoted(file), quoted(hash));
  }
  return fmt::format(
      "  metadata:\n    format_version: \"2.2\"\n    uuid: {}\n    creation_time: {}\n    producer:\n      name: "
      "Sleave\n      version: {}\n    task:\n      input_files:\n{}      input_file_hashes:\n{}      specification: "
      "{}\n      data_model: LP64\n      language: C\n",
      quoted(uuid_of(stored)), quoted(time), quoted(version), files, sums, quoted(formula));
}

}  // namespace

Result<std::string> violation_witness(const StoredFinding& stored, const std::map<std::string, std::string>& hashes,
                                      const std::string& version, const std::string& time) {
  const Finding& finding = stored.finding;
  const std::string formula = formula_of(finding.kind);
  if (formula.empty()) return Error{Tier::usage, "SV-COMP has no property that a " + finding.title + " violates"};
  const Frame* failed = innermost_own(finding.stack);
  if (failed == nullptr || !hashes.contains(failed->file)) {
    return Error{Tier::usage, "the source of the failing line was not found\nsay where it is: --root=DIR"};
  }
  std::string text =
      "- entry_type: violation_sequence\n" + metadata(stored, hashes, version, time, formula) + "  content:\n";
  for (const FindingStep& step : finding.steps) {
    const bool matters = (step.after_switch || step.key) && !step.unfinished;
    if (matters && step.where.line != 0 && hashes.contains(step.where.file)) {
      text += kSegment + waypoint("assumption", step.where, step.thread);
    }
  }
  return text + kSegment + targets(finding, *failed, hashes);
}

}  // namespace sleave
