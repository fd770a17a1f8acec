// Virtual time: one clock of nanoseconds that starts at the same value in every run, goes on a little at every reading,
// and jumps to the next deadline when every thread waits.
#pragma once

#include <time.h>

#include <cstdint>

namespace sleave::rt {

std::uint64_t clock_now();
// Of the time since the start, what the program is taken to have worked: it does not while every thread waits.
std::uint64_t processor_time();
void clock_advance_to(std::uint64_t now);

// The clock as the program reads it: time goes on by a step, so that a loop which polls the clock ends.
std::uint64_t clock_read(std::uintptr_t site);

// Free time (SLEAVE_PLAN_FREE_TIME): the clock does not go on by itself. The first readings of a thread leave it as it
// is, later ones move it, more and more, so that polling ends; a sleep and a time-out move it to their deadline. Each
// of these is an event of its own. A wait that gave up says so after its own event; without free time that does
// nothing.
bool time_is_free();
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
