#include "engine/inputs/kept_inputs.h"

#include <algorithm>
#include <cstring>

namespace sleave {
namespace {

bool takes_new_edge(const Trace& trace, std::vector<std::uint8_t>& edges) {
  if (trace.edges.size() > edges.size()) edges.resize(trace.edges.size());
  bool any = false;
  for (std::size_t i = 0; i < trace.edges.size(); ++i) {
    if (trace.edges[i] == 0 || edges[i] != 0) continue;
    edges[i] = 1;
    any = true;
  }
  return any;
}

}  // namespace

void keep_inputs(const Trace& trace, KeptInputs& kept) {
  if (!takes_new_edge(trace, kept.edges)) return;
  for (const sleave_trace_input& input : trace.inputs) {
    if (input.first > trace.input_bytes.size() || input.bytes > trace.input_bytes.size() - input.first) continue;
    const std::string name(input.text, ::strnlen(input.text, sizeof input.text));
    const auto begin = trace.input_bytes.begin() + input.first;
    const std::string bytes(begin, begin + input.bytes);
    std::vector<std::string>& values = kept.values[name];
    if (std::find(values.begin(), values.end(), bytes) == values.end()) values.push_back(bytes);
  }
}

}  // namespace sleave
