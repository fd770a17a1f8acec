// Data structures as inputs: Sleave searches the heaps, each once, besides values and schedules.
//
//   Node* list = sleave::shape<Node>("list")
//       .depth(4)                        // at most 4 nodes in a row
//       .list(&Node::next)               // or tree(&Node::left, &Node::right), graph(&Node::next): any heap
//       .range(&Node::key, 0, 9)
//       .valid(is_sorted);               // bool(Node*)
//   auto [a, b] = sleave::roots<Node, 2>("ab").graph(&Node::next).get();   // two lists that may share nodes
//
// Make shapes in main, before threads start. Reports name a node by the path on which it is reached first, such as
// list->next. Nodes come from `new`, and the program owns them. In a program that is built or started without Sleave a
// shape is the smallest one that it can be, in most cases null.
#ifndef SLEAVE_SHAPE_HPP
#define SLEAVE_SHAPE_HPP

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "shape/member_name.hpp"
#include "shape/pool.hpp"
#include "sleave.hpp"

namespace sleave {
namespace shapes {

template <typename Type, typename Node>
struct IsLink : std::false_type {};
template <typename Node>
struct IsLink<Node*, Node> : std::true_type {};
template <typename Node>
struct IsLink<const Node*, Node> : std::true_type {};
template <typename Node>
struct IsLink<std::atomic<Node*>, Node> : std::true_type {};
template <typename Node>
struct IsLink<std::unique_ptr<Node>, Node> : std::true_type {};

template <typename Type>
struct Plain {
  using type = Type;
};
template <typename Type>
struct Plain<std::atomic<Type>> {
  using type = Type;
};

// What shape and roots have in common. `Self` is one of them, and `Made` what it makes.
template <typename Node, typename Self, typename Made>
class Builder {
 public:
  // Nodes on the longest path from a root. Default: 6 with one link in a node, else 3; with nodes() or exactly() as
  // many as these.
  Self& depth(unsigned nodes) {
    description_.bounds.depth = nodes;
    return self();
  }
  // At most as many nodes.
  Self& nodes(unsigned most) {
    description_.bounds.most = most;
    return self();
  }
  // Exactly as many nodes; a whole shape.
  Self& exactly(unsigned count) {
    description_.bounds.least = count;
    description_.bounds.most = count;
    return whole();
  }
  // Decides all links when the shape is made: each heap is a run, whether or not the program reads it, and its pointers
  // do not depend on inputs. For programs that pass nodes to code that is not compiled for inputs.
  Self& whole() {
    description_.bounds.whole = true;
    return self();
  }
  // No root is null.
  Self& nonempty() {
    description_.bounds.nonempty = true;
    return self();
  }

  // The member that links the next node: Node*, std::atomic<Node*>, std::unique_ptr<Node>. No circles.
  template <typename Member>
  Self& list(Member Node::* next) {
    return add_links(next, false);
  }
  // Each node is linked once. Members may be arrays of links.
  template <typename... Members>
  Self& tree(Members Node::*... links) {
    return add_all(false, links...);
  }
  // Any heap: shared nodes and circles too.
  template <typename... Members>
  Self& graph(Members Node::*... links) {
    return add_all(true, links...);
  }
  // A pointer to the node that links this one, such as `previous` or `parent`; for lists and trees.
  template <typename Member>
  Self& back(Member Node::* previous) {
    static_assert(IsLink<Member, Node>::value, "a pointer to a node");
    description_.backs.push_back(offset_of(previous));
    return self();
  }

  // An integer, enumerator or bool of each node, or an array of these, from low to high.
  template <typename Member, typename Number>
  Self& range(Member Node::* member, Number low, Number high) {
    using Element = typename Plain<std::remove_all_extents_t<Member>>::type;
    static_assert(std::is_integral<Element>::value || std::is_enum<Element>::value, "a range of integers");
    return add_fields(member, sizeof(Element), true, static_cast<long long>(low), static_cast<long long>(high));
  }
  // Any value.
  template <typename Member>
  Self& any(Member Node::* member) {
    using Element = typename Plain<std::remove_all_extents_t<Member>>::type;
    static_assert(std::is_trivially_copyable<Element>::value && !std::is_pointer<Element>::value,
                  "an input is made of bytes");
    if constexpr (std::is_same<Element, bool>::value) return range(member, 0, 1);
    return add_fields(member, sizeof(Element), false, 0, 0);
  }

