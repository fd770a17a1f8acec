#include "engine/find/race_group.h"

#include <fmt/format.h>

#include <algorithm>

namespace sleave {
namespace {

// "queue" of "queue.items[2].key", "H1" of "H1+16".
std::string whole_object(const std::string& name) { return name.substr(0, name.find_first_of(".[+")); }

std::string allocation(const FindingObject& object) {
  if (object.allocated_at.empty() || object.allocated_at.front().line == 0) return "";
  const Frame& frame = object.allocated_at.front();
  return fmt::format("allocated at {}:{}", frame.file, frame.line);
}

}  // namespace

std::string race_group(const Finding& finding) {
  if (finding.accesses.empty()) return "";
  const std::string name = whole_object(finding.accesses.front().object);
  const auto object = std::find_if(finding.objects.begin(), finding.objects.end(),
                                   [&](const FindingObject& candidate) { return candidate.label == name; });
  // Global variables are in no list.
  if (object == finding.objects.end()) return name;
  if (object->category == "heap block") return allocation(*object);
  return object->place.starts_with("on the stack") || object->category == "data" ? "" : object->place;
}

}  // namespace sleave
