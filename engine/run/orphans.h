// Orphans: processes that a run left behind. A target can start children, move them to sessions of their own and end
// before them; they would keep using the machine, and writing into memory that they share with the next run.
//
// This process becomes the one that inherits them (subreaper). A mark that children cannot lose without privileges (a
// raised out-of-memory score, which also makes targets the first to be killed when memory runs out) distinguishes them
// from our other children.
#pragma once

#include <sys/types.h>

#include <mutex>

namespace sleave {

// From now on what our targets leave behind becomes ours. Once is enough.
void inherit_orphans();

// Marks the calling process and what it starts as a target's. Async-signal-safe.
void mark_as_target();

// Ends all marked children of ours that are not in the list of children, and what they leave in turn.
void end_orphans();

// Children that a runner owns. A thread that forks holds the lock until the new child is entered.
std::mutex& children_mutex();
void enter_child(pid_t pid);  // with the lock held
void forget_child(pid_t pid);

}  // namespace sleave
