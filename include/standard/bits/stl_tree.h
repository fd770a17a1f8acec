// libstdc++'s <bits/stl_tree.h>, with the functions that it keeps in the library defined here: so the program has them
// itself, instrumented, and accesses to the nodes of a map or set are seen.
//
// A red-black tree as in Cormen et al., Introduction to Algorithms, chapter 13, with libstdc++'s nodes. Null pointers
// are its leaves. The header has the root as its parent, the first node on its left and the last on its right; it is
// the root's parent, and red, which the root never is.
#pragma GCC system_header
#include_next <bits/stl_tree.h>

#ifndef SLEAVE_STANDARD_STL_TREE_H
#define SLEAVE_STANDARD_STL_TREE_H

namespace std {
_GLIBCXX_BEGIN_NAMESPACE_VERSION

struct __sleave_tree {
  typedef _Rb_tree_node_base* _Node;
  typedef _Rb_tree_node_base* _Rb_tree_node_base::* _Side;

  static bool _S_is_red(_Node __node) { return __node != 0 && __node->_M_color == _S_red; }

  static _Side _S_other(_Side __side) {
    return __side == &_Rb_tree_node_base::_M_left ? &_Rb_tree_node_base::_M_right : &_Rb_tree_node_base::_M_left;
  }

  // The node, its child or a leaf, takes the place of `__old` below the parent of that.
  static void _S_replace(_Node __old, _Node __node, _Rb_tree_node_base& __header) {
    _Node const __parent = __old->_M_parent;
    if (__header._M_parent == __old)
      __header._M_parent = __node;
    else if (__parent->_M_left == __old)
      __parent->_M_left = __node;
    else
      __parent->_M_right = __node;
    if (__node != 0) __node->_M_parent = __parent;
  }

  // Down to `__side`; the child on the other side comes up.
  static void _S_rotate(_Node __node, _Side __side, _Rb_tree_node_base& __header) {
    _Side const __other = _S_other(__side);
    _Node const __up = __node->*__other;
    _Node const __between = __up->*__side;
    _S_replace(__node, __up, __header);
    __up->*__side = __node;
    __node->_M_parent = __up;
    __node->*__other = __between;
    if (__between != 0) __between->_M_parent = __node;
  }

  // The next node on `__side`, or the header.
  static _Node _S_next(_Node __node, _Side __side) {
    _Side const __other = _S_other(__side);
    if (__node->*__side != 0) {
      __node = __node->*__side;
      while (__node->*__other != 0) __node = __node->*__other;
      return __node;
    }
    _Node __parent = __node->_M_parent;
    while (__node == __parent->*__side) {
      __node = __parent;
      __parent = __parent->_M_parent;
    }
    // The climb continues from the header to the root if that is the last node.
    return __node->*__side == __parent ? __node : __parent;
  }

  static void _S_link(bool __left, _Node __node, _Node __parent, _Rb_tree_node_base& __header) {
    __node->_M_parent = __parent;
    __node->_M_left = 0;
    __node->_M_right = 0;
    __node->_M_color = _S_red;
    if (__parent == &__header) {
      __header._M_parent = __header._M_left = __header._M_right = __node;
    } else if (__left) {
      __parent->_M_left = __node;
      if (__header._M_left == __parent) __header._M_left = __node;
    } else {
      __parent->_M_right = __node;
      if (__header._M_right == __parent) __header._M_right = __node;
    }
  }

  // A red node may have a red parent.
  static void _S_fix_red(_Node __node, _Rb_tree_node_base& __header) {
    while (__node != __header._M_parent && __node->_M_parent->_M_color == _S_red) {
      _Node __parent = __node->_M_parent;
      _Node const __above = __parent->_M_parent;
      _Side const __side = __above->_M_left == __parent ? &_Rb_tree_node_base::_M_left : &_Rb_tree_node_base::_M_right;
      _Node const __uncle = __above->*_S_other(__side);
      __above->_M_color = _S_red;
      if (_S_is_red(__uncle)) {
        __parent->_M_color = _S_black;
        __uncle->_M_color = _S_black;
        __node = __above;
        continue;
      }
      if (__node != __parent->*__side) {
        _S_rotate(__parent, __side, __header);
        __parent = __node;
      }
      __parent->_M_color = _S_black;
      _S_rotate(__above, _S_other(__side), __header);
      break;
    }
    __header._M_parent->_M_color = _S_black;
  }

