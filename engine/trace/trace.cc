#include "engine/trace/trace.h"

#include <algorithm>

#include "engine/trace/trace_file.h"

namespace sleave {
namespace {

constexpr std::size_t kAlignment = 8;
constexpr char kPadding[kAlignment] = {};

template <typename Visit>
void for_each_section(const Trace& trace, const Visit& visit) {
  visit(SLEAVE_SECTION_EVENTS, trace.events);
  visit(SLEAVE_SECTION_THREADS, trace.threads);
  visit(SLEAVE_SECTION_HELD, trace.held);
  visit(SLEAVE_SECTION_MODULES, trace.modules);
  visit(SLEAVE_SECTION_STACKS, trace.stacks);
  visit(SLEAVE_SECTION_UNCONTROLLED, trace.uncontrolled);
  visit(SLEAVE_SECTION_EDGES, trace.edges);
  visit(SLEAVE_SECTION_EXPRESSIONS, trace.expressions);
  visit(SLEAVE_SECTION_RACES, trace.races);
  visit(SLEAVE_SECTION_CHOICES, trace.choices);
  visit(SLEAVE_SECTION_CONTACTS, trace.contacts);
  visit(SLEAVE_SECTION_PAIRS, trace.pairs);
  visit(SLEAVE_SECTION_INPUTS, trace.inputs);
  visit(SLEAVE_SECTION_INPUT_BYTES, trace.input_bytes);
  visit(SLEAVE_SECTION_PATH_CONSTRAINTS, trace.path_constraints);
  visit(SLEAVE_SECTION_CONCRETIZATIONS, trace.concretizations);
}

// The number of frames at `index`, limited to what is there.
std::size_t frames_at(const std::vector<sleave_site>& stacks, std::uint32_t index) {
  if (index == SLEAVE_NO_STACK || index >= stacks.size()) return 0;
  const std::size_t room = (stacks.size() - index - 1) / 2;
  return stacks[index] < room ? static_cast<std::size_t>(stacks[index]) : room;
}

}  // namespace

std::span<const sleave_site> Trace::stack(std::uint32_t index) const {
  const std::size_t frames = frames_at(stacks, index);
  return frames == 0 ? std::span<const sleave_site>() : std::span(stacks).subspan(index + 1, frames);
}

std::span<const std::uint64_t> Trace::frame_pointers(std::uint32_t index) const {
  const std::size_t frames = frames_at(stacks, index);
  return frames == 0 ? std::span<const std::uint64_t>() : std::span(stacks).subspan(index + 1 + frames, frames);
}

std::string Trace::thread_label(std::uint32_t thread) const {
  return thread == 0 ? "main" : thread == SLEAVE_NO_THREAD ? "no thread" : "T" + std::to_string(thread);
}

sleave_sight Trace::sight() const {
  return modules.empty() ? SLEAVE_SIGHT_full : static_cast<sleave_sight>(modules[0].sight);
}

bool Trace::has_module_with(sleave_sight sight) const {
  return std::any_of(modules.begin(), modules.end(),
                     [sight](const sleave_trace_module& module) { return module.sight == sight; });
}

std::vector<std::string_view> file_parts(const Trace& trace, sleave_trace& header) {
  header = trace.header;
  for (sleave_section& section : header.sections) section = {};
  std::vector<std::string_view> parts = {{reinterpret_cast<const char*>(&header), sizeof header}};
  std::size_t end = sizeof header;
  for_each_section(trace, [&](sleave_section_kind kind, const auto& items) {
    const std::size_t padding = (kAlignment - end % kAlignment) % kAlignment;
    const std::size_t size = items.size() * sizeof items[0];
    if (padding != 0) parts.emplace_back(kPadding, padding);
    header.sections[kind] = {end + padding, items.size(), items.size()};
    if (size != 0) parts.emplace_back(reinterpret_cast<const char*>(items.data()), size);
    end += padding + size;
  });
  return parts;
}

}  // namespace sleave
