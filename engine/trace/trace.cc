#include "engine/trace/trace.h"

#include <cstring>

namespace sleave {
namespace {

template <typename T>
void append_section(std::vector<std::byte>& bytes, sleave_trace& header, sleave_section_kind kind,
                    const std::vector<T>& items) {
  bytes.resize((bytes.size() + 7) / 8 * 8);
  header.sections[kind] = {bytes.size(), items.size(), items.size()};
  const auto* first = reinterpret_cast<const std::byte*>(items.data());
  if (!items.empty()) bytes.insert(bytes.end(), first, first + items.size() * sizeof(T));
}

}  // namespace

namespace {

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

std::vector<std::byte> serialize(const Trace& trace) {
  sleave_trace header = trace.header;
  for (sleave_section& section : header.sections) section = {};
  std::vector<std::byte> bytes(sizeof header);
  append_section(bytes, header, SLEAVE_SECTION_EVENTS, trace.events);
  append_section(bytes, header, SLEAVE_SECTION_THREADS, trace.threads);
  append_section(bytes, header, SLEAVE_SECTION_HELD, trace.held);
  append_section(bytes, header, SLEAVE_SECTION_MODULES, trace.modules);
  append_section(bytes, header, SLEAVE_SECTION_STACKS, trace.stacks);
  append_section(bytes, header, SLEAVE_SECTION_UNCONTROLLED, trace.uncontrolled);
  append_section(bytes, header, SLEAVE_SECTION_EDGES, trace.edges);
  append_section(bytes, header, SLEAVE_SECTION_EXPRESSIONS, trace.expressions);
  append_section(bytes, header, SLEAVE_SECTION_RACES, trace.races);
  append_section(bytes, header, SLEAVE_SECTION_CHOICES, trace.choices);
  append_section(bytes, header, SLEAVE_SECTION_CONTACTS, trace.contacts);
  append_section(bytes, header, SLEAVE_SECTION_PAIRS, trace.pairs);
  append_section(bytes, header, SLEAVE_SECTION_INPUTS, trace.inputs);
  append_section(bytes, header, SLEAVE_SECTION_INPUT_BYTES, trace.input_bytes);
  append_section(bytes, header, SLEAVE_SECTION_TRUTHS, trace.truths);
  append_section(bytes, header, SLEAVE_SECTION_LOSSES, trace.losses);
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

}  // namespace sleave
