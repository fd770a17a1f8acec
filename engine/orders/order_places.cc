#include "engine/orders/order_places.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "engine/find/symbols/code_origin.h"

namespace sleave {

// An operation of a run.
struct OrderPlaces::Executed {
  OrderedKind kind = OrderedKind::load;
  sleave_site site = 0;
  sleave_order order = SLEAVE_ORDER_relaxed;
  sleave_order failure = SLEAVE_ORDER_relaxed;
};

namespace {

std::optional<OrderedKind> kind_of(std::uint32_t event) {
  switch (event) {
    case SLEAVE_EV_atomic_load:
      return OrderedKind::load;
    case SLEAVE_EV_atomic_store:
      return OrderedKind::store;
    case SLEAVE_EV_atomic_rmw:
      return OrderedKind::update;
    case SLEAVE_EV_atomic_cas:
      return OrderedKind::compare_exchange;
    case SLEAVE_EV_fence:
      return OrderedKind::fence;
    default:
      return std::nullopt;
  }
}

// The library's own atomic operations. Anything else of it uses atomics for a purpose of its own.
bool is_atomic_header(std::string_view file) {
  constexpr std::string_view kEnds[] = {"/atomic", "/bits/atomic_base.h", "/stdatomic.h"};
  return std::any_of(std::begin(kEnds), std::end(kEnds), [&](std::string_view end) { return file.ends_with(end); }) ||
         file.find("/__atomic/") != std::string_view::npos;
}

// The program's frame that has the operation; null: it is a library's.
const Frame* frame_of(const Stack& frames) {
  for (const Frame& frame : frames) {
    if (origin(frame) == Origin::program) return is_installed(frame.file) ? nullptr : &frame;
    if (!is_atomic_header(frame.file)) return nullptr;
  }
  return nullptr;
}

// Whether all of it is the code of an atomic operation, which others call.
bool is_shared_code(const Stack& frames) {
  return std::all_of(frames.begin(), frames.end(), [](const Frame& frame) { return is_atomic_header(frame.file); });
}

bool is_same(const OrderPlace& a, const OrderPlace& b) {
  return a.kind == b.kind && a.own == b.own && a.line == b.line && a.column == b.column && a.file == b.file;
}

}  // namespace

OrderPlace& OrderPlaces::place_for(const OrderPlace& wanted) {
  const auto known =
      std::find_if(places_.begin(), places_.end(), [&](const auto& each) { return is_same(each, wanted); });
  if (known != places_.end()) return *known;
  return places_.emplace_back(wanted);
}

void OrderPlaces::add_site(const Trace& trace, const Executed& executed) {
  const Stack frames = symbolizer_.frames(trace, executed.site);
  const Frame* const frame = frame_of(frames);
  if (frame == nullptr || frame->line == 0) {
    unknown_ += frames.empty() || is_shared_code(frames) || frame != nullptr ? 1 : 0;
    return;
  }
  OrderPlace place{.kind = executed.kind,
                   .own = executed.order,
                   .file = frame->file,
                   .line = frame->line,
                   .column = frame->column,
                   .function = frame->function};
  place_for(place).sites.push_back(executed.site);
  if (executed.kind != OrderedKind::compare_exchange) return;
  place.kind = OrderedKind::failed_compare_exchange;
  place.own = executed.failure;
  place_for(place).sites.push_back(executed.site);
}

void OrderPlaces::add(const Trace& trace) {
  const sleave_event* operand = nullptr;
  for (const sleave_event& event : trace.events) {
    if (event.kind == SLEAVE_EV_operand) operand = &event;
    const std::optional<OrderedKind> kind = kind_of(event.kind);
    if (!kind || event.order > SLEAVE_ORDER_seq_cst || sites_.contains(event.site)) continue;
    Executed executed{*kind, event.site, static_cast<sleave_order>(event.order), SLEAVE_ORDER_relaxed};
    if (*kind == OrderedKind::compare_exchange) {
      if (operand == nullptr || operand->site != event.site) continue;
      executed.order = static_cast<sleave_order>(operand->extra & 15);
      executed.failure = static_cast<sleave_order>(operand->extra >> 4 & 15);
      if (executed.order > SLEAVE_ORDER_seq_cst || executed.failure > SLEAVE_ORDER_seq_cst) continue;
    }
    sites_.insert(event.site);
    add_site(trace, executed);
  }
}

std::vector<sleave_plan_order> OrderPlaces::planned(std::span<const sleave_order> orders) const {
  struct Both {
    sleave_plan_order order{};
    bool differs = false;
  };
  std::map<sleave_site, Both> by_site;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const OrderPlace& place = places_[i];
    const sleave_order order = i < orders.size() ? orders[i] : place.own;
    for (const sleave_site site : place.sites) {
      Both& both = by_site[site];
      both.order.site = site;
      (place.kind == OrderedKind::failed_compare_exchange ? both.order.failure : both.order.order) = order;
      both.differs = both.differs || order != place.own;
    }
  }
  std::vector<sleave_plan_order> planned;
  for (const auto& [site, both] : by_site) {
    if (both.differs) planned.push_back(both.order);
  }
  return planned;
}

}  // namespace sleave
