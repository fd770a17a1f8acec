// Own functions for the nodes of maps and lists (include/standard) beside those of libstdc++: after each of many random
// operations, trees and lists must be the same, node for node and color for color.
#include <dlfcn.h>

#include <cassert>
#include <cstdint>
#include <cstdio>
#include <list>
#include <map>
#include <random>
#include <vector>

namespace {

using Tree = std::_Rb_tree_node_base;
using Link = std::__detail::_List_node_base;

template <typename Function>
Function library(const char* name) {
  void* function = dlsym(RTLD_NEXT, name);
  if (function == nullptr) std::printf("the library has no %s\n", name);
  assert(function != nullptr);
  return reinterpret_cast<Function>(function);
}

const auto their_insert =
    library<void (*)(bool, Tree*, Tree*, Tree&)>("_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_");
const auto their_erase =
    library<Tree* (*)(Tree*, Tree&)>("_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_");
const auto their_increment = library<Tree* (*)(Tree*)>("_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base");
const auto their_decrement = library<Tree* (*)(Tree*)>("_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base");
const auto their_hook = library<void (*)(Link*, Link*)>("_ZNSt8__detail15_List_node_base7_M_hookEPS0_");
const auto their_unhook = library<void (*)(Link*)>("_ZNSt8__detail15_List_node_base9_M_unhookEv");
const auto their_transfer =
    library<void (*)(Link*, Link*, Link*)>("_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_");
const auto their_reverse = library<void (*)(Link*)>("_ZNSt8__detail15_List_node_base10_M_reverseEv");
const auto their_swap = library<void (*)(Link&, Link&)>("_ZNSt8__detail15_List_node_base4swapERS0_S1_");

// A tree over numbers; node i has number i. Node 0 is the header.
struct Numbers {
  explicit Numbers(std::size_t most) : nodes(most + 1) {
    Tree& head = nodes[0];
    head._M_color = std::_S_red;
    head._M_parent = nullptr;
    head._M_left = head._M_right = &head;
  }
  std::int64_t number(const Tree* node) const { return node == nullptr ? -1 : node - nodes.data(); }

  std::vector<Tree> nodes;
};

template <typename Insert>
void insert(Numbers& tree, std::size_t number, Insert insert_node) {
  Tree* parent = &tree.nodes[0];
  bool left = true;
  for (Tree* at = parent->_M_parent; at != nullptr; at = left ? at->_M_left : at->_M_right) {
    parent = at;
    left = static_cast<std::int64_t>(number) < tree.number(at);
  }
  insert_node(left, &tree.nodes[number], parent, tree.nodes[0]);
}

bool are_same(const Numbers& ours, const Numbers& theirs, const std::vector<bool>& in_tree) {
  for (std::size_t i = 0; i < ours.nodes.size(); ++i) {
    if (i != 0 && !in_tree[i]) continue;
    const Tree& our = ours.nodes[i];
    const Tree& their = theirs.nodes[i];
    if (our._M_color != their._M_color || ours.number(our._M_parent) != theirs.number(their._M_parent) ||
        ours.number(our._M_left) != theirs.number(their._M_left) ||
        ours.number(our._M_right) != theirs.number(their._M_right)) {
      return false;
    }
  }
  return true;
}

void check_steps(Numbers& ours, Numbers& theirs, const std::vector<bool>& in_tree) {
  Tree* const our_head = &ours.nodes[0];
  Tree* const their_head = &theirs.nodes[0];
  if (our_head->_M_parent == nullptr) return;
  assert(ours.number(std::_Rb_tree_decrement(our_head)) == theirs.number(their_decrement(their_head)));
  for (std::size_t i = 1; i < in_tree.size(); ++i) {
    if (!in_tree[i]) continue;
    assert(ours.number(std::_Rb_tree_increment(&ours.nodes[i])) == theirs.number(their_increment(&theirs.nodes[i])));
    if (&ours.nodes[i] == our_head->_M_left) continue;  // nothing is before it
    assert(ours.number(std::_Rb_tree_decrement(&ours.nodes[i])) == theirs.number(their_decrement(&theirs.nodes[i])));
  }
}

void check_trees(std::size_t most, int operations, std::mt19937& draw) {
  Numbers ours(most);
  Numbers theirs(most);
  std::vector<bool> in_tree(most + 1);
  for (int i = 0; i < operations; ++i) {
    const std::size_t number = 1 + draw() % most;
    if (in_tree[number]) {
      Tree* const our = std::_Rb_tree_rebalance_for_erase(&ours.nodes[number], ours.nodes[0]);
      Tree* const their = their_erase(&theirs.nodes[number], theirs.nodes[0]);
      assert(ours.number(our) == theirs.number(their));
    } else {
      insert(ours, number, [](bool left, Tree* node, Tree* parent, Tree& head) {
        std::_Rb_tree_insert_and_rebalance(left, node, parent, head);
      });
      insert(theirs, number, their_insert);
    }
    in_tree[number] = !in_tree[number];
    assert(are_same(ours, theirs, in_tree));
    check_steps(ours, theirs, in_tree);
  }
}

// Two lists over the same nodes; nodes 0 and 1 are their heads, the others are in one of them or in none.
struct Links {
  explicit Links(std::size_t most) : nodes(most + 2) {
    for (Link& node : nodes) node._M_next = node._M_prev = &node;
  }
  std::size_t next(std::size_t i) const { return static_cast<std::size_t>(nodes[i]._M_next - nodes.data()); }
  std::size_t previous(std::size_t i) const { return static_cast<std::size_t>(nodes[i]._M_prev - nodes.data()); }