  // How a node is made. Default: `new Node()`.
  Self& make(std::function<Node*()> function) {
    make_ = std::move(function);
    return self();
  }
  // Called with each new node, before its inputs.
  Self& init(std::function<void(Node&)> function) {
    init_ = std::move(function);
    return self();
  }
  // Discards shapes for which the predicate does not hold. It is called with the roots. Return false early: what it has
  // not read yet is not searched.
  Self& valid(std::function<bool(const Made&)> predicate) {
    valid_ = std::move(predicate);
    return self();
  }

 protected:
  Builder(const char* name, unsigned roots, bool has_roots) : name_(name) {
    description_.roots = roots;
    description_.has_roots = has_roots;
  }

  std::vector<std::uintptr_t> build() { return Pool(name_, description_, &Builder::make_node, this).build(); }

  void check(const Made& made) const {
    if (valid_) assume(valid_(made));
  }

 private:
  Self& self() { return static_cast<Self&>(*this); }

  static void* make_node(void* builder) {
    Builder& self = *static_cast<Builder*>(builder);
    Node* node = nullptr;
    if (self.make_) {
      node = self.make_();
    } else if constexpr (std::is_default_constructible<Node>::value) {
      node = new Node();
    } else {
      refuse(self.name_, "has nodes without a default constructor: use make()");
    }
    if (self.init_) self.init_(*node);
    return node;
  }

  // "->member", and "[i]" of an array.
  static Segment segment_of(std::size_t offset, std::size_t index, bool is_array) {
    Segment segment;
    const char* name = member_name<Node>(offset);
    segment.add("->");
    name != nullptr ? segment.add(name) : segment.add("+").add(offset);
    if (is_array) segment.add("[").add(index).add("]");
    return segment;
  }

  template <typename... Members>
  Self& add_all(bool aliases, Members Node::*... links) {
    (add_links(links, aliases), ...);
    return self();
  }

  template <typename Member>
  Self& add_links(Member Node::* member, bool aliases) {
    using Element = std::remove_all_extents_t<Member>;
    static_assert(IsLink<Element, Node>::value,
                  "a link is a Node*, std::atomic<Node*> or std::unique_ptr<Node>, or an array of these");
    static_assert(sizeof(Element) == sizeof(Node*), "a link has the size of a pointer");
    if (aliases && std::is_same<Element, std::unique_ptr<Node>>::value) {
      refuse(name_, "shares nodes that std::unique_ptr owns: use list() or tree()");
    }
    const std::size_t offset = offset_of(member);
    for (std::size_t i = 0; i < sizeof(Member) / sizeof(Element); ++i) {
      const Segment segment = segment_of(offset, i, std::is_array<Member>::value);
      description_.links.push_back({segment, offset + i * sizeof(Element), aliases});
    }
    return self();
  }

  template <typename Member>
  Self& add_fields(Member Node::* member, std::size_t bytes, bool has_range, long long low, long long high) {
    const std::size_t offset = offset_of(member);
    for (std::size_t i = 0; i < sizeof(Member) / bytes; ++i) {
      const Segment segment = segment_of(offset, i, std::is_array<Member>::value);
      description_.fields.push_back({segment, offset + i * bytes, bytes, has_range, low, high});
    }
    return self();
  }

  const char* name_;
  Description description_;
  std::function<Node*()> make_;
  std::function<void(Node&)> init_;
  std::function<bool(const Made&)> valid_;
};

}  // namespace shapes

// Nodes that are reached from one root.
template <typename Node>
class shape : public shapes::Builder<Node, shape<Node>, Node*> {
 public:
  // `name` is that of the root in reports, and is kept as it is given: use a literal.
  explicit shape(const char* name) : shapes::Builder<Node, shape, Node*>(name, 1, false) {}
  shape(const char* name, unsigned depth) : shape(name) { this->depth(depth); }

  // Makes the nodes. The root.
  Node* get() {
    Node* const root = reinterpret_cast<Node*>(this->build()[0]);
    this->check(root);
    return root;
  }
  operator Node*() { return get(); }  // NOLINT(google-explicit-constructor): it stands where a node is wanted
};

// Nodes that are reached from several roots, which may share them: name[0], name[1], ...
template <typename Node, unsigned Count>
class roots : public shapes::Builder<Node, roots<Node, Count>, std::array<Node*, Count>> {
 public:
  using Roots = std::array<Node*, Count>;

  explicit roots(const char* name) : shapes::Builder<Node, roots, Roots>(name, Count, true) {}
  roots(const char* name, unsigned depth) : roots(name) { this->depth(depth); }

  Roots get() {
    const std::vector<std::uintptr_t> words = this->build();
    Roots all{};
    for (unsigned i = 0; i < Count; ++i) all[i] = reinterpret_cast<Node*>(words[i]);
    this->check(all);
    return all;
  }
};

}  // namespace sleave

#endif
