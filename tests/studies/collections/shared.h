// A field of a collection. Java's are plain; here they are atomic, so that a race on them is not the end of the matter
// but goes on to what comes of it: an exception, a loop without end. With -DPLAIN_FIELDS they are plain, and the race
// is what is found.
#ifndef STUDIES_SHARED_H
#define STUDIES_SHARED_H

#include <atomic>

#ifdef PLAIN_FIELDS
template <class T>
using Shared = T;
#else
template <class T>
class Shared {
 public:
  Shared() = default;
  Shared(T value) : value_(value) {}
  operator T() const { return value_.load(); }
  T operator->() const { return value_.load(); }
  Shared& operator=(T value) {
    value_.store(value);
    return *this;
  }
  // Two steps, as in Java: an increment of a field is not atomic.
  Shared& operator++() { return *this = *this + 1; }
  Shared& operator--() { return *this = *this - 1; }

 private:
  std::atomic<T> value_{};
};
#endif

// What an iterator throws if the collection was changed under it.
struct ConcurrentModification {};

// What an iterator throws if there is no next element.
struct NoSuchElement {};

#endif
