#include "engine/campaign/refine/hints.h"

#include <algorithm>
#include <filesystem>

namespace sleave {
namespace {

// Whether the program's frames in the report have no source file.
bool lacks_lines(const Finding& finding) {
  const std::string module = std::filesystem::path(finding.target).filename().string();
  bool any = false;
  bool lines = false;
  const auto look_at = [&](const Stack& stack) {
    for (const Frame& frame : stack) {
      any = any || frame.module == module;
      lines = lines || (frame.module == module && !frame.file.empty());
    }
  };
  look_at(finding.stack);
  for (const FindingAccess& access : finding.accesses) look_at(access.stack);
  for (const FindingThread& thread : finding.threads) look_at(thread.stack);
  return any && !lines;
}

// A deadlock in which a thread waits for a connection that only another process could make.
bool waits_for_clients(const Trace& trace) {
  if (trace.finding() != SLEAVE_FIND_deadlock) return false;
  return std::any_of(trace.threads.begin(), trace.threads.end(), [](const auto& thread) {
    return thread.state == SLEAVE_THREAD_BLOCKED && thread.pending_kind == SLEAVE_EV_descriptor_accept;
  });
}

}  // namespace

std::vector<std::string> hints_for(const Finding& finding, const Trace& trace) {
  std::vector<std::string> hints;
  if (lacks_lines(finding)) {
    hints.push_back(finding.target + " has no debug information, so reports have no source lines\ncompile with -g");
  }
  if (waits_for_clients(trace)) {
    hints.emplace_back(
        "the program waits for a client, and none was given\n"
        "start one with --client=COMMAND, or in a thread of the program, as in a test that links the server");
  }
  return hints;
}

}  // namespace sleave
