// Happens-before edges, for whoever models something that orders threads.
//
// Operations that are events need nothing here: runtime/race/edges.def says for each kind of POINT event which edge
// it makes, and record_point() makes it. An event without a row there does not compile. What does not fit a row, or is
// no event, calls these two. `object` is any address that stands for the thing that passes the order on (a pipe's
// buffer, a timer, the Thread a signal is sent to); its state lives as long as the memory there: freed or written over
// by the program, it is forgotten.
//
//   write to a pipe:      hb_release(pipe);          read from it:          hb_acquire(pipe);
//   a flag both ways:     hb_acquire(x); ...; hb_release(x);
//
// A release that somebody acquires later: everything the releasing thread did before it happens before everything the
// acquiring thread does after. Calls are cheap and do nothing in a run without race detection.
//
// A model that reads or writes memory of the program on its behalf (the buffer of read() or write()) says so with
// announce_read() and announce_write() of runtime/memory/access.h.
#pragma once

#include <cstdint>

namespace sleave::rt {

void hb_release(const void* object);
void hb_acquire(const void* object);

// Something went through a descriptor, by its name (runtime/state/descriptor_name.h), and was no event: libc's own
// reads and writes.
void hb_through_descriptor(const void* name);

// After a callback into code without instrumentation that may have stored to an atomic the program waits for (what
// libstdc++ does for promises that are kept at thread exit).
void hb_release_unseen();

// membarrier, called at `site`.
void hb_fence_everybody(std::uintptr_t site);

}  // namespace sleave::rt
