#include "engine/strategy/forest/run_events.h"

#include <algorithm>

#include "engine/base/rng.h"
#include "engine/expr/path.h"
#include "engine/model/steps/run_steps.h"
#include "engine/trace/words.h"

namespace sleave {

using expr::Expr;
using interference::Event;
using interference::Kind;

namespace {

// What the program itself decides. That a divisor is zero, or a read leaves its table, is no branch of it.
bool is_branch(std::uint32_t path_constraint) {
  return path_constraint == SLEAVE_PATH_CONSTRAINT_branch || path_constraint == SLEAVE_PATH_CONSTRAINT_case ||
         path_constraint == SLEAVE_PATH_CONSTRAINT_comparison || path_constraint == SLEAVE_PATH_CONSTRAINT_result;
}

bool is_memory(std::uint32_t kind) {
  return kind == SLEAVE_EV_visible_read || kind == SLEAVE_EV_visible_write || kind == SLEAVE_EV_atomic_load ||
         kind == SLEAVE_EV_atomic_store || kind == SLEAVE_EV_atomic_rmw || kind == SLEAVE_EV_atomic_cas;
}

bool reads(std::uint32_t kind) { return kind != SLEAVE_EV_visible_write && kind != SLEAVE_EV_atomic_store; }
bool writes(std::uint32_t kind) { return kind != SLEAVE_EV_visible_read && kind != SLEAVE_EV_atomic_load; }

constexpr std::uint64_t kMostBytes = 4096;  // of an access whose bytes are looked at one by one

}  // namespace

void SharedMemory::use(std::uint64_t location, std::uint64_t bytes, std::uint32_t thread, bool writes) {
  extents_[location].insert(bytes);
  for (std::uint64_t byte = location; byte < location + std::min(bytes, kMostBytes); ++byte) {
    Use& use = bytes_.try_emplace(byte, Use{.thread = thread}).first->second;
    use.several = use.several || use.thread != thread;
    use.writes = use.writes || writes;
  }
}

bool SharedMemory::look_at(const Trace& trace) {
  bool alone = true;
  for (const sleave_event& event : trace.events) {
    if (event.kind == SLEAVE_EV_thread_create) alone = false;
    if (!is_memory(event.kind)) continue;
    const std::uint64_t bytes = event.size == 255 ? event.extra : event.size;
    use(event.location, bytes, event.thread, !alone && writes(event.kind));
  }
  const std::size_t before = locations_.size() + in_parts_.size();
  collect();
  return locations_.size() + in_parts_.size() != before;
}

void SharedMemory::collect() {
  locations_.clear();
  std::uint64_t last = 0;
  std::uint64_t end = 0;  // of what was shared so far
  for (const auto& [location, sizes] : extents_) {
    const std::uint64_t longest = *sizes.rbegin();
    bool shared = false;
    for (std::uint64_t byte = location; byte < location + std::min(longest, kMostBytes) && !shared; ++byte) {
      const auto use = bytes_.find(byte);
      shared = use != bytes_.end() && use->second.shared();
    }
    if (!shared) continue;
    if (sizes.size() > 1 || location < end) in_parts_.insert(location);
    if (location < end) in_parts_.insert(last);
    locations_.push_back(location);
    if (location + longest > end) last = location;
    end = std::max(end, location + longest);
  }
}

bool SharedMemory::is_shared(std::uint64_t location) const {
  return std::binary_search(locations_.begin(), locations_.end(), location);
}

namespace {

class Reader {
 public:
  Reader(const Trace& trace, const std::vector<std::uint32_t>& threads, expr::Pool& pool, expr::Variables& variables,
         const SharedMemory& memory, const std::vector<bool>& without_effect, InterferenceRun& result)
      : trace_(trace),
        threads_(threads),
        pool_(pool),
        import_(trace, pool, variables, expr::Compare::values),
        memory_(memory),
        without_effect_(without_effect),
        result_(result),
        points_(trace.threads.size()),
        stores_(trace.threads.size()) {
    if (result_.problem.empty()) result_.problem = import_.problem();
    result_.runs.emplace_back();
    const std::vector<std::uint32_t> numbers = variables.learn(trace);
    for (const sleave_trace_input& input : trace.inputs) {
      if (input.text[0] != 0) continue;
      const auto byte = [&](std::uint32_t i) { return pool_.input(numbers[input.first + i]); };
      Expr symbol = byte(0);
      for (std::uint32_t i = 1; i < input.bytes; ++i) symbol = pool_.concat(byte(i), symbol);
      reads_[{input.thread, static_cast<std::uint64_t>(input.base)}] = {symbol, &input};
    }
    result_.runs.back().values = variables.values(trace);
  }

