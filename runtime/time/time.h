// Readings of the virtual clock (runtime/state/clock.h), sleeps, and times of the program as deadlines.
#pragma once

#include <time.h>

#include <cstdint>

#include "runtime/state/clock.h"

namespace sleave::rt {

// Of the time since the start, what the program is taken to have worked: it does not while every thread waits.
std::uint64_t processor_time();

// The clock as the program reads it: time advances by a step, so that a loop which polls the clock ends.
std::uint64_t clock_read(std::uintptr_t site);

// The same for a child process of the program, and no event.
timespec clock_for_child(clockid_t clock);

// A wait gave up at `deadline`, after its own event. With free time that is an event in which the clock moves there;
// without free time it does nothing.
void deadline_passes(std::uint64_t deadline, std::uintptr_t site);
// For a wait whose time-out the plan decides as it begins, with the event that is pending: whether it will come.
bool decide_timeout(std::uint64_t deadline);

// Deadline of an absolute time on a clock; of a duration from now. Times before the beginning are in the past.
std::uint64_t deadline_at(clockid_t clock, const timespec& time);
std::uint64_t deadline_after(const timespec& duration);

// Sleeps: a timed wait for nothing. False if a signal handler ended it; time_left() then says how much was left.
bool sleep_until(std::uint64_t deadline, std::uintptr_t site);
timespec time_left(std::uint64_t deadline);

bool valid_time(const timespec& time);
bool valid_duration(const timespec& time);  // and not negative

bool clock_exists(clockid_t clock);

// glibc lets threads wait on these two only.
bool can_wait_on(clockid_t clock);

}  // namespace sleave::rt
