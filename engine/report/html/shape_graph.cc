#include "engine/report/html/shape_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "engine/report/markup.h"

namespace sleave {
namespace {

constexpr const char* kNewNode = "new node";
constexpr const char* kNull = "null";

constexpr int kColumn = 230;  // between the left sides of nodes
constexpr int kWidth = 170;
constexpr int kLine = 17;
constexpr int kGap = 18;  // between nodes of a column
constexpr int kMargin = 8;
constexpr int kRootWidth = 110;

const FindingInput* named(const std::vector<FindingInput>& inputs, std::string_view name) {
  const auto found =
      std::find_if(inputs.begin(), inputs.end(), [&](const FindingInput& input) { return input.name == name; });
  return found == inputs.end() ? nullptr : &*found;
}

bool is_node(const std::vector<FindingInput>& inputs, std::string_view name) {
  const FindingInput* const input = named(inputs, name);
  return input != nullptr && input->value == kNewNode;
}

bool is_link(const std::vector<FindingInput>& inputs, const FindingInput& input) {
  return input.value == kNewNode || input.value == kNull || is_node(inputs, input.value);
}

// "list->next" of "list->next->key"; empty: it is a root.
std::string parent_of(const std::string& name) {
  const std::size_t arrow = name.rfind("->");
  return arrow == std::string::npos ? "" : name.substr(0, arrow);
}

std::string member_of(const std::string& name) {
  const std::size_t arrow = name.rfind("->");
  return arrow == std::string::npos ? name : name.substr(arrow + 2);
}

struct Box {
  int x = 0;
  int y = 0;
  std::string title{};
  std::vector<std::string> lines{};
  std::map<std::string, std::size_t> rows{};  // of links, by member
  [[nodiscard]] int height() const { return kLine * (static_cast<int>(lines.size()) + 1) + 6; }
};

class Drawing {
 public:
  explicit Drawing(const std::vector<FindingInput>& inputs) : inputs_(inputs) {
    for (const FindingInput& input : inputs) {
      if (input.value == kNewNode) place(input.name);
    }
    for (const FindingInput& input : inputs) {
      if (parent_of(input.name).empty() && is_link(inputs, input)) add_root(input);
    }
  }

  std::string svg() {
    std::string shapes;
    for (const FindingInput& input : inputs_) {
      if (is_link(inputs_, input) && input.value != kNull) shapes += arrow(input);
    }
    for (const auto& [name, box] : boxes_) shapes += node(box);
    for (const auto& [name, box] : roots_) shapes += label(box);
    return fmt::format(
        "<svg class=\"shape\" role=\"img\" aria-label=\"data structures\" viewBox=\"0 0 {} {}\" width=\"{}\" "
        "height=\"{}\">\n{}</svg>\n",
        width_, height_, width_, height_, shapes);
  }

 private:
  // A column for each length of path.
  void place(const std::string& name) {
    std::size_t depth = 0;
    for (std::size_t at = name.find("->"); at != std::string::npos; at = name.find("->", at + 2)) ++depth;
    Box box{.x = kMargin + kRootWidth + static_cast<int>(depth) * kColumn, .title = name};
    for (const FindingInput& input : inputs_) {
      if (parent_of(input.name) != name) continue;
      if (is_link(inputs_, input)) box.rows[input.name] = box.lines.size();
      box.lines.push_back(is_link(inputs_, input) && input.value != kNull
                              ? member_of(input.name)
                              : member_of(input.name) + " = " + input.value);
    }
    int& used = used_[depth];
    box.y = kMargin + used;
    used += box.height() + kGap;
    width_ = std::max(width_, box.x + kWidth + kMargin);
    height_ = std::max(height_, box.y + box.height() + kMargin);
    boxes_.emplace(name, std::move(box));
  }

  void add_root(const FindingInput& input) {
    const auto target = boxes_.find(input.value == kNewNode ? input.name : input.value);
    const int wanted = target == boxes_.end() ? root_y_ : target->second.y;
    Box box{.x = kMargin, .y = std::max(wanted, root_y_)};
    box.title = input.value == kNull ? input.name + " = null" : input.name;
    root_y_ = box.y + kLine + kGap;
    width_ = std::max(width_, kMargin + kRootWidth);
    height_ = std::max(height_, box.y + kLine + kMargin + 6);
    roots_.emplace(input.name, std::move(box));
  }

  std::string arrow(const FindingInput& link) {
    const bool is_alias = link.value != kNewNode;
    const Box& to = boxes_.at(is_alias ? link.value : link.name);
    int x = 0;
    int y = 0;
    if (const auto root = roots_.find(link.name); root != roots_.end()) {
      x = root->second.x + std::min(kRootWidth - 14, 8 * static_cast<int>(root->second.title.size()));
      y = root->second.y + kLine / 2 + 3;
    } else {
      const Box& from = boxes_.at(parent_of(link.name));
      x = from.x + kWidth;
      y = from.y + kLine * (static_cast<int>(from.rows.at(link.name)) + 1) + kLine / 2 + 3;
    }
    const int end_y = to.y + kLine / 2 + 3;
    const bool is_back = to.x <= x;  // around the right side
    const int end_x = is_back ? to.x + kWidth : to.x;
    const int bend = is_back ? 46 : 30;
    return fmt::format(
        "<path class=\"{}\" d=\"M{} {} C{} {} {} {} {} {}\"/><path class=\"head\" d=\"M{} {} l{} -4 v8 z\"/>\n",
        is_alias ? "alias" : "link", x, y, x + bend, y, is_back ? end_x + bend : end_x - bend, end_y, end_x, end_y,
        end_x, end_y, is_back ? 7 : -7);
  }

  static std::string text(int x, int y, const char* kind, const std::string& words) {
    constexpr std::size_t kMost = 22;
    const std::string shown = words.size() <= kMost ? words : "..." + words.substr(words.size() - kMost + 3);
    return fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\"><title>{}</title>{}</text>", kind, x, y, escaped(words),
                       escaped(shown));
  }

  static std::string node(const Box& box) {
    std::string drawn = fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\"/>", box.x, box.y,
                                    kWidth, box.height());
    int y = box.y + kLine - 3;
    drawn += text(box.x + 8, y, "name", box.title);
    for (const std::string& line : box.lines) drawn += text(box.x + 8, y += kLine, "value", line);
    return drawn + "\n";
  }

  static std::string label(const Box& box) { return text(box.x, box.y + kLine - 3, "name", box.title) + "\n"; }

  const std::vector<FindingInput>& inputs_;
  std::map<std::string, Box> boxes_;  // by path
  std::map<std::string, Box> roots_;
  std::map<std::size_t, int> used_;  // height, by column
  int root_y_ = kMargin;
  int width_ = 0;
  int height_ = 0;
};

}  // namespace

bool is_in_shape(const std::vector<FindingInput>& inputs, const FindingInput& input) {
  return is_link(inputs, input) || is_node(inputs, parent_of(input.name));
}

std::string svg_shapes(const std::vector<FindingInput>& inputs) {
  const bool any =
      std::any_of(inputs.begin(), inputs.end(), [](const FindingInput& input) { return input.value == kNewNode; });
  return any ? Drawing(inputs).svg() : "";
}

}  // namespace sleave
