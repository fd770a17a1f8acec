#include "engine/orders/order_lattice.h"

#include <array>

namespace sleave {
namespace {

constexpr std::array kLoad{SLEAVE_ORDER_relaxed, SLEAVE_ORDER_acquire, SLEAVE_ORDER_seq_cst};
constexpr std::array kStore{SLEAVE_ORDER_relaxed, SLEAVE_ORDER_release, SLEAVE_ORDER_seq_cst};
constexpr std::array kBoth{SLEAVE_ORDER_relaxed, SLEAVE_ORDER_acquire, SLEAVE_ORDER_release, SLEAVE_ORDER_acq_rel,
                           SLEAVE_ORDER_seq_cst};

bool acquires(sleave_order order) { return order != SLEAVE_ORDER_relaxed && order != SLEAVE_ORDER_release; }
bool releases(sleave_order order) { return order >= SLEAVE_ORDER_release; }

}  // namespace

std::span<const sleave_order> orders_for(OrderedKind kind) {
  switch (kind) {
    case OrderedKind::load:
    case OrderedKind::failed_compare_exchange:
      return kLoad;
    case OrderedKind::store:
      return kStore;
    default:
      return kBoth;
  }
}

bool is_weaker(sleave_order a, sleave_order b) {
  if (b == SLEAVE_ORDER_seq_cst) return a != SLEAVE_ORDER_seq_cst;
  const bool no_stronger = a != SLEAVE_ORDER_seq_cst && (!acquires(a) || acquires(b)) && (!releases(a) || releases(b));
  return no_stronger && (acquires(a) != acquires(b) || releases(a) != releases(b));
}

std::string order_words(OrderedKind kind, sleave_order order) {
  constexpr const char* kNames[] = {"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};
  if (kind == OrderedKind::fence && order == SLEAVE_ORDER_relaxed) return "none";
  return static_cast<std::size_t>(order) < std::size(kNames) ? kNames[order] : "unknown";
}

std::string kind_words(OrderedKind kind) {
  constexpr const char* kNames[] = {"load", "store", "update", "compare-exchange", "failed compare-exchange", "fence"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace sleave
