// Steps of signals. They are kept by the kernel, so they are ordered with each other and with calls on descriptors;
// where a thread takes those that others send is a choice (runtime/signal/chosen.h).
#include "engine/model/steps/step_reader.h"

namespace sleave {

using graph::Op;
using graph::Step;

// As bits, from signal 1 on.
std::uint64_t StepReader::signals_for(std::uint32_t place) const {
  std::uint64_t numbers = 0;
  for (const auto& [receiver, number] : facts_.signals) {
    if (receiver == place || receiver == SLEAVE_NO_THREAD) numbers |= std::uint64_t{1} << (number - 1);
  }
  return numbers;
}

void StepReader::note_chance(const sleave_event& event) {
  if ((event.flags & SLEAVE_EVENT_FAILED) != 0) return gap(GapKind::signals);
  chances_[event.thread] = &event;
}

// The last one noted of the thread.
void StepReader::add_chance(std::uint32_t index) {
  const auto chance = chances_.find(index);
  if (chance == chances_.end()) return;
  const sleave_event& event = *chance->second;
  chances_.erase(chance);
  if ((event.value & signals_for(threads_[index])) == 0 && event.extra == 0) return;
  add_choice(event, graph::ChoicePlace::signal, event.order, static_cast<std::uint16_t>(event.extra));
}

// A signal that comes before the one read of an iteration might as well come before the last iteration, which is not
// left out. One that comes between two reads might not.
void StepReader::look_at_interrupted_loop(const sleave_event& event) {
  chances_.erase(event.thread);
  if (!gets_signals(threads_[event.thread]) || event.kind == SLEAVE_EV_yield) return;
  if (event.kind == SLEAVE_EV_await) {
    looks_.erase(event.thread);
  } else if (++looks_[event.thread] > 1) {
    gap(GapKind::signal_in_loop);
  }
}

Step StepReader::signal_step(const sleave_event& event, Step step) {
  const bool may_wait = event.kind == SLEAVE_EV_signal_take || event.kind == SLEAVE_EV_signal_wait;
  if (facts_.signals.empty() && may_wait) return unknown(event, step);  // a timer's, say
  step.location = kKernel;
  return update(step, Op::opaque, may_wait ? 1 : 0);
}

// The plan decides where it is taken.
void StepReader::note_signal(std::uint32_t receiver, std::uint32_t number) {
  if (!facts_.signals.contains({receiver, number})) run_.news.signals.emplace(receiver, number);
  run_.assumptions.insert(Assumption::handlers_at_operations);
}

Step StepReader::send_step(const sleave_event& event, Step step) {
  const bool to_thread = event.kind == SLEAVE_EV_thread_signal;
  const std::uint32_t receiver = to_thread && event.value < threads_.size() ? threads_[event.value] : SLEAVE_NO_THREAD;
  note_signal(receiver, static_cast<std::uint32_t>(event.extra));
  step.location = kKernel;
  return update(step, Op::opaque);
}

// A timer is a thread that fires (runtime/thread/timer_thread.h). Which thread takes its signal is not known here.
Step StepReader::timer_step(const sleave_event& event, Step step) {
  if (!time_is_free()) return unknown(event, step);
  const bool sets = event.kind == SLEAVE_EV_timer_set;
  if (sets && event.size != 0) {
    note_signal(SLEAVE_NO_THREAD, event.size);
    run_.assumptions.insert(Assumption::timers_spare_process);
  }
  step.location = kKernel;
  return update(step, Op::opaque, sets ? 0 : 1);
}

}  // namespace sleave
