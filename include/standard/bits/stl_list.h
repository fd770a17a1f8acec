// libstdc++'s <bits/stl_list.h>, with the functions that it keeps in the library defined here: so the program has them
// itself, instrumented, and accesses to the links of a list are seen.
#pragma GCC system_header
#include_next <bits/stl_list.h>

#ifndef SLEAVE_STANDARD_STL_LIST_H
#define SLEAVE_STANDARD_STL_LIST_H

namespace std {
_GLIBCXX_BEGIN_NAMESPACE_VERSION
namespace __detail {

// Puts this node before another.
inline void _List_node_base::_M_hook(_List_node_base* const __position) _GLIBCXX_USE_NOEXCEPT {
  _List_node_base* const __before = __position->_M_prev;
  this->_M_next = __position;
  this->_M_prev = __before;
  __before->_M_next = this;
  __position->_M_prev = this;
}

inline void _List_node_base::_M_unhook() _GLIBCXX_USE_NOEXCEPT {
  _List_node_base* const __after = this->_M_next;
  _List_node_base* const __before = this->_M_prev;
  __before->_M_next = __after;
  __after->_M_prev = __before;
}

// Moves the nodes from `__first` up to but not with `__last` before this one.
inline void _List_node_base::_M_transfer(_List_node_base* const __first,
                                         _List_node_base* const __last) _GLIBCXX_USE_NOEXCEPT {
  if (this == __last) return;
  _List_node_base* const __moved_last = __last->_M_prev;
  _List_node_base* const __left_behind = __first->_M_prev;
  _List_node_base* const __before = this->_M_prev;
  __left_behind->_M_next = __last;
  __last->_M_prev = __left_behind;
  __before->_M_next = __first;
  __first->_M_prev = __before;
  __moved_last->_M_next = this;
  this->_M_prev = __moved_last;
}

inline void _List_node_base::_M_reverse() _GLIBCXX_USE_NOEXCEPT {
  _List_node_base* __node = this;
  do {
    _List_node_base* const __after = __node->_M_next;
    __node->_M_next = __node->_M_prev;
    __node->_M_prev = __after;
    __node = __after;
  } while (__node != this);
}

// Exchanges the nodes of two lists, given by their heads; a head that links to itself has none.
inline void _List_node_base::swap(_List_node_base& __x, _List_node_base& __y) _GLIBCXX_USE_NOEXCEPT {
  _List_node_base __spare;
  __spare._M_next = __spare._M_prev = &__spare;
  if (__x._M_next != &__x) __spare._M_transfer(__x._M_next, &__x);
  if (__y._M_next != &__y) __x._M_transfer(__y._M_next, &__y);
  if (__spare._M_next != &__spare) __y._M_transfer(__spare._M_next, &__spare);
}

}  // namespace __detail
_GLIBCXX_END_NAMESPACE_VERSION
}  // namespace std

#endif