  // `steps`: of each point, what it does to synchronization objects.
  void read(const RunSteps& steps) {
    if (!result_.problem.empty()) return;
    Event start;
    start.kind = Kind::start;
    start.point = false;
    add(start);
    std::size_t point = 0;
    for (const sleave_event& event : trace_.events) {
      if (!is_point(event.kind)) continue;
      add_path_constraints(point);
      add_store(event.thread);
      if (!without_effect_[point]) add_point(event, steps.steps[point]);
      ++point;
      ++points_[event.thread];
    }
    add_path_constraints(point);
    for (std::uint32_t thread = 0; thread < stores_.size(); ++thread) add_store(thread);
    for (const graph::Step& step : steps.blocked) add_waiting(step);
    for (std::uint32_t thread = 0; thread < trace_.threads.size(); ++thread) add_pending(thread);
  }

 private:
  struct Symbol {
    Expr symbol{};
    const sleave_trace_input* input = nullptr;
  };

  void gap(const Gap& why) { result_.gaps.insert(why); }
  void add(const Event& event) { result_.runs.back().events.push_back(event); }

  // Path constraints that came when so many points of the run had been executed.
  void add_path_constraints(std::size_t points) {
    for (; next_path_constraint_ < trace_.path_constraints.size() &&
           trace_.path_constraints[next_path_constraint_].position <= points;
         ++next_path_constraint_) {
      const sleave_trace_path_constraint& path_constraint = trace_.path_constraints[next_path_constraint_];
      const sleave_trace_expression& expression = trace_.expressions[path_constraint.expression];
      Event event;
      event.kind = Kind::branch;
      event.point = false;
      event.thread = threads_[path_constraint.thread];
      event.site = path_constraint.site;
      event.word = import_[path_constraint.expression];
      const expr::Word value = expr::Word{expression.value[1]} << 64 | expression.value[0];
      event.held = pool_.binary(expr::Op::equal, event.word, pool_.constant(expression.width, value));
      event.side = value != 0;
      const expr::Turn turn = expr::turn_of(path_constraint.kind);
      event.turns = turn != expr::Turn::KEEP;
      event.two_ways = turn == expr::Turn::FLIP;
      event.counts = is_branch(path_constraint.kind);
      if (!pool_.is_constant(event.held)) add(event);
      if (path_constraint.kind == SLEAVE_PATH_CONSTRAINT_comparison) add_store(path_constraint.thread);
    }
  }

  // What a compare-exchange stored comes after the comparison.
  void add_store(std::uint32_t thread) {
    if (!stores_[thread]) return;
    add(*stores_[thread]);
    stores_[thread].reset();
  }

  void add_point(const sleave_event& point, const graph::Step& step) {
    if (is_memory(point.kind)) return add_access(point);
    Event event;
    event.thread = threads_[point.thread];
    event.location = point.location;
    switch (point.kind) {
      case SLEAVE_EV_thread_start:
        event.kind = Kind::start;
        break;
      case SLEAVE_EV_thread_exit:
        event.kind = Kind::end;
        break;
      case SLEAVE_EV_thread_create:
      case SLEAVE_EV_thread_join:
        event.kind = step.kind == graph::Step::Kind::create ? Kind::create
                     : step.kind == graph::Step::Kind::join ? Kind::join
                                                            : Kind::other;
        event.other = step.other;
        break;
      default:
        event.kind = step.kind == graph::Step::Kind::local ? Kind::other : Kind::sync;
        event.operation = step;
    }
    if (event.kind != Kind::sync) event.location = 0;
    note_results(event);
    add(event);
  }

