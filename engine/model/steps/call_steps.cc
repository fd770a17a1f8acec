// The calls of a client and the serial orders that explain their results.
#include <algorithm>

#include "engine/model/steps/step_reader.h"

namespace sleave {

using graph::Step;

namespace {

constexpr std::uint64_t kMostClientCalls = 16;  // whose numbers fit into a serial order

}  // namespace

std::uint64_t StepReader::operations_of(std::uint32_t place) const {
  return static_cast<std::uint64_t>(std::count_if(run_.steps.begin(), run_.steps.end(), [&](const Step& step) {
    return step.thread == place && step.is_operation();
  }));
}

void StepReader::note_call(const sleave_event& event) {
  if (event.value >= kMostClientCalls) {
    run_.calls.all_orders = false;
    return;
  }
  if (run_.calls.calls.size() <= event.value) run_.calls.calls.resize(event.value + 1);
  ClientCalls::Call& call = run_.calls.calls[event.value];
  const std::uint64_t operations = operations_of(threads_[event.thread]);
  if (event.kind == SLEAVE_EV_call_begins) call = {threads_[event.thread], operations, operations};
  call.end = operations;
}

void StepReader::note_serial_order(const sleave_event& event) {
  if ((event.flags & SLEAVE_EVENT_FAILED) != 0) run_.calls.all_orders = false;
  if (event.extra == 0) run_.calls.need_no_order = true;
  if (event.extra > kMostClientCalls || event.extra == 0) return;
  std::vector<std::uint8_t>& order = run_.calls.orders.emplace_back();
  for (std::uint64_t i = 0; i < event.extra; ++i)
    order.push_back(static_cast<std::uint8_t>(event.value >> (4 * i) & 15));
}

}  // namespace sleave
