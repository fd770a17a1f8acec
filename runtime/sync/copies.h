// Copies of synchronization objects that are in use.
//
// POSIX does not allow the use of a copy of a lock or a condition. A copy of one at rest works all the same; a copy of
// one in use looks held forever, or has no waiters where the original has some. The state is kept in place
// (docs/internals/design.md), so the bytes are copied along, and the address distinguishes the copy from the original.
// Objects that processes share may have several addresses and are left alone by the callers.
#pragma once

#include <pthread.h>

#include <cstdint>

namespace sleave::rt {

// The object's bytes say that the thread with this index plus one holds it (0: nobody). A finding if it does not.
void must_be_held_by_owner(const void* lock, int owner, std::uintptr_t site);

// The object's bytes say that `readers` shared holds exist. A finding if there are fewer.
void must_have_readers(const void* lock, unsigned readers, std::uintptr_t site);

// A condition with waiters knows its own address.
void mark_waited_on(pthread_cond_t* cond);
void unmark_waited_on(pthread_cond_t* cond);
void must_be_original(const pthread_cond_t* cond, std::uintptr_t site);

}  // namespace sleave::rt
