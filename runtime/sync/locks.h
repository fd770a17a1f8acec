// What the lock families share.
#pragma once

#include <pthread.h>

#include <cstdint>

#include "abi/words.h"
#include "runtime/state/thread.h"

namespace sleave::rt {

// Book-keeping of held locks, for reports and for rules about who may unlock.
constexpr std::uint32_t kModeMutex = 0;
constexpr std::uint32_t kModeShared = 1;
constexpr std::uint32_t kModeExclusive = 2;
void add_held(Thread& thread, const void* lock, std::uint32_t mode, std::uintptr_t site);
void remove_held(Thread& thread, const void* lock);
HeldLock* find_held(Thread& thread, const void* lock);

// The operations behind pthread and C11 names. `site` is where the program called.
int mutex_lock(pthread_mutex_t* mutex, sleave_event_kind kind, std::uint64_t deadline, std::uintptr_t site);
int mutex_trylock(pthread_mutex_t* mutex, std::uintptr_t site);
int mutex_unlock(pthread_mutex_t* mutex, std::uintptr_t site);
int mutex_destroy(pthread_mutex_t* mutex, std::uintptr_t site);
int cond_wait(pthread_cond_t* cond, pthread_mutex_t* mutex, std::uint64_t deadline, std::uintptr_t site);
int cond_wake(pthread_cond_t* cond, sleave_event_kind kind, std::uintptr_t site);  // cond_signal or cond_broadcast
int cond_destroy(pthread_cond_t* cond, std::uintptr_t site);
int once(int* control, void (*routine)(), std::uintptr_t site);

// The mutex half of a condition wait.
bool mutex_is_free(const pthread_mutex_t* mutex);
bool mutex_is_held_by(const pthread_mutex_t* mutex, const Thread& thread);
void mutex_release(pthread_mutex_t* mutex, Thread& thread);                   // one level
int mutex_take(pthread_mutex_t* mutex, Thread& thread, std::uintptr_t site);  // 0, or EOWNERDEAD

// Robust mutexes: the owner ends; its successor has put things right.
void mutex_owner_dies(pthread_mutex_t* mutex);
int mutex_make_consistent(pthread_mutex_t* mutex);

// The current thread ends: robust mutexes pass to their next owner, any other lock still held is a finding.
void give_up_locks(Thread& thread);

// Memory is freed: no lock in it may be held, nobody may wait on an object in it.
void check_freed_memory(const void* block, std::uint64_t bytes, std::uintptr_t site);

// A try-lock of C11 or C++ may fail although the lock is free; that of POSIX may not, and both end in the same
// function. So the former say beforehand that they come, and the model asks, once for each attempt, whether the caller
// did.
void announce_weak_try();
bool takes_weak_try();

// The thread that runs a once or static initializer.
std::uint32_t initializer_of(sleave_event_kind kind, const void* object);

}  // namespace sleave::rt
