// Links of data structures (include/sleave/shape/pool.h) in words: "list->next = new node", "list->next = list".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/trace/trace.h"

namespace sleave {

// A path as people write it: "list->next{3}" is "list->next->next->next".
std::string written_out(std::string_view name);

bool is_shape_link(const sleave_trace_input& input);

// What the shapes of a run consist of, apart from nodes that do not exist.
struct ShapeSize {
  std::uint64_t nodes = 0;
  std::uint64_t aliases = 0;  // links that hold a node which is linked elsewhere first
};
ShapeSize shape_size(const Trace& trace);

// The shapes of one run.
class ShapeWords {
 public:
  // The trace must stay.
  explicit ShapeWords(const Trace& trace);

  // What a link holds if its byte has this value: "null", "new node", or the path of a node that is linked elsewhere.
  [[nodiscard]] std::string held(const sleave_trace_input& link, std::uint8_t byte) const;

  // Whether it belongs to a node that does not exist in this run: the link to it is null or holds another one.
  [[nodiscard]] bool is_of_missing_node(const sleave_trace_input& input) const;

 private:
  struct Link {
    const sleave_trace_input* input;
    std::string path;
    bool holds_own;
  };

  [[nodiscard]] static std::string root_of(const sleave_trace_input& link);
  [[nodiscard]] const Link* owner(const sleave_trace_input& shape, unsigned node) const;

  std::vector<Link> links_;
};

}  // namespace sleave
