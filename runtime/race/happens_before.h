// Happens-before edges, for models of operations that order threads.
//
// Operations that are events need nothing here: runtime/race/edges.def says for each kind of POINT event which edge it
// makes, and record_point() makes it. An event without a row there does not compile. What does not fit a row, or is no
// event, calls these two. `object` is any address that represents the object that passes the order on (a pipe's buffer,
// a timer, the Thread a signal is sent to); its state lives as long as the memory there: freed or written over by the
// program, it is forgotten.
//
//   write to a pipe:      hb_release(pipe);          read from it:          hb_acquire(pipe);
//   a flag both ways:     hb_acquire(x); ...; hb_release(x);
//
// Everything a thread did before a release happens before everything that another thread does after a later acquire of
// the same object. Calls are cheap and do nothing in a run that does not keep happens-before.
//
// A model that reads or writes memory of the program on its behalf (the buffer of read() or write()) reports that with
// announce_read() and announce_write() of runtime/memory/access.h.
#pragma once

#include <cstdint>

namespace sleave::rt {

void hb_release(const void* object);
void hb_acquire(const void* object);

// Data passed through a descriptor, given by its name (runtime/state/descriptor_name.h), without an event: libc's own
// reads and writes. `clock` as in EventRecord.
void hb_through_descriptor(const void* name, const void* clock = nullptr);

// After a callback into code without instrumentation that may have stored to an atomic the program waits for (what
// libstdc++ does for promises that are kept at thread exit).
void hb_release_unseen();

// A futex that code without instrumentation uses replaces the atomics around it. What such code was called for may
// have come after all that threads did before these futexes.
void hb_enter_foreign_futex(const void* word);
void hb_leave_foreign();

// membarrier, called at `site`.
void hb_fence_everybody(std::uintptr_t site);

}  // namespace sleave::rt
