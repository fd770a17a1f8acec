#include "engine/minimize/reduce/smaller_shapes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "abi/inputs/shape_link.h"
#include "engine/analyze/names/shape_words.h"

namespace sleave {
namespace {

// An input that is part of a node, or links one.
struct Part {
  const sleave_trace_input* input;
  std::string path;
  bool is_link;
};

bool is_behind(std::string_view path, std::string_view node) {
  return path == node || (path.starts_with(node) && path.substr(node.size()).starts_with("->"));
}

class Shapes {
 public:
  Shapes(const Trace& run, const Plan& plan) : run_(run), plan_(plan), words_(run) {
    for (const sleave_trace_input& input : run.inputs) {
      parts_.push_back({&input, written_out(input.text), is_shape_link(input)});
    }
  }

  std::vector<Plan> smaller() {
    for (const Part& link : parts_) {
      if (!exists(link) || word(link) == "null") continue;
      cut(link);
      if (word(link) != "new node") {
        unshare(link);
        continue;
      }
      for (const Part& next : parts_) {
        if (next.is_link && exists(next) && is_link_of(next, link)) splice(link, next);
      }
      for (const Part& other : parts_) {
        if (&other < &link && exists(other) && word(other) == "new node") merge(link, other);
      }
    }
    return std::move(plans_);
  }

 private:
  using Changes = std::map<const Part*, std::vector<std::uint8_t>>;  // by their new bytes

  [[nodiscard]] std::uint8_t byte(const Part& part) const { return run_.input_bytes[part.input->first]; }
  [[nodiscard]] std::string word(const Part& link) const { return words_.held(*link.input, byte(link)); }
  [[nodiscard]] bool exists(const Part& link) const { return link.is_link && !words_.is_of_missing_node(*link.input); }

  // Whether the first is a link of the node that the second one holds.
  static bool is_link_of(const Part& next, const Part& link) {
    const std::string_view path = next.path;
    return path.starts_with(link.path + "->") && path.find("->", link.path.size() + 2) == std::string_view::npos;
  }

  [[nodiscard]] const Part* at(std::string_view path) const {
    const auto found = std::find_if(parts_.begin(), parts_.end(), [&](const Part& part) { return part.path == path; });
    return found == parts_.end() ? nullptr : &*found;
  }

  // The byte with which the link holds the node that another link holds as its own.
  static std::uint8_t alias(const Part& link, const Part& owner) {
    const auto base = static_cast<std::uint64_t>(link.input->base);
    const auto number = SLEAVE_LINK_OWN(static_cast<std::uint64_t>(owner.input->base));
    const std::uint64_t code = SLEAVE_LINK_OWN(base) != 0 ? number + 1 : number;
    return static_cast<std::uint8_t>(code - ((base & SLEAVE_LINK_NOT_NULL) != 0 ? 1 : 0));
  }

  // Null and a new node; none if the link cannot hold that.
  static std::optional<std::uint8_t> plain(const Part& link, unsigned code) {
    const bool not_null = (static_cast<std::uint64_t>(link.input->base) & SLEAVE_LINK_NOT_NULL) != 0;
    if (not_null && code == SLEAVE_LINK_NULL) return std::nullopt;
    return static_cast<std::uint8_t>(code - (not_null ? 1 : 0));
  }

  void cut(const Part& link) {
    Changes changes;
    const bool is_owner = word(link) == "new node";
    for (const Part& other : parts_) {
      if (!other.is_link) continue;
      const bool goes = &other == &link || (is_owner && exists(other) && is_behind(word(other), link.path) &&
                                            !is_behind(other.path, link.path + "->"));
      const std::optional<std::uint8_t> null = plain(other, SLEAVE_LINK_NULL);
      if (goes && !null) return;
      if (goes) changes[&other] = {*null};
    }
    propose(changes);
  }

  // A node of its own, which links nothing.
  void unshare(const Part& link) {
    if (SLEAVE_LINK_OWN(static_cast<std::uint64_t>(link.input->base)) == 0) return;
    Changes changes;
    changes[&link] = {*plain(link, SLEAVE_LINK_NEW)};
    for (const Part& part : parts_) {
      if (part.is_link && part.path.starts_with(link.path + "->")) changes[&part] = {SLEAVE_LINK_NULL};
    }
    propose(changes);
  }

  // All that is behind `next` moves to where its node's parent was.
  void splice(const Part& link, const Part& next) {
    if (word(next) != "new node") return;
    Changes changes;
    const auto moved = [&](const std::string& path) {
      return is_behind(path, next.path) ? link.path + path.substr(next.path.size()) : path;
    };
    for (const Part& part : parts_) {
      const bool from_behind = part.path.starts_with(next.path + "->");
      if (part.is_link ? !exists(part) : !from_behind) continue;
      const Part* const to = at(moved(part.path));
      if (to == nullptr || to->input->bytes != part.input->bytes) continue;
      if (!part.is_link) {
        const auto first = run_.input_bytes.begin() + static_cast<std::ptrdiff_t>(part.input->first);
        changes[to].assign(first, first + static_cast<std::ptrdiff_t>(part.input->bytes));
        continue;
      }
      const std::string held = word(part);
      if (held == "null" || held == "new node") {
        const auto value = plain(*to, held == "null" ? SLEAVE_LINK_NULL : SLEAVE_LINK_NEW);
        if (value && from_behind) changes[to] = {*value};
        continue;
      }
      const Part* const owner = at(moved(held));
      if (owner == nullptr) return;
      changes[to] = {alias(*to, *owner)};
    }
    propose(changes);
  }

  // The link and whatever names its node hold the other one's node instead.
  void merge(const Part& link, const Part& other) {
    Changes changes;
    changes[&link] = {alias(link, other)};
    for (const Part& part : parts_) {
      if (&part != &link && exists(part) && word(part) == link.path) changes[&part] = {alias(part, other)};
    }
    propose(changes);
  }

  void propose(const Changes& changes) {
    Plan changed = plan_;
    bool any = false;
    for (const auto& [part, bytes] : changes) {
      for (Plan::Input& input : changed.inputs) {
        if (input.name != part->input->name || input.bytes.size() < bytes.size()) continue;
        for (std::size_t i = 0; i < bytes.size(); ++i) {
          any = any || input.bytes[i] != static_cast<std::byte>(bytes[i]);
          input.bytes[i] = static_cast<std::byte>(bytes[i]);
        }
      }
    }
    if (any) plans_.push_back(std::move(changed));
  }

  const Trace& run_;
  const Plan& plan_;
  ShapeWords words_;
  std::vector<Part> parts_;
  std::vector<Plan> plans_;
};

}  // namespace

std::vector<Plan> smaller_shapes(const Trace& run, const Plan& plan) {
  if (std::none_of(run.inputs.begin(), run.inputs.end(), is_shape_link)) return {};
  return Shapes(run, plan).smaller();
}

}  // namespace sleave
