// What a thread is given when it is created besides its work.
#pragma once

#include <pthread.h>

namespace sleave::rt {

struct Thread;

// Signal mask, policy, priority and processors: those of `attributes` (may be null) where it has any, else the
// creator's.
void inherit_settings(Thread& thread, const Thread& creator, const pthread_attr_t* attributes);

}  // namespace sleave::rt