  // Whether an operation could have had another result, which the search does not aim at.
  void note_results(const Event& event) {
    if (event.kind != Kind::sync || event.operation.kind != graph::Step::Kind::update) return;
    using graph::Op;
    switch (event.operation.operation.op) {
      case Op::try_lock:
      case Op::try_read_lock:
      case Op::try_write_lock:
      case Op::semaphore_try_wait:
        return gap(GapKind::lock_attempts);
      case Op::weak_try_lock:
      case Op::weak_try_read_lock:
      case Op::weak_try_write_lock:
        return gap(GapKind::try_lock_failures);
      case Op::signal:
      case Op::broadcast:
        return gap(GapKind::signaled_thread);
      case Op::opaque:
        return gap(GapKind::descriptor_results);
      default:
        return;
    }
  }

  void add_access(const sleave_event& point) {
    const std::uint64_t bytes = point.size == 255 ? point.extra : point.size;
    const std::uint32_t thread = threads_[point.thread];
    const bool stores = writes(point.kind) && (point.flags & SLEAVE_EVENT_FAILED) == 0;
    if (!memory_.is_shared(point.location)) return add_other(thread);
    const bool whole = !memory_.is_in_parts(point.location) && bytes <= 8;
    Event event;
    event.thread = thread;
    event.location = point.location;
    event.site = point.site;
    event.plain = point.kind == SLEAVE_EV_visible_read || point.kind == SLEAVE_EV_visible_write;
    const bool has_read = reads(point.kind) && whole && add_read(point, event);
    if (reads(point.kind) && !has_read) add_unknown(point, thread);
    if (!stores) return;
    if (!whole && reads(point.kind)) return;
    if (!whole) return add_other(thread);
    event.kind = Kind::write;
    event.symbol = {};
    event.glued = has_read;
    event.point = !has_read;
    event.value = stored(point);
    if (point.kind == SLEAVE_EV_atomic_cas) {
      stores_[point.thread] = event;
    } else {
      add(event);
    }
  }

  Expr stored(const sleave_event& point) {
    if (point.expression != 0) return import_[point.expression];
    const bool updates = point.kind == SLEAVE_EV_atomic_rmw || point.kind == SLEAVE_EV_atomic_cas;
    const unsigned width = 8u * point.size;
    return pool_.constant(width, (updates ? point.extra : point.value) & expr::ones(width));
  }

  bool add_read(const sleave_event& point, Event event) {
    const auto symbol = reads_.find({point.thread, points_[point.thread]});
    if (symbol == reads_.end() || symbol->second.input->bytes != point.size) return false;
    if (symbol->second.input->ordinal == 0) {
      gap(GapKind::untracked_reads);
    }
    event.kind = Kind::read;
    event.symbol = symbol->second.symbol;
    add(event);
    return true;
  }

  // What it read is taken as it is.
  void add_unknown(const sleave_event& point, std::uint32_t thread) {
    add_other(thread);
    const auto symbol = reads_.find({point.thread, points_[point.thread]});
    if (symbol == reads_.end()) return;
    Event event;
    event.kind = Kind::branch;
    event.point = false;
    event.thread = thread;
    event.site = point.site;
    event.word = symbol->second.symbol;
    expr::Word value = 0;
    for (std::uint32_t i = symbol->second.input->bytes; i-- > 0;) {
      value = value << 8 | trace_.input_bytes[symbol->second.input->first + i];
    }
    event.held = pool_.binary(expr::Op::equal, event.word, pool_.constant(pool_.width(event.word), value));
    add(event);
  }

  void add_other(std::uint32_t thread) {
    Event event;
    event.thread = thread;
    add(event);
  }

