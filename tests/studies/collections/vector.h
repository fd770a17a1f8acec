// Java's Vector: it walks over its argument's elements in a copy that it takes under the argument's lock, so that there
// is no race; only the waiting for each other is left.
#ifndef STUDIES_VECTOR_H
#define STUDIES_VECTOR_H

#include "array_list.h"
#include "synchronized.h"

template <class Lock>
class Vector : public Synchronized<ArrayList, Lock> {
 public:
  bool contains_all(Vector& argument) {
    for (const int element : argument.to_array()) {
      if (!this->contains(element)) return false;
    }
    return true;
  }
};

#endif
