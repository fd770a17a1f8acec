#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "abi/words.h"
#include "engine/analyze/build.h"
#include "engine/analyze/names/place.h"
#include "engine/analyze/words/waits.h"
#include "engine/find/symbols/code_origin.h"
#include "engine/find/symbols/readable_name.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

// What is hashed, and what is shown beside the hash.
struct Essence {
  std::string hashed;
  std::string shown;
};

// FNV-1a, folded to 32 bits: short enough to read out, and the shown places tell most collisions apart.
std::uint32_t short_hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ull;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

std::string join(const std::set<std::string>& parts, const char* separator) {
  return fmt::format("{}", fmt::join(parts, separator));
}

Essence deadlock_essence(const Trace& trace, Symbolizer& symbolizer) {
  const WaitGraph graph = wait_graph(trace);
  std::set<std::string> waits, places;
  for (const std::uint32_t thread : graph.causes) {
    const Frame frame = pending_place(trace, thread, symbolizer);
    const std::string place = place_text(frame);
    waits.insert(
        fmt::format("{} {} {}", event_name(trace.threads[thread].pending_kind), short_function(frame.function), place));
    places.insert(place);
  }
  return {join(waits, ";"), join(places, "+")};
}

// The function a thread was started with: the outermost frame of the program.
std::string start_function(const Stack& stack) {
  const Stack own = trim(stack, Top::program);
  return own.empty() ? "" : short_function(own.back().function);
}

// Whether it goes round in a loop, or waits where a search lets no loop go round.
bool repeats_itself(const sleave_trace_thread& thread) {
  return thread.state == SLEAVE_THREAD_ENABLED || thread.pending_kind == SLEAVE_EV_await;
}

Essence loop_essence(const Trace& trace, Symbolizer& symbolizer) {
  std::set<std::string> functions;
  for (std::uint32_t i = 0; i < trace.threads.size(); ++i) {
    const bool only_one = trace.finding() == SLEAVE_FIND_endless_loop;
    const bool runs = only_one ? i == trace.header.thread : repeats_itself(trace.threads[i]);
    if (!runs) continue;
    const std::uint32_t stack = only_one && trace.header.finding_stack != SLEAVE_NO_STACK
                                    ? trace.header.finding_stack
                                    : trace.threads[i].final_stack;
    functions.insert(start_function(symbolizer.stack(trace, stack)));
  }
  functions.erase("");
  return {join(functions, ";"), join(functions, "+")};
}

Essence stack_essence(const Trace& trace, Symbolizer& symbolizer) {
  constexpr std::size_t kFrames = 3;
  const bool exact = trace.finding() == SLEAVE_FIND_crash;
  Stack stack = symbolizer.stack(trace, trace.header.finding_stack, exact);
  std::erase_if(stack, [](const Frame& frame) { return origin(frame) != Origin::program; });
  if (stack.empty()) return {};
  // The outermost function only identifies the thread, which depends on the schedule.
  if (stack.size() > 1) stack.pop_back();
  // An assertion is identified by its line alone; a crash in a small function needs its callers.
  const std::size_t frames = trace.finding() == SLEAVE_FIND_assertion ? 1 : std::min(kFrames, stack.size());
  Essence essence{place_text(stack.front()), place_text(stack.front())};
  for (std::size_t i = 0; i < frames; ++i) essence.hashed += ';' + short_function(stack[i].function);
  return essence;
}

Essence race_essence(const Trace& trace, const sleave_trace_race& race, Symbolizer& symbolizer) {
  std::set<std::string> accesses, places;
  for (const sleave_site site : {race.earlier.site, race.later.site}) {
    const Stack frames = symbolizer.frames(trace, site);
    const Frame* own = innermost_own(frames);
    const Frame frame = own != nullptr ? *own : frames.empty() ? Frame{} : frames.front();
    const std::string place = place_text(frame);
    accesses.insert(short_function(frame.function) + ' ' + place);
    places.insert(place);
  }
  return {join(accesses, ";"), join(places, "+")};
}

Essence essence_of(const Trace& trace, Symbolizer& symbolizer) {
  switch (trace.finding()) {
    case SLEAVE_FIND_deadlock:
      return deadlock_essence(trace, symbolizer);
    case SLEAVE_FIND_no_progress:
    case SLEAVE_FIND_endless_loop:
      return loop_essence(trace, symbolizer);
    case SLEAVE_FIND_data_race:
      return trace.races.empty() ? Essence{} : race_essence(trace, trace.races.back(), symbolizer);
    case SLEAVE_FIND_exit_code: {
      const Essence where = stack_essence(trace, symbolizer);
      const std::string code = fmt::format("code {}", trace.header.exit_code);
      return {code + ';' + where.hashed, where.shown.empty() ? code : code + ' ' + where.shown};
    }
    default:
      return stack_essence(trace, symbolizer);
  }
}

}  // namespace

namespace {

std::string signature_of(std::uint32_t finding, const Essence& essence) {
  const std::string kind = finding_name(finding);
  const std::string shown = essence.shown.empty() ? "unknown place" : essence.shown;
  return fmt::format("{}:{:08x} {}", kind, short_hash(kind + ';' + essence.hashed), shown);
}

}  // namespace

std::string failure_signature(const Trace& trace, Symbolizer& symbolizer) {
  return signature_of(trace.header.finding, essence_of(trace, symbolizer));
}

std::string race_signature(const Trace& trace, const sleave_trace_race& race, Symbolizer& symbolizer) {
  return signature_of(SLEAVE_FIND_data_race, race_essence(trace, race, symbolizer));
}

}  // namespace sleave