  void add_waiting(graph::Step step) {
    step.stores = true;
    Event event;
    event.kind = Kind::sync;
    event.thread = step.thread;
    event.location = step.location;
    event.operation = step;
    result_.runs.back().waiting.push_back(event);
  }

  void add_pending(std::uint32_t index) {
    const sleave_trace_thread& thread = trace_.threads[index];
    if (thread.state != SLEAVE_THREAD_BLOCKED) return;
    Event event;
    event.thread = threads_[index];
    if (thread.pending_kind == SLEAVE_EV_thread_join) {
      const std::uint64_t other = SLEAVE_LOCATION_OFFSET(thread.pending_location);
      if (other >= threads_.size()) return;
      event.kind = Kind::join;
      event.other = threads_[other];
      result_.runs.back().waiting.push_back(event);
    } else if (thread.pending_kind == SLEAVE_EV_cond_wake) {
      event.kind = Kind::sync;
      event.location = thread.pending_location;
      event.operation.kind = graph::Step::Kind::wake;
      result_.runs.back().waiting.push_back(event);
    }
  }

  const Trace& trace_;
  const std::vector<std::uint32_t>& threads_;
  expr::Pool& pool_;
  expr::Import import_;
  const SharedMemory& memory_;
  const std::vector<bool>& without_effect_;  // by point
  InterferenceRun& result_;
  std::vector<std::uint64_t> points_;                                // of each thread so far
  std::vector<std::optional<Event>> stores_;                         // of each thread: of a compare-exchange
  std::map<std::pair<std::uint32_t, std::uint64_t>, Symbol> reads_;  // by thread and point
  std::size_t next_path_constraint_ = 0;
};

// An iteration in vain: points of the run.
struct Iteration {
  std::vector<std::size_t> points;  // the last is where its thread looks again
  std::uint64_t before = 0;         // points of its thread that were not in vain
};

std::vector<Iteration> iterations_without_effect(const Trace& trace) {
  std::vector<Iteration> iterations;
  std::vector<std::vector<std::size_t>> own(trace.threads.size());  // points of each thread
  std::vector<std::uint64_t> vain(trace.threads.size());
  std::size_t point = 0;
  for (const sleave_event& event : trace.events) {
    if (!is_point(event.kind)) continue;
    std::vector<std::size_t>& points = own[event.thread];
    points.push_back(point++);
    if (event.kind != SLEAVE_EV_await) continue;
    Iteration iteration;
    const std::uint64_t first = std::min<std::uint64_t>(event.value, points.size() - 1);
    iteration.before = first - std::min(first, vain[event.thread]);
    iteration.points.assign(points.begin() + static_cast<std::ptrdiff_t>(first), points.end());
    vain[event.thread] += iteration.points.size();
    iterations.push_back(std::move(iteration));
  }
  return iterations;
}

// The trace with its reads named by what their threads did before, and without what was learned in vain.
Trace renamed(const Trace& trace, const std::vector<std::uint32_t>& threads, const std::vector<bool>& without_effect) {
  Trace named = trace;
  std::vector<std::vector<bool>> vain(trace.threads.size());           // by thread and its point
  std::vector<std::vector<bool>> looks_again(trace.threads.size());    // likewise
  std::vector<std::vector<std::uint64_t>> kept(trace.threads.size());  // likewise: how many were not in vain before
  std::size_t point = 0;
  for (const sleave_event& event : trace.events) {
    if (!is_point(event.kind)) continue;
    std::vector<std::uint64_t>& counts = kept[event.thread];
    const std::uint64_t before = counts.empty() ? 0 : counts.back() + (vain[event.thread].back() ? 0 : 1);
    counts.push_back(before);
    vain[event.thread].push_back(without_effect[point++]);
    looks_again[event.thread].push_back(event.kind == SLEAVE_EV_await);
  }
  for (sleave_trace_input& input : named.inputs) {
    const auto at = static_cast<std::uint64_t>(input.base);
    if (input.text[0] != 0 || at >= kept[input.thread].size()) continue;
    const std::uint64_t number = vain[input.thread][at] ? at | std::uint64_t{1} << 63 : kept[input.thread][at];
    input.name = mix64(mix64(threads[input.thread] + 1) ^ number) | 1;
  }
  std::erase_if(named.path_constraints, [&](const sleave_trace_path_constraint& path_constraint) {
    if (path_constraint.index == 0 || path_constraint.index > vain[path_constraint.thread].size()) return false;
    return vain[path_constraint.thread][path_constraint.index - 1] &&
           !looks_again[path_constraint.thread][path_constraint.index - 1];
  });
  return named;
}

// The first so many points, and what is known between them.
Trace first_points(const Trace& trace, std::size_t points) {
  Trace first = trace;
  std::size_t seen = 0;
  const auto end = std::find_if(first.events.begin(), first.events.end(),
                                [&](const sleave_event& event) { return is_point(event.kind) && seen++ == points; });
  first.events.erase(end, first.events.end());
  std::erase_if(first.path_constraints,
                [&](const sleave_trace_path_constraint& path_constraint) { return path_constraint.position > points; });
  for (sleave_trace_thread& thread : first.threads) thread.state = SLEAVE_THREAD_ENABLED;
  return first;
}

constexpr std::size_t kMostLoops = 32;  // of a run whose iterations in vain are looked at

}  // namespace

InterferenceRun interference_run(const Trace& trace, const std::vector<std::uint32_t>& threads,
                                 const ChoiceSet& choices, expr::Pool& pool, expr::Variables& variables,
                                 const SharedMemory& memory) {
  InterferenceRun result;
  // Of memory this reader knows more; to the other it is none of the program's business.
  Trace others = trace;
  std::size_t points = 0;
  for (sleave_event& event : others.events) {
    if (is_point(event.kind)) ++points;
    if (is_memory(event.kind) || event.kind == SLEAVE_EV_await) event.kind = SLEAVE_EV_yield;
  }
  RunSteps steps = steps_of(others, threads, choices, {}, nullptr);
  result.gaps = steps.gaps;
  if (steps.exits_with_threads) result.gaps.insert(GapKind::exit_with_threads);
  for (const sleave_trace_concretization& concretization : trace.concretizations) {
    result.gaps.insert({GapKind::value_concretized, concretization.kind});
  }
  if (trace.header.dropped != 0) result.gaps.insert(GapKind::run_not_recorded);
  if (memory.any_in_parts()) result.gaps.insert(GapKind::shared_memory_in_parts);

  const std::vector<Iteration> iterations = iterations_without_effect(trace);
  std::vector<bool> without_effect(points);
  for (const Iteration& iteration : iterations) {
    for (const std::size_t point : iteration.points) without_effect[point] = true;
  }
  std::set<std::pair<std::uint32_t, std::uint64_t>> loops;  // thread, and how far it had come
  const auto add = [&](const Trace& part, const std::vector<bool>& vain, const RunSteps& done) {
    const Trace named = renamed(part, threads, vain);
    Reader(named, threads, pool, variables, memory, vain, result).read(done);
  };
  std::size_t point = 0;
  std::size_t number = 0;
  for (const sleave_event& event : trace.events) {
    if (!is_point(event.kind)) continue;
    ++point;
    if (event.kind != SLEAVE_EV_await) continue;
    const Iteration& iteration = iterations[number++];
    if (!loops.emplace(event.thread, iteration.before).second) continue;
    if (loops.size() > kMostLoops) {
      result.gaps.insert(GapKind::waiting_loops);
      break;
    }
    std::vector<bool> vain = without_effect;
    for (const std::size_t of : iteration.points) vain[of] = of == iteration.points.back();
    RunSteps done = steps;
    done.blocked.clear();
    add(first_points(trace, point - 1), vain, done);
  }
  add(trace, without_effect, steps);
  return result;
}

}  // namespace sleave
