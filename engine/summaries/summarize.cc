#include "engine/summaries/summarize.h"

#include <map>
#include <unordered_set>

#include "abi/layout.h"
#include "abi/words.h"
#include "engine/trace/event_kinds.h"
#include "engine/trace/words.h"

namespace sleave::summaries {
namespace {

constexpr unsigned kAddressBits = 64;
constexpr std::uint32_t kOperationThread = 1;

bool shares_lock(const sleave_event& event) {
  return event.kind == SLEAVE_EV_rwlock_rdlock || event.kind == SLEAVE_EV_rwlock_tryrdlock ||
         event.kind == SLEAVE_EV_rwlock_timedrdlock;
}

bool is_plain(const sleave_event& event) {
  return event.kind == SLEAVE_EV_plain_read || event.kind == SLEAVE_EV_plain_write;
}

class Reader {
 public:
  Reader(const Trace& trace, const expr::Path& path, expr::Pool& pool) : trace_(trace), pool_(pool) {
    for (const expr::UsedWord& used : path.words) {
      if (used.thread != kOperationThread || pool.width(used.word) != kAddressBits) continue;
      words_.try_emplace(static_cast<std::uint64_t>(used.value), used.word);
    }
  }

  std::optional<Summary> read(const expr::Path& path) {
    const sleave_trace_thread& thread = trace_.threads[kOperationThread];
    if (thread.parent != 0) return std::nullopt;
    summary_.thread_ordinal = thread.ordinal;
    for (const sleave_event& event : trace_.events) {
      if (event.thread == 0) follow_main(event);
      if (event.thread == kOperationThread) follow(event);
      if (summary_.steps.size() > kMostSteps) return std::nullopt;
    }
    if (!began_ || !created_) return std::nullopt;
    take_condition(path);
    take_inputs();
    return std::move(summary_);
  }

 private:
  void follow_main(const sleave_event& event) {
    if (created_ || !is_point(event.kind)) return;
    ++summary_.main_points;
    created_ = event.kind == SLEAVE_EV_thread_create;
  }

  // The operation begins where its thread is let go.
  void follow(const sleave_event& event) {
    if (began_) return add(event);
    if (event.kind == SLEAVE_EV_semaphore_wait) {
      began_ = true;
      add(event);
    } else if (is_point(event.kind)) {
      ++summary_.prepared;
    } else if (is_plain(event)) {
      ++summary_.prepared_accesses[event.site];
    }
  }

  void add(const sleave_event& event) {
    Step step;
    step.point = is_point(event.kind);
    step.plain = is_plain(event);
    step.site = event.site;
    step.order = event.order;
    if (!set_kind(step, event)) return;
    if (step.kind != StepKind::other) {
      step.address = shared_address(event.location);
      // What only this thread can reach matters to nobody; yet a plan may make its site a point.
      if (step.address == 0) step.kind = StepKind::other;
      const auto word = words_.find(step.address);
      step.word = word != words_.end() ? word->second : pool_.constant(kAddressBits, step.address);
    } else {
      step.word = pool_.constant(kAddressBits, 0);
    }
    summary_.steps.push_back(step);
  }

  static bool set_kind(Step& step, const sleave_event& event) {
    if (event.kind == SLEAVE_EV_thread_exit) return false;  // the operation is over
    if (is_data_access(event.kind)) {
      const bool updates = event.kind == SLEAVE_EV_atomic_rmw || event.kind == SLEAVE_EV_atomic_cas;
      step.kind = !is_write(event) ? StepKind::read : updates ? StepKind::update : StepKind::write;
      step.bytes = access_bytes(event);
      step.atomic = step.point && event.kind != SLEAVE_EV_visible_read && event.kind != SLEAVE_EV_visible_write;
      return is_point(event.kind) || event.kind == SLEAVE_EV_plain_read || event.kind == SLEAVE_EV_plain_write;
    }
    if (event.kind == SLEAVE_EV_heap_free) {
      step.kind = StepKind::write;
      step.bytes = event.value;
      return true;
    }
    if (is_lock(category(event.kind)) && is_acquisition(event)) {
      step.kind = StepKind::acquire;
      step.shared = shares_lock(event);
    } else if (is_release(event.kind) && (event.flags & SLEAVE_EVENT_FAILED) == 0) {
      step.kind = StepKind::release;
    }
    return step.point;
  }

  // 0: memory of a thread other than main, which the structure has no part of.
  [[nodiscard]] std::uint64_t shared_address(sleave_location location) const {
    const std::uint64_t offset = SLEAVE_LOCATION_OFFSET(location);
    const std::uint32_t owner = SLEAVE_LOCATION_OWNER(location);
    switch (SLEAVE_LOCATION_SPACE(location)) {
      case SLEAVE_SPACE_ABSOLUTE:
        return offset;
      case SLEAVE_SPACE_SLOT:
        if (owner != trace_.threads[0].slot) return 0;
        return SLEAVE_SLOT_BASE + SLEAVE_SLOT_BYTES * owner + offset;
      case SLEAVE_SPACE_MODULE:
        return owner < trace_.modules.size() ? trace_.modules[owner].base + offset : 0;
      default:
        return 0;
    }
  }

  void take_condition(const expr::Path& path) {
    std::unordered_set<std::uint32_t> known;
    for (const expr::PathConstraint& each : path.path_constraints) {
      if (!pool_.is_constant(each.held) && known.insert(each.held.number).second)
        summary_.condition.push_back(each.held);
    }
    summary_.values = path.values;
  }

  void take_inputs() {
    for (const sleave_trace_input& input : trace_.inputs) {
      if (input.name == 0 || input.thread > kOperationThread) continue;
      summary_.inputs.push_back({.name = input.name,
                                 .bytes = input.bytes,
                                 .of_thread = input.thread == kOperationThread,
                                 .ordinal = input.ordinal});
    }
  }

  const Trace& trace_;
  expr::Pool& pool_;
  std::map<std::uint64_t, expr::Expr> words_;  // that addresses were
  Summary summary_;
  bool created_ = false;
  bool began_ = false;
};

}  // namespace

std::optional<Summary> summarize(const Trace& trace, const expr::Path& path, expr::Pool& pool) {
  if (trace.threads.size() != 2) return std::nullopt;
  return Reader(trace, path, pool).read(path);
}

}  // namespace sleave::summaries
