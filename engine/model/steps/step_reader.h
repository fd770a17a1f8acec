// Reads the events of one trace as steps; the body of steps_of(). One file for each kind of event: memory in
// memory_steps.cc, synchronization in sync_steps.cc, time in time_steps.cc, signals in signal_steps.cc, files and
// descriptors in file_steps.cc, calls of a client in call_steps.cc, the rest in run_steps.cc.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "engine/model/descriptor_reuse.h"
#include "engine/model/file_orders.h"
#include "engine/model/learned_facts.h"
#include "engine/model/steps/run_steps.h"

namespace sleave {

class StepReader {
 public:
  StepReader(const Trace& trace, const std::vector<std::uint32_t>& threads, const ChoiceSet& choices,
             const LearnedFacts& facts, const RunBranches* branches, bool side_choices, bool files_apart);

  RunSteps read();

 private:
  using Op = graph::Op;
  using Step = graph::Step;

  void gap(const Gap& why) { run_.gaps.insert(why); }
  void not_modeled(std::uint32_t kind);
  Step unknown(const sleave_event& event, Step step);
  [[nodiscard]] std::uint16_t value_of_choice(const sleave_event& event, std::uint32_t kind) const;
  void add_choice(const sleave_event& event, graph::ChoicePlace place, std::uint16_t alternatives,
                  std::uint16_t outcome);
  void add_allocation(const sleave_event& event, graph::ChoicePlace place);
  void add_short_transfer(const sleave_event& event);

  // Memory orders: order_steps.cc.
  [[nodiscard]] graph::MemoryOrders orders_of(const sleave_event& event) const;
  [[nodiscard]] bool is_object(const sleave_event& event, const Step& step) const;
  void add_orders(const sleave_event& event, Step& step);
  void note_orders(const sleave_event& event, const Step& step);

  // Calls of a client: call_steps.cc.
  void note_call(const sleave_event& event);
  void note_serial_order(const sleave_event& event);
  [[nodiscard]] std::uint64_t operations_of(std::uint32_t place) const;

  // Signals: signal_steps.cc.
  void note_chance(const sleave_event& event);
  void add_chance(std::uint32_t index);
  void look_at_interrupted_loop(const sleave_event& event);
  [[nodiscard]] std::uint64_t signals_for(std::uint32_t place) const;
  [[nodiscard]] bool gets_signals(std::uint32_t place) const { return signals_for(place) != 0; }
  Step signal_step(const sleave_event& event, Step step);
  Step send_step(const sleave_event& event, Step step);
  void note_signal(std::uint32_t receiver, std::uint32_t number);
  Step timer_step(const sleave_event& event, Step step);
  Step cancel_step(const sleave_event& event, Step step);

  Step step_of(const sleave_event& event);
  void look_at_dropped(const sleave_event& event);
  [[nodiscard]] bool others_may_run() const;
  void note_exit(const sleave_event& event);
  void look_at_exit();
  void add_branches(std::uint64_t points);
  Step thread_step(const sleave_event& event, Step step);
  Step detach_step(const sleave_event& event, Step step);
  Step thread_exit_step(const sleave_event& event, Step step);
  void add_pending(std::uint32_t index);  // of a thread in the trace
  void look_at_the_rest();
  void look_at_race(const sleave_trace_access& access);

  // Memory.
  void check_extent(const sleave_event& event);
  bool take_part(const sleave_event& event, Step& step) const;
  [[nodiscard]] graph::AwaitedCondition awaited_by(const sleave_event& event) const;
  void check_await(const sleave_event& event, bool taken_back);
  Step access_step(const sleave_event& event, Step step);
  Step update_step(const sleave_event& event, Step step);
  Step unknown_access(const sleave_event& event, Step step);
  Step futex_step(const sleave_event& event, Step step);
  bool is_known_futex(const sleave_event& event);
  [[nodiscard]] std::uint32_t waits_with(const sleave_event& event) const;
  Step futex_wait_step(const sleave_event& event, Step step);
  Step futex_wake_step(const sleave_event& event, Step step);
  std::uint64_t futex_sleeper(const sleave_event& event, std::uint32_t thread, std::uint32_t bits);
  [[nodiscard]] std::uint64_t bitsets_concerned(std::uint64_t location, std::uint32_t bits) const;

