// One order of a structure weakened: the program with -DMUTANT=N differs from the correct one (0) in one operation.
#pragma once

#include <atomic>
#include <cassert>
#include <thread>

#ifndef MUTANT
#define MUTANT 0
#endif

// With -DSTRONG every operation is sequentially consistent.
#ifdef STRONG
constexpr auto relaxed = std::memory_order_seq_cst;
constexpr auto acquire = std::memory_order_seq_cst;
constexpr auto release = std::memory_order_seq_cst;
constexpr auto acq_rel = std::memory_order_seq_cst;
#else
constexpr auto relaxed = std::memory_order_relaxed;
constexpr auto acquire = std::memory_order_acquire;
constexpr auto release = std::memory_order_release;
constexpr auto acq_rel = std::memory_order_acq_rel;
#endif
constexpr auto seq_cst = std::memory_order_seq_cst;

// The order of an operation, but `weaker` in the given mutant.
constexpr std::memory_order weakened(int mutant, std::memory_order order, std::memory_order weaker = relaxed) {
  return MUTANT == mutant ? weaker : order;
}

// What a structure protects: atomic, so that a mutant fails by what it reads, not by a data race.
template <typename T>
using Data = std::atomic<T>;

template <typename First, typename Second>
void run_both(First first, Second second) {
  std::thread one(first);
  std::thread two(second);
  one.join();
  two.join();
}