  std::vector<Link> nodes;
};

std::vector<std::size_t> content(const Links& links, std::size_t head) {
  std::vector<std::size_t> nodes;
  for (std::size_t i = links.next(head); i != head; i = links.next(i)) nodes.push_back(i);
  return nodes;
}

// Moves some nodes of one list before a place in the other.
void transfer(Links& ours, Links& theirs, std::mt19937& draw) {
  std::vector<std::size_t> from = content(ours, 0);
  std::vector<std::size_t> to = content(ours, 1);
  from.push_back(0);
  to.push_back(1);
  std::size_t first = draw() % from.size();
  std::size_t last = draw() % from.size();
  if (first > last) std::swap(first, last);
  const std::size_t place = to[draw() % to.size()];
  if (first == last) return;
  ours.nodes[place]._M_transfer(&ours.nodes[from[first]], &ours.nodes[from[last]]);
  their_transfer(&theirs.nodes[place], &theirs.nodes[from[first]], &theirs.nodes[from[last]]);
}

void hook_or_unhook(Links& ours, Links& theirs, std::vector<bool>& in_list, std::mt19937& draw) {
  const std::size_t node = 2 + draw() % (in_list.size() - 2);
  if (in_list[node]) {
    ours.nodes[node]._M_unhook();
    their_unhook(&theirs.nodes[node]);
  } else {
    const std::size_t place = draw() % in_list.size();
    if (place >= 2 && !in_list[place]) return;
    ours.nodes[node]._M_hook(&ours.nodes[place]);
    their_hook(&theirs.nodes[node], &theirs.nodes[place]);
  }
  in_list[node] = !in_list[node];
}

void check_lists(std::size_t most, int operations, std::mt19937& draw) {
  Links ours(most);
  Links theirs(most);
  std::vector<bool> in_list(most + 2);
  for (int i = 0; i < operations; ++i) {
    switch (draw() % 8) {
      case 0:
        transfer(ours, theirs, draw);
        break;
      case 1:
        ours.nodes[0]._M_reverse();
        their_reverse(&theirs.nodes[0]);
        break;
      case 2:
        Link::swap(ours.nodes[0], ours.nodes[1]);
        their_swap(theirs.nodes[0], theirs.nodes[1]);
        break;
      default:
        hook_or_unhook(ours, theirs, in_list, draw);
    }
    for (std::size_t node = 0; node < in_list.size(); ++node) {
      if (node >= 2 && !in_list[node]) continue;
      assert(ours.next(node) == theirs.next(node) && ours.previous(node) == theirs.previous(node));
    }
  }
}

}  // namespace

int main() {
  std::mt19937 draw(1);
  for (std::size_t most : {1, 2, 3, 7, 20, 100}) {
    check_trees(most, 2000, draw);
    check_lists(most, 2000, draw);
  }
}
