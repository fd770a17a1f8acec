// How operations touch nodes. In the search these are plain accesses and mutexes; in the oracle each one is announced
// with its line, so that the oracle can stop a thread there.
#pragma once

#ifdef ORACLE

void announce(const void* place, bool writes, int line);
void lock(const void* node);
void unlock(const void* node);

#define RD(place) (announce(&(place), false, __LINE__), (place))
#define WR(place, value)                                 \
  do {                                                   \
    const auto taken = (value);                          \
    announce(&(place), true, __LINE__), (place) = taken; \
  } while (false)
#define LOCK(node) lock(node)
#define UNLOCK(node) unlock(node)
struct Mutex {};

#else

#include <mutex>
#include <sleave/shape.hpp>

#define RD(place) (place)
#define WR(place, value) ((place) = (value))
#define LOCK(node) (node)->mutex.lock()
#define UNLOCK(node) (node)->mutex.unlock()
using Mutex = std::mutex;

#endif