  // Paths through `__node`, which may be a leaf, have one black node less than others.
  static void _S_fix_black(_Node __node, _Node __parent, _Rb_tree_node_base& __header) {
    while (__node != __header._M_parent && !_S_is_red(__node)) {
      _Side const __side = __parent->_M_left == __node ? &_Rb_tree_node_base::_M_left : &_Rb_tree_node_base::_M_right;
      _Side const __other = _S_other(__side);
      _Node __sibling = __parent->*__other;
      if (__sibling->_M_color == _S_red) {
        __sibling->_M_color = _S_black;
        __parent->_M_color = _S_red;
        _S_rotate(__parent, __side, __header);
        __sibling = __parent->*__other;
      }
      if (!_S_is_red(__sibling->_M_left) && !_S_is_red(__sibling->_M_right)) {
        __sibling->_M_color = _S_red;
        __node = __parent;
        __parent = __parent->_M_parent;
        continue;
      }
      if (!_S_is_red(__sibling->*__other)) {
        (__sibling->*__side)->_M_color = _S_black;
        __sibling->_M_color = _S_red;
        _S_rotate(__sibling, __other, __header);
        __sibling = __parent->*__other;
      }
      __sibling->_M_color = __parent->_M_color;
      __parent->_M_color = _S_black;
      (__sibling->*__other)->_M_color = _S_black;
      _S_rotate(__parent, __side, __header);
      return;
    }
    if (__node != 0) __node->_M_color = _S_black;
  }

  // The ends of the tree that `__node`, which has at most one child, was.
  static void _S_move_ends(_Node __node, _Rb_tree_node_base& __header) {
    if (__header._M_left == __node)
      __header._M_left = __node->_M_right != 0 ? _Rb_tree_node_base::_S_minimum(__node->_M_right) : __node->_M_parent;
    if (__header._M_right == __node)
      __header._M_right = __node->_M_left != 0 ? _Rb_tree_node_base::_S_maximum(__node->_M_left) : __node->_M_parent;
  }

  // Takes the node out; the one after it takes its place and color if it has two children.
  static void _S_unlink(_Node __node, _Rb_tree_node_base& __header) {
    _Rb_tree_color __lost = __node->_M_color;
    _Node __child;
    _Node __parent;
    if (__node->_M_left == 0 || __node->_M_right == 0) {
      __child = __node->_M_left != 0 ? __node->_M_left : __node->_M_right;
      __parent = __node->_M_parent;
      _S_replace(__node, __child, __header);
      _S_move_ends(__node, __header);
    } else {
      _Node const __after = _Rb_tree_node_base::_S_minimum(__node->_M_right);
      __lost = __after->_M_color;
      __child = __after->_M_right;
      __parent = __after;
      if (__after != __node->_M_right) {
        __parent = __after->_M_parent;
        _S_replace(__after, __child, __header);
        __after->_M_right = __node->_M_right;
        __after->_M_right->_M_parent = __after;
      }
      _S_replace(__node, __after, __header);
      __after->_M_left = __node->_M_left;
      __after->_M_left->_M_parent = __after;
      __after->_M_color = __node->_M_color;
    }
    if (__lost == _S_black) _S_fix_black(__child, __parent, __header);
  }
};

inline _Rb_tree_node_base* _Rb_tree_increment(_Rb_tree_node_base* __x) throw() {
  return __sleave_tree::_S_next(__x, &_Rb_tree_node_base::_M_right);
}

inline const _Rb_tree_node_base* _Rb_tree_increment(const _Rb_tree_node_base* __x) throw() {
  return _Rb_tree_increment(const_cast<_Rb_tree_node_base*>(__x));
}

inline _Rb_tree_node_base* _Rb_tree_decrement(_Rb_tree_node_base* __x) throw() {
  if (__x->_M_color == _S_red && __x->_M_parent->_M_parent == __x) return __x->_M_right;  // from the header
  return __sleave_tree::_S_next(__x, &_Rb_tree_node_base::_M_left);
}

inline const _Rb_tree_node_base* _Rb_tree_decrement(const _Rb_tree_node_base* __x) throw() {
  return _Rb_tree_decrement(const_cast<_Rb_tree_node_base*>(__x));
}

inline void _Rb_tree_insert_and_rebalance(const bool __insert_left, _Rb_tree_node_base* __x, _Rb_tree_node_base* __p,
                                          _Rb_tree_node_base& __header) throw() {
  __sleave_tree::_S_link(__insert_left, __x, __p, __header);
  __sleave_tree::_S_fix_red(__x, __header);
}

inline _Rb_tree_node_base* _Rb_tree_rebalance_for_erase(_Rb_tree_node_base* const __z,
                                                        _Rb_tree_node_base& __header) throw() {
  __sleave_tree::_S_unlink(__z, __header);
  return __z;
}

_GLIBCXX_END_NAMESPACE_VERSION
}  // namespace std

#endif
