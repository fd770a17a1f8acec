// OrderPlaces: the atomic operations and fences of a program, as its runs show them.
//
// A place is an operation in the source code. The compiler may have made several copies of it, each with a site of its
// own, which get the same order. Places in libraries are not listed: their orders are not the program's to change.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "abi/plan.h"
#include "engine/base/number_set.h"
#include "engine/find/symbols/symbolizer.h"
#include "engine/orders/order_lattice.h"
#include "engine/trace/trace.h"

namespace sleave {

// One order of the source code.
struct OrderPlace {
  OrderedKind kind = OrderedKind::load;
  sleave_order own = SLEAVE_ORDER_relaxed;  // as the program has it
  std::string file{};
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string function{};
  std::vector<sleave_site> sites{};
};

class OrderPlaces {
 public:
  explicit OrderPlaces(Symbolizer& symbolizer) : symbolizer_(symbolizer) {}

  // Adds what the run executed and is not known yet. It recorded points and operands, and new places had their own
  // orders. Earlier places keep their numbers.
  void add(const Trace& trace);

  [[nodiscard]] const std::vector<OrderPlace>& all() const { return places_; }
  // Operations whose place in the program is not known: without debug information, or compiled without inlining, where
  // all operations of a kind share the code of the library.
  [[nodiscard]] std::uint64_t unknown() const { return unknown_; }

  // For a plan: those of `orders`, by place, that are not the program's own.
  [[nodiscard]] std::vector<sleave_plan_order> planned(std::span<const sleave_order> orders) const;

 private:
  struct Executed;
  void add_site(const Trace& trace, const Executed& executed);
  OrderPlace& place_for(const OrderPlace& wanted);

  Symbolizer& symbolizer_;
  NumberSet sites_;
  std::vector<OrderPlace> places_;
  std::uint64_t unknown_ = 0;
};

}  // namespace sleave
