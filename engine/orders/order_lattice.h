// The memory orders that an operation can have.
#pragma once

#include <span>
#include <string>

#include "abi/words.h"

namespace sleave {

// What an order belongs to. A compare-exchange has two: one if it succeeds, one if it fails.
enum class OrderedKind { load, store, update, compare_exchange, failed_compare_exchange, fence };

// Weakest first: each is no stronger than any that comes later, except that acquire and release do not compare. A fence
// that is relaxed has no effect.
std::span<const sleave_order> orders_for(OrderedKind kind);

// Strictly. Consume is acquire, as compilers have it.
bool is_weaker(sleave_order a, sleave_order b);

// "acq_rel"; "none" for a fence that is relaxed.
std::string order_words(OrderedKind kind, sleave_order order);
// "load", "failed compare-exchange"
std::string kind_words(OrderedKind kind);

}  // namespace sleave