  // Synchronization.
  Step lock_step(const sleave_event& event, Step step);
  bool is_weak_try(const sleave_event& event, Step& step);
  static bool is_try(const sleave_event& operand);
  Step unlock_step(const sleave_event& event, Step step);
  Step read_write_step(const sleave_event& event, Step step);
  Step semaphore_step(const sleave_event& event, Step step);
  static Step once_step(const sleave_event& event, Step step);
  Step condition_step(const sleave_event& event, Step step);
  Step enqueue_step(const sleave_event& event, Step step);
  Step barrier_step(const sleave_event& event, Step step);
  Step destroy_step(const sleave_event& event, Step step);
  static constexpr std::uint64_t kKernel = ~std::uint64_t{0};  // a location that nothing in memory has
  static Step descriptor_step(Step step);
  static Step state_step(Step step);
  Step state_step(const sleave_event& event, Step step);
  void note_number(const sleave_event& event);

  // Files: file_steps.cc.
  static std::uint64_t contents_of(std::uint64_t file) { return request_to(0xffffffff) - 1 - file; }  // as kKernel
  [[nodiscard]] bool is_apart(std::uint64_t file) const;
  [[nodiscard]] FileStep file_use(const sleave_event& event) const;
  void look_at_stream(const sleave_event& event);
  Step file_step(const sleave_event& event, Step step);
  void look_at_files();

  // Time.
  [[nodiscard]] bool time_is_free() const;
  Step time_step(const sleave_event& event, Step step);
  static bool is_timed(std::uint32_t kind);
  [[nodiscard]] bool is_known_time_out(const sleave_event& event) const;
  static constexpr std::uint64_t kLives = kKernel - 1 - 0xffffffff;                      // likewise
  static std::uint64_t life_of(std::uint32_t thread) { return kKernel - 1 - thread; }    // likewise
  static std::uint64_t request_to(std::uint32_t thread) { return kLives - 1 - thread; }  // to be canceled; likewise
  Step timed_join_step(const sleave_event& event, Step step);
  static Step write_life(Step step);
  bool will_give_up(const sleave_event& event);
  bool takes_leave(const sleave_event& event, Step& step, Op op, std::uint64_t sleeper);

  static Step update(Step step, Op op, std::uint64_t a = 0);
  static Step release(Step step, std::uint64_t held, std::uint64_t then);
  static Step take(Step step, bool failed, std::uint64_t found);

  const Trace& trace_;
  const std::vector<std::uint32_t>& threads_;
  const ChoiceSet& choices_;
  const LearnedFacts& facts_;
  const RunBranches* branches_;
  const bool side_choices_;
  const bool files_apart_;
  std::uint32_t next_branch_ = 0;
  std::vector<bool>
      repeats_;  // of each thread, whether its last point so far is of a fruitless iteration of a waiting loop
  RunSteps run_;
  const sleave_event* operand_ = nullptr;  // of the update to come
  std::set<std::uint32_t> exits_;          // threads that ended the process, by index
  std::optional<std::size_t> end_;         // its last event: the rank of its step
  bool unseen_handlers_ = false;           // exit handlers that are no events
  std::set<std::uint32_t> ended_;          // threads, by index
  bool last_ends_ = false;                 // the process ended with its last thread
  std::vector<NumberUse> uses_;            // of descriptors
  std::vector<FileStep> file_steps_;
  std::map<std::uint32_t, std::uint64_t> looks_;  // of threads, by index: operations of the iteration that is left out
  std::map<std::uint32_t, const sleave_event*>
      chances_;                             // of threads, by index: to take a signal before the next event
  std::vector<std::uint64_t> executed_;     // points of each thread so far
  std::set<std::uint32_t> waits_for_good_;  // threads, by index: they have read what their loop does not end on
  std::set<std::uint64_t> guards_;          // locations of static initializers
  std::map<std::uint64_t, std::uint64_t> arrivals_;  // at each barrier
  // Round of a thread's last arrival at a barrier.
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint64_t> round_of_;
  std::set<std::uint32_t> gives_up_;                // threads whose wait is to time out
  std::map<std::uint32_t, std::uint64_t> asleep_;   // threads that wait on a futex: the byte of each
  std::set<std::uint64_t> joined_;                  // threads, by index
  std::uint64_t weak_failures_ = 0;                 // opportunities for one
  std::uint64_t try_failures_ = 0;                  // likewise, of try-locks
  std::uint64_t allocations_ = 0;                   // and creations of threads
  std::uint64_t short_transfers_ = 0;               // opportunities for one
  std::uint64_t timed_waits_ = 0;                   // on conditions and futexes
  std::uint64_t spurious_waits_ = 0;                // whose spurious wake-ups are tried
  std::map<std::uint64_t, std::uint64_t> extents_;  // of accesses, by location
  std::set<std::uint64_t> plain_;                   // locations of plain accesses
  std::set<std::uint64_t> updated_;                 // locations of atomic updates
};

}  // namespace sleave
