// Names of nodes: the path on which a node is reached first.
//
// A trace keeps 31 characters of an input's name. A path that is longer is written with the number of repetitions,
// list->next{5}, and if that is too long as well, with the node's number: list#40->next.
#ifndef SLEAVE_SHAPE_NAME_HPP
#define SLEAVE_SHAPE_NAME_HPP

#include <cstddef>

namespace sleave {
namespace shapes {

constexpr unsigned kMostNodes = 254;  // a link is one byte

// Text of limited length; what is too much is left out.
template <std::size_t Capacity>
class Text {
 public:
  Text& add(const char* more) {
    while (*more != '\0' && length_ + 1 < Capacity) text_[length_++] = *more++;
    return *this;
  }
  Text& add(std::size_t number) {
    char digits[24];
    std::size_t first = sizeof digits - 1;
    digits[first] = '\0';
    do {
      digits[--first] = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number != 0);
    return add(digits + first);
  }
  const char* get() const { return text_; }
  std::size_t length() const { return length_; }

 private:
  char text_[Capacity] = {};
  std::size_t length_ = 0;
};

using Segment = Text<64>;  // "->next", "->next[1]"
using Name = Text<128>;

constexpr std::size_t kMostName = 31;

// The links from a root to a node, by their numbers among those of a node.
struct Path {
  unsigned root = 0;
  unsigned count = 0;
  unsigned char links[kMostNodes] = {};
};

class Namer {
 public:
  Namer(const char* shape, bool has_roots) : shape_(shape), has_roots_(has_roots) {}

  // The link at the end of the path, or with a `tail` a member of the node there. `number`: of the node that it is in.
  template <typename Segments>
  Name name(const Segments& segments, const Path& path, unsigned number, const char* tail) const {
    Name whole = root(path.root);
    for (unsigned i = 0; i < path.count; ++i) whole.add(segments[path.links[i]].segment.get());
    whole.add(tail);
    if (whole.length() <= kMostName || number == 0) return whole;
    Name counted = root(path.root);
    for (unsigned i = 0, next = 0; i < path.count; i = next) {
      while (next < path.count && path.links[next] == path.links[i]) ++next;
      counted.add(segments[path.links[i]].segment.get());
      if (next - i > 1) counted.add("{").add(next - i).add("}");
    }
    counted.add(tail);
    if (counted.length() <= kMostName) return counted;
    const char* const last = *tail != '\0' ? tail : segments[path.links[path.count - 1]].segment.get();
    return numbered(number, last);
  }

 private:
  Name root(unsigned number) const {
    Name name;
    name.add(shape_);
    if (has_roots_) name.add("[").add(number).add("]");
    return name;
  }

  Name numbered(unsigned number, const char* last) const {
    Name name;
    name.add(shape_).add("#").add(number).add(last);
    return name;
  }

  const char* shape_;
  bool has_roots_;
};

}  // namespace shapes
}  // namespace sleave

#endif
