// Data structures as inputs: Sleave searches the heaps, each once, besides values and schedules. For C: shape.h.
//
//   Node* list = sleave::shape<Node>("list")
//       .depth(4)                        // at most 4 nodes in a row
//       .list(&Node::next)               // or tree(&Node::left, &Node::right), dag, ring, graph(&Node::next): any heap
//       .range(&Node::key, 0, 9)
//       .valid(is_sorted);               // bool(Node*)
//   auto [a, b] = sleave::roots<Node, 2>("ab").graph(&Node::next).get();   // two lists that may share nodes
//   Buffer* buffer = sleave::shape<Buffer>("b").array(&Buffer::data, &Buffer::size, 8);
//
// Make shapes in main, before threads start. Reports name a node by the path on which it is reached first, such as
// list->next. Nodes come from `new`, arrays from calloc, and the program owns them. In a program that is built or
// started without Sleave a shape is the smallest one that it can be, in most cases null.
#ifndef SLEAVE_SHAPE_HPP
#define SLEAVE_SHAPE_HPP

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "shape.h"
#include "shape/member_name.hpp"
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
struct IsUnique : std::false_type {};
template <typename Type>
struct IsUnique<std::unique_ptr<Type>> : std::true_type {};

template <typename Member>
constexpr std::size_t elements_of() {
  return sizeof(Member) / sizeof(std::remove_all_extents_t<Member>);
}

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
  Self& depth(unsigned nodes) { return add_bound(SLEAVE_PART_DEPTH, nodes); }
  // At most as many nodes.
  Self& nodes(unsigned most) { return add_bound(SLEAVE_PART_NODES, most); }
  // Exactly as many nodes; a whole shape.
  Self& exactly(unsigned count) { return add_bound(SLEAVE_PART_EXACTLY, count); }
  // Decides all links when the shape is made: each heap is a run, whether or not the program reads it, and its pointers
  // do not depend on inputs. For programs that pass nodes to code that is not compiled for inputs.
  Self& whole() { return add_bound(SLEAVE_PART_WHOLE, 1); }
  // No root is null.
  Self& nonempty() { return add_bound(SLEAVE_PART_NONEMPTY, 1); }

  // The member that links the next node: Node*, std::atomic<Node*>, std::unique_ptr<Node>. No circles.
  template <typename Member>
  Self& list(Member Node::* next) {
    return add_links(next, SLEAVE_LINKS_TREE);
  }
  // Each node is linked once. Members may be arrays of links.
  template <typename... Members>
  Self& tree(Members Node::*... links) {
    return add_all(SLEAVE_LINKS_TREE, links...);
  }
  // Nodes may be shared, but there are no circles; a whole shape.
  template <typename... Members>
  Self& dag(Members Node::*... links) {
    return add_all(SLEAVE_LINKS_DAG, links...);
  }
  // A list whose last node links the first one; a whole shape.
  template <typename Member>
  Self& ring(Member Node::* next) {
    return add_links(next, SLEAVE_LINKS_RING);
  }
  // Any heap: shared nodes and circles too.
  template <typename... Members>
  Self& graph(Members Node::*... links) {
    return add_all(SLEAVE_LINKS_GRAPH, links...);
  }
  // A pointer to the node that links this one, such as `previous` or `parent`; for lists, trees and rings.
  template <typename Member>
  Self& back(Member Node::* previous) {
    static_assert(IsLink<Member, Node>::value, "a pointer to a node");
    parts_.push_back(part_of(SLEAVE_PART_BACK, offset_of(previous)));
    return self();
  }

  // An integer, enumerator or bool of each node, or an array of these, from low to high.
  template <typename Member, typename Number>
  Self& range(Member Node::* member, Number low, Number high) {
    using Element = typename Plain<std::remove_all_extents_t<Member>>::type;
    static_assert(std::is_integral<Element>::value || std::is_enum<Element>::value, "a range of integers");
    return add_values(member, static_cast<long long>(low), static_cast<long long>(high));
  }
  // Any value.
  template <typename Member>
  Self& any(Member Node::* member) {
    using Element = typename Plain<std::remove_all_extents_t<Member>>::type;
    static_assert(std::is_trivially_copyable<Element>::value && !std::is_pointer<Element>::value,
                  "an input is made of bytes");
    if constexpr (std::is_same<Element, bool>::value) return range(member, 0, 1);
    return add_values(member, 1, 0);
  }

  // A pointer to at most `most` elements with any value, and the integer member that holds their number. If the
  // elements are pointers to nodes, they are links as in tree(). A whole shape.
  template <typename Element, typename Size>
  Self& array(Element* Node::* elements, Size Node::* size, unsigned most) {
    static_assert(std::is_integral<Size>::value, "the number of elements is an integer");
    constexpr bool kLinks = std::is_same<Element, Node*>::value;
    static_assert(kLinks || (std::is_trivially_copyable<Element>::value && !std::is_pointer<Element>::value),
                  "an input is made of bytes");
    const bool is_bool = std::is_same<Element, bool>::value;
    return add_block(kLinks ? SLEAVE_PART_LINKS : SLEAVE_PART_ELEMENTS, elements, size, most, is_bool ? 0 : 1,
                     is_bool ? 1 : 0);
  }
  // Elements from low to high.
  template <typename Element, typename Size, typename Number>
  Self& array(Element* Node::* elements, Size Node::* size, unsigned most, Number low, Number high) {
    static_assert(std::is_integral<Element>::value || std::is_enum<Element>::value, "a range of integers");
    static_assert(std::is_integral<Size>::value, "the number of elements is an integer");
    return add_block(SLEAVE_PART_ELEMENTS, elements, size, most, static_cast<long long>(low),
                     static_cast<long long>(high));
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
  Builder(const char* name, unsigned roots, bool has_roots) : name_(name), roots_(roots), has_roots_(has_roots) {}

  void build(Node** roots) {
    sleave_pool pool{};
    pool.name = name_;
    pool.parts = parts_.data();
    pool.part_count = parts_.size();
    pool.roots = roots_;
    pool.has_roots = has_roots_;
    pool.make = &Builder::make_node;
    pool.maker = this;
    std::vector<void*> links(roots_);
    sleave_pool_build(&pool, links.data());
    for (unsigned i = 0; i < roots_; ++i) roots[i] = static_cast<Node*>(links[i]);
  }

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
      sleave_pool_refuse(self.name_, "has nodes without a default constructor: use make()");
    }
    if (self.init_) self.init_(*node);
    return node;
  }

  static sleave_part part_of(sleave_part_kind kind, std::size_t offset) {
    sleave_part part{};
    part.kind = kind;
    part.name = member_name<Node>(offset);
    part.offset = offset;
    part.bytes = sizeof(Node*);
    part.count = 1;
    part.low = 1;
    return part;
  }

  Self& add_bound(sleave_part_kind kind, unsigned number) {
    sleave_part part{};
    part.kind = kind;
    part.low = number;
    parts_.push_back(part);
    return self();
  }

  template <typename... Members>
  Self& add_all(sleave_link_kind kind, Members Node::*... links) {
    (add_links(links, kind), ...);
    return self();
  }

  template <typename Member>
  Self& add_links(Member Node::* member, sleave_link_kind kind) {
    using Element = std::remove_all_extents_t<Member>;
    static_assert(IsLink<Element, Node>::value,
                  "a link is a Node*, std::atomic<Node*> or std::unique_ptr<Node>, or an array of these");
    static_assert(sizeof(Element) == sizeof(Node*), "a link has the size of a pointer");
    if (IsUnique<Element>::value && kind != SLEAVE_LINKS_TREE) {
      sleave_pool_refuse(name_, "shares nodes that std::unique_ptr owns: use list() or tree()");
    }
    sleave_part part = part_of(SLEAVE_PART_LINK, offset_of(member));
    part.count = elements_of<Member>();
    part.is_array = std::is_array<Member>::value;
    part.links = kind;
    parts_.push_back(part);
    return self();
  }

  template <typename Member>
  Self& add_values(Member Node::* member, long long low, long long high) {
    sleave_part part = part_of(SLEAVE_PART_VALUE, offset_of(member));
    part.bytes = sizeof(std::remove_all_extents_t<Member>);
    part.count = elements_of<Member>();
    part.is_array = std::is_array<Member>::value;
    part.low = low;
    part.high = high;
    parts_.push_back(part);
    return self();
  }

  template <typename Element, typename Size>
  Self& add_block(sleave_part_kind kind, Element* Node::* elements, Size Node::* size, unsigned most, long long low,
                  long long high) {
    sleave_part part = part_of(kind, offset_of(elements));
    part.bytes = sizeof(Element);
    part.count = most;
    part.is_array = true;
    part.low = low;
    part.high = high;
    part.size_offset = offset_of(size);
    part.size_bytes = sizeof(Size);
    part.size_name = member_name<Node>(part.size_offset);
    parts_.push_back(part);
    return self();
  }

  const char* name_;
  unsigned roots_;
  bool has_roots_;
  std::vector<sleave_part> parts_;
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
    Node* root = nullptr;
    this->build(&root);
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
    Roots all{};
    this->build(all.data());
    this->check(all);
    return all;
  }
};

}  // namespace sleave

#endif
