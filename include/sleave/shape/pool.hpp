// The nodes of a shape and the inputs that link them.
//
// A node is named by the path on which it is reached first: of all paths from a root, the shortest, and of these the
// first in the order of roots and links. So a path names a link, and the node that is new there, its *own* node. Nodes
// are numbered in that order, from 1. The byte of a link is
//
//     0          null
//     1          its own node
//     j + 1      node j, which has a smaller number: an alias
//
// A link at the depth limit has no own node; there, byte j is node j. One that cannot be null has one less. An alias
// names only a node that exists (rule *born*): each link on its path holds its own node. So each heap has exactly one
// encoding. Similar to Korat's enumeration of non-isomorphic structures (Boyapati, Khurshid, Marinov, ISSTA 2002), but
// the numbers of nodes do not depend on the order in which a program reads links, which differs between schedules.
//
// By default all nodes exist before the program reads a link, and the pointer that a link holds is an expression over
// its byte. A link that the program does not read costs no run, as in lazy initialization (Khurshid, Pasareanu, Visser,
// TACAS 2003). A *whole* shape decides each link when it is made, and its pointers are constants of the run.
#ifndef SLEAVE_SHAPE_POOL_HPP
#define SLEAVE_SHAPE_POOL_HPP

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "../sleave.h"
#include "name.hpp"

namespace sleave {
namespace shapes {

struct Link {
  Segment segment;
  std::size_t offset;
  bool aliases;  // it may hold nodes that another link holds too
};

struct Field {
  Segment segment;
  std::size_t offset;
  std::size_t bytes;
  bool has_range;  // else any bytes
  long long low;
  long long high;
};

struct Bounds {
  unsigned depth = 0;  // of the longest path, in nodes; 0: the default
  unsigned least = 0;  // nodes
  unsigned most = 0;   // nodes; 0: no other limit than the depth
  bool whole = false;
  bool nonempty = false;  // each root is a node
};

struct Description {
  std::vector<Link> links;
  std::vector<Field> fields;
  std::vector<std::size_t> backs;  // offsets of pointers to the node that links here
  Bounds bounds;
  unsigned roots = 1;
  bool has_roots = false;  // names have the number of the root
};

// The report knows inputs that are links by their `base` (abi/inputs/shape_link.h).
constexpr unsigned long long kLinkBase = 1ull << 63;
constexpr unsigned long long kNotNull = 1ull << 8;
constexpr unsigned long long kAliases = 1ull << 9;
constexpr unsigned kPoolShift = 16;

[[noreturn]] inline void refuse(const char* shape, const char* why) {
  std::fprintf(stderr, "sleave: shape '%s' %s\n", shape, why);
  std::abort();
}

// Branches on the byte: from here on the run has this value. Not optimized: a loop's result must not become an
// expression over the byte again.
#ifdef __clang__
__attribute__((noinline, optnone))
#endif
inline unsigned
decided(unsigned char byte, unsigned least, unsigned most) {
  unsigned value = least;
  while (value < most) {
    if (byte == value) break;
    ++value;
  }
  return value;
}

class Pool {
 public:
  using Make = void* (*)(void* maker);

  Pool(const char* name, const Description& description, Make make, void* maker)
      : name_(name),
        description_(description),
        namer_(name, description.has_roots),
        make_(make),
        maker_(maker),
        pool_(hash_of(name)) {
    if (description_.links.empty()) refuse(name, "has no links: name them with list(), tree() or graph()");
    if (description_.bounds.depth == 0) description_.bounds.depth = default_depth();
    if (description_.bounds.whole && description_.bounds.most == 0) description_.bounds.most = nodes_to_depth();
  }

  // The roots, as pointers.
  std::vector<std::uintptr_t> build() {
    nodes_.reserve(description_.bounds.whole ? description_.bounds.most : kMostNodes);
    roots_.assign(description_.roots, 0);
    if (description_.bounds.whole) {
      decide();
    } else {
      plant();
      connect();
    }
    return roots_;
  }

 private:
  struct Node {
    char* memory;
    unsigned parent;  // its number; 0: a root
    unsigned link;    // of the parent, or which root
    unsigned depth;
    unsigned char byte;  // of the link whose own node it is
  };

  unsigned default_depth() const {
    if (description_.bounds.most != 0) return description_.bounds.most;
    return description_.links.size() == 1 ? 6 : 3;
  }

  unsigned nodes_to_depth() const {
    std::size_t level = description_.roots;
    std::size_t all = 0;
    for (unsigned depth = 0; depth < description_.bounds.depth && all <= kMostNodes; ++depth) {
      all += level;
      level *= description_.links.size();
    }
    if (all > kMostNodes) refuse_size();
    return static_cast<unsigned>(all);
  }
  [[noreturn]] void refuse_size() const { refuse(name_, "has more than 254 nodes: use a smaller depth"); }

