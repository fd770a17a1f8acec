#include "engine/analyze/names/shape_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "abi/inputs/shape_link.h"

namespace sleave {
namespace {

constexpr unsigned kMostRepetitions = 254;

std::uint64_t base_of(const sleave_trace_input& input) { return static_cast<std::uint64_t>(input.base); }

unsigned own_node(const sleave_trace_input& link) { return static_cast<unsigned>(SLEAVE_LINK_OWN(base_of(link))); }

unsigned code_of(const sleave_trace_input& link, std::uint8_t byte) {
  return byte + ((base_of(link) & SLEAVE_LINK_NOT_NULL) != 0 ? 1u : 0u);
}

bool same_request(const sleave_trace_input& a, const sleave_trace_input& b) {
  return a.thread == b.thread && a.ordinal == b.ordinal;
}

bool same_shape(const sleave_trace_input& a, const sleave_trace_input& b) {
  return same_request(a, b) && base_of(a) >> SLEAVE_LINK_POOL_SHIFT == base_of(b) >> SLEAVE_LINK_POOL_SHIFT;
}

// The number at the beginning of the text, if `end` follows it; else 0.
unsigned number_before(std::string_view text, std::string_view end) {
  unsigned number = 0;
  std::size_t at = 0;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9' && number <= kMostRepetitions; ++at)
    number = 10 * number + static_cast<unsigned>(text[at] - '0');
  return number <= kMostRepetitions && text.substr(at).starts_with(end) ? number : 0;
}

}  // namespace

ShapeSize shape_size(const Trace& trace) {
  ShapeSize size;
  if (std::none_of(trace.inputs.begin(), trace.inputs.end(), is_shape_link)) return size;
  const ShapeWords words(trace);
  for (const sleave_trace_input& input : trace.inputs) {
    if (!is_shape_link(input) || words.is_of_missing_node(input)) continue;
    const unsigned code = code_of(input, trace.input_bytes[input.first]);
    if (code == SLEAVE_LINK_NULL) continue;
    ++(own_node(input) != 0 && code == SLEAVE_LINK_NEW ? size.nodes : size.aliases);
  }
  return size;
}

std::string written_out(std::string_view name) {
  std::string whole;
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t segment = whole.rfind("->");
    const unsigned times =
        name[at] == '{' && segment != std::string::npos ? number_before(name.substr(at + 1), "}") : 0;
    if (times == 0) {
      whole += name[at++];
      continue;
    }
    const std::string repeated = whole.substr(segment);
    for (unsigned i = 1; i < times; ++i) whole += repeated;
    at = name.find('}', at) + 1;
  }
  return whole;
}

bool is_shape_link(const sleave_trace_input& input) {
  return input.bytes == 1 && base_of(input) >> 48 == SLEAVE_LINK_MARK;
}

ShapeWords::ShapeWords(const Trace& trace) {
  for (const sleave_trace_input& input : trace.inputs) {
    if (!is_shape_link(input)) continue;
    const bool holds_own = own_node(input) != 0 && code_of(input, trace.input_bytes[input.first]) == SLEAVE_LINK_NEW;
    links_.push_back({&input, written_out(input.text), holds_own});
  }
}

// The link that holds the node as its own, or might in another run.
const ShapeWords::Link* ShapeWords::owner(const sleave_trace_input& shape, unsigned node) const {
  const Link* found = nullptr;
  for (const Link& link : links_) {
    if (own_node(*link.input) != node || !same_shape(*link.input, shape)) continue;
    if (found == nullptr || link.holds_own) found = &link;
  }
  return found;
}

// The first node of a ring.
std::string ShapeWords::root_of(const sleave_trace_input& link) {
  const std::string path = written_out(link.text);
  return path.substr(0, path.find("->"));
}

std::string ShapeWords::held(const sleave_trace_input& link, std::uint8_t byte) const {
  const unsigned code = code_of(link, byte);
  const bool has_own = own_node(link) != 0;
  if (code == SLEAVE_LINK_NULL) return (base_of(link) & SLEAVE_LINK_RING) != 0 ? root_of(link) : "null";
  if (has_own && code == SLEAVE_LINK_NEW) return "new node";
  const unsigned node = has_own ? code - 1 : code;
  const Link* const other = owner(link, node);
  return other != nullptr ? other->path : fmt::format("node {}", node);
}

bool ShapeWords::is_of_missing_node(const sleave_trace_input& input) const {
  const std::string path = written_out(input.text);
  return std::any_of(links_.begin(), links_.end(), [&](const Link& link) {
    return !link.holds_own && same_request(*link.input, input) && path.starts_with(link.path + "->");
  });
}

}  // namespace sleave
