#include "engine/find/same_failure.h"

#include <set>
#include <vector>

#include "engine/find/symbols/code_origin.h"
#include "engine/find/symbols/readable_name.h"

namespace sleave {
namespace {

// Where a finding failed: both accesses of a data race, every waiting thread of a deadlock, else one place.
std::vector<Frame> failing_frames(const Finding& finding) {
  std::vector<Frame> frames;
  const auto add = [&](const Stack& stack) {
    if (const Frame* own = innermost_own(stack)) frames.push_back(*own);
  };
  for (const FindingAccess& access : finding.accesses) add(access.stack);
  if (finding.kind == "deadlock") {
    for (const FindingThread& thread : finding.threads) {
      if (!thread.waits_for.empty()) add(thread.stack);
    }
  }
  if (frames.empty()) add(finding.stack);
  return frames;
}

std::set<std::string> failing_functions(const Finding& finding) {
  std::set<std::string> functions;
  for (const Frame& frame : failing_frames(finding)) functions.insert(short_function(frame.function));
  return functions;
}

// "x == 1" of "queue.cc:12: void f(): Assertion `x == 1' failed"; empty if the message is another.
std::string condition_of(const Finding& finding) {
  constexpr const char* kBefore = "Assertion `";
  const std::size_t at = finding.message.find(kBefore);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + std::char_traits<char>::length(kBefore);
  const std::size_t end = finding.message.rfind('\'');
  return end == std::string::npos || end < begin ? "" : finding.message.substr(begin, end - begin);
}

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

bool fails_alike(const Finding& recorded, const Finding& now) {
  if (recorded.kind != now.kind) return false;
  if (!recorded.signature.empty() && recorded.signature == now.signature) return true;
  const std::set<std::string> functions = failing_functions(recorded);
  return !functions.empty() && !functions.contains("") && functions == failing_functions(now) &&
         condition_of(recorded) == condition_of(now);
}

std::string failing_place(const Finding& finding) {
  std::set<std::string> places;
  for (const Frame& frame : failing_frames(finding)) {
    if (!frame.file.empty()) places.insert(base_name(frame.file) + ":" + std::to_string(frame.line));
  }
  std::string text;
  for (const std::string& place : places) text += (text.empty() ? "" : " and ") + place;
  return text.empty() ? "an unknown place" : text;
}

}  // namespace sleave