  // FNV-1a, 32 bits.
  static std::uint32_t hash_of(const char* text) {
    std::uint32_t hash = 0x811c9dc5;
    while (*text != '\0') hash = (hash ^ static_cast<unsigned char>(*text++)) * 0x01000193;
    return hash;
  }

  Node& node(unsigned number) { return nodes_[number - 1]; }
  unsigned count() const { return static_cast<unsigned>(nodes_.size()); }
  std::uintptr_t address(unsigned number) { return reinterpret_cast<std::uintptr_t>(node(number).memory); }

  Path path_to(unsigned number) {
    Path path;
    path.count = node(number).depth - 1;
    for (unsigned i = path.count; i-- > 0; number = node(number).parent) {
      path.links[i] = static_cast<unsigned char>(node(number).link);
    }
    path.root = node(number).link;
    return path;
  }

  Name name_of(unsigned parent, unsigned link) {
    Path path;
    if (parent == 0) {
      path.root = link;
    } else {
      path = path_to(parent);
      path.links[path.count++] = static_cast<unsigned char>(link);
    }
    return namer_.name(description_.links, path, parent, "");
  }
  Name name_of_part(unsigned number, const Segment& segment) {
    return namer_.name(description_.links, path_to(number), number, segment.get());
  }

  // A new input. `own`: the number of the own node, 0: none. From 0, or if it cannot be null from 1, to `most`.
  unsigned char ask(unsigned parent, unsigned link, unsigned own, unsigned most, bool not_null) {
    unsigned char byte = 0;
    const bool aliases = most > (own != 0);
    const unsigned long long base = kLinkBase | static_cast<unsigned long long>(pool_) << kPoolShift |
                                    (aliases ? kAliases : 0) | (not_null ? kNotNull : 0) | own;
    const Name name = name_of(parent, link);
    if (__sleave_range) __sleave_range(&byte, 1, name.get(), static_cast<long long>(base));
    sleave_assume(byte <= most - not_null);
    return static_cast<unsigned char>(byte + not_null);
  }

  void add_node(unsigned parent, unsigned link) {
    if (count() == kMostNodes) refuse_size();
    const unsigned depth = parent == 0 ? 1 : node(parent).depth + 1;
    nodes_.push_back({static_cast<char*>(make_(maker_)), parent, link, depth, 0});
    for (const std::size_t offset : description_.backs) {
      store(count(), offset, parent == 0 ? 0 : address(parent));
    }
  }

  void store(unsigned number, std::size_t offset, std::uintptr_t pointer) {
    void* const value = reinterpret_cast<void*>(pointer);
    __builtin_memcpy(node(number).memory + offset, &value, sizeof value);
  }

  void take_fields(unsigned number) {
    for (const Field& field : description_.fields) {
      const Name name = name_of_part(number, field.segment);
      char* const place = node(number).memory + field.offset;
      if (!field.has_range) {
        sleave_symbolic(place, field.bytes, name.get());
        continue;
      }
      const long long value = sleave_range(field.low, field.high, name.get());
      switch (field.bytes) {
        case 1:
          __builtin_memcpy(place, &value, 1);
          break;
        case 2:
          __builtin_memcpy(place, &value, 2);
          break;
        case 4:
          __builtin_memcpy(place, &value, 4);
          break;
        default:
          __builtin_memcpy(place, &value, 8);
      }
    }
  }

  // ---- links as expressions ----

  // All nodes that there can be.
  void plant() {
    for (unsigned root = 0; root < description_.roots; ++root) add_node(0, root);
    for (unsigned parent = 1; parent <= count(); ++parent) {
      if (node(parent).depth == description_.bounds.depth) break;
      for (unsigned link = 0; link < description_.links.size(); ++link) add_node(parent, link);
    }
  }

  bool is_limited() const { return description_.bounds.most != 0 && description_.bounds.most < count(); }

  // Whether an alias can name a node that may not exist. With one root and one link each node that is named is on the
  // path to the link that names it.
  bool needs_born() const {
    bool aliases = false;
    for (const Link& link : description_.links) aliases = aliases || link.aliases;
    return aliases && (description_.links.size() > 1 || description_.roots > 1);
  }

  bool is_above(unsigned number, unsigned below) {
    while (below != 0 && below != number) below = node(below).parent;
    return below == number;
  }

