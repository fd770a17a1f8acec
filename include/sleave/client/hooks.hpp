// What Sleave's runtime does for a client; all null without Sleave.
#ifndef SLEAVE_CLIENT_HOOKS_HPP
#define SLEAVE_CLIENT_HOOKS_HPP

#include <cstdint>

extern "C" {
unsigned __sleave_choose(unsigned alternatives) __attribute__((weak));  // one of them, from 0
void __sleave_exclude() __attribute__((weak));                          // the run is not to be counted
void __sleave_client(const char* text) __attribute__((weak));           // for reports
void __sleave_call_begins(unsigned number) __attribute__((weak));
void __sleave_call_ends(unsigned number, std::uint64_t* first, std::uint64_t* last) __attribute__((weak));
int __sleave_serial_begins() __attribute__((weak));  // returns whether all orders are asked for
// An order that explains the results; of no calls: whichever came first, nothing has to be explained.
void __sleave_serial_order(std::uint64_t calls, unsigned count, int complete) __attribute__((weak));
int __sleave_serial_try(void (*function)(void*), void* argument) __attribute__((weak));  // 0: it would wait for ever
void __sleave_serial_ends() __attribute__((weak));
// `judge` is told whether all orders are asked for, and returns what is to be reported when no thread can continue; null:
// only that; empty: nothing.
void __sleave_when_stuck(const char* (*judge)(void*, int), void* argument) __attribute__((weak));
void __sleave_memory_begins() __attribute__((weak));  // what is allocated from now on
void __sleave_memory_ends() __attribute__((weak));    // is freed now
void __sleave_expect_progress(int claim) __attribute__((weak));  // 1: obstruction-free, 2: lock-free
void __sleave_wrong_exception(unsigned number) __attribute__((weak));  // whose place is to be reported
void __sleave_not_linearizable(const char* history) __attribute__((weak));
}

#endif