  void connect() {
    unsigned next = 0;  // number of the last own node so far
    for (unsigned root = 0; root < description_.roots; ++root) {
      roots_[root] = take_link(0, root, ++next, description_.links[0].aliases);
    }
    for (unsigned parent = 1; parent <= count(); ++parent) {
      take_fields(parent);
      for (unsigned link = 0; link < description_.links.size(); ++link) {
        const unsigned own = node(parent).depth < description_.bounds.depth ? ++next : 0;
        store(parent, description_.links[link].offset, take_link(parent, link, own, description_.links[link].aliases));
      }
    }
    if (!is_limited()) return;
    unsigned born = 0;
#ifdef __clang__
#pragma clang loop vectorize(disable) unroll(disable)
#endif
    for (const Node& each : nodes_) born += each.byte == 1;
    sleave_assume(born <= description_.bounds.most);
  }

  std::uintptr_t take_link(unsigned parent, unsigned link, unsigned own, bool aliases) {
    const bool not_null = parent == 0 && description_.bounds.nonempty;
    const unsigned last = !aliases ? 0 : own != 0 ? own - 1 : count();  // that an alias can name
    const unsigned most = last + (own != 0);
    if (most == 0) return 0;
    const unsigned char byte = ask(parent, link, own, most, not_null);
    if (not_null && most == 1) {
      node(own).byte = 1;
      return address(own);
    }
    if (own != 0) node(own).byte = byte;
    obey(parent, own, last, byte);
    const unsigned shift = own != 0;
    std::uintptr_t pointer = own != 0 ? address(own) & chosen(byte, 1) : 0;
#ifdef __clang__
#pragma clang loop vectorize(disable) unroll(disable)
#endif
    for (unsigned number = 1; number <= last; ++number) pointer |= address(number) & chosen(byte, number + shift);
    return pointer;
  }

  // All bits set if the byte has this value. An expression without a branch.
  static std::uintptr_t chosen(unsigned char byte, unsigned value) {
    return 0 - static_cast<std::uintptr_t>(byte == value);
  }

  // Rule born. Where nodes can be named by others or are counted, a node exists only if the one that links it does, so
  // that one byte says whether it exists.
  void obey(unsigned parent, unsigned own, unsigned last, unsigned char byte) {
    const bool born = needs_born();
    unsigned kept = 1;
    bool any = false;
    if (parent != 0 && own != 0 && (born || is_limited())) {
      kept &= static_cast<unsigned>(byte != 1) | static_cast<unsigned>(node(parent).byte == 1);
      any = true;
    }
    const unsigned shift = own != 0;
    for (unsigned number = 1; born && number <= last; ++number) {
      if (is_above(number, parent)) continue;
      kept &= static_cast<unsigned>(byte != number + shift) | static_cast<unsigned>(node(number).byte == 1);
      any = true;
    }
    if (any) sleave_assume(static_cast<int>(kept));
  }

  // ---- whole shapes ----

  struct Place {
    unsigned parent;
    unsigned link;
  };

  void decide() {
    std::vector<Place> open;
    open.reserve(description_.roots + description_.bounds.most * description_.links.size());
    for (unsigned root = 0; root < description_.roots; ++root) open.push_back({0, root});
    for (std::size_t i = 0; i < open.size(); ++i) {
      const Place place = open[i];
      const unsigned before = count();
      const unsigned held = decide_link(place, open.size() - i - 1);
      if (held == 0) continue;
      if (place.parent == 0) {
        roots_[place.link] = address(held);
      } else {
        store(place.parent, description_.links[place.link].offset, address(held));
      }
      if (count() == before) continue;
      take_fields(held);
      for (unsigned link = 0; link < description_.links.size(); ++link) open.push_back({held, link});
    }
    if (count() < description_.bounds.least) sleave_assume(0);
  }

  // The number of the node that the link holds; 0: null. `left`: links that are still to be decided.
  unsigned decide_link(const Place& place, std::size_t left) {
    const unsigned before = count();
    const unsigned depth = place.parent == 0 ? 1 : node(place.parent).depth + 1;
    const bool has_own = before < description_.bounds.most && depth <= description_.bounds.depth;
    const bool is_last_chance = has_own && before < description_.bounds.least && left == 0;
    const bool not_null = is_last_chance || (place.parent == 0 && description_.bounds.nonempty);
    const bool aliases = description_.links[place.parent == 0 ? 0 : place.link].aliases && !is_last_chance;
    const unsigned most = (aliases ? before : 0) + has_own;
    if (most == 0) {
      if (not_null) sleave_assume(0);
      return 0;
    }
    const unsigned char byte = ask(place.parent, place.link, has_own ? before + 1 : 0, most, not_null);
    const unsigned value = decided(byte, not_null, most);
    if (!has_own || value == 0) return value;
    if (value > 1) return value - 1;
    add_node(place.parent, place.link);
    return before + 1;
  }

  const char* name_;
  Description description_;
  Namer namer_;
  Make make_;
  void* maker_;
  std::uint32_t pool_;
  std::vector<Node> nodes_;
  std::vector<std::uintptr_t> roots_;
};

}  // namespace shapes
}  // namespace sleave

#endif
