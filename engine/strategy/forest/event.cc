#include "engine/strategy/forest/event.h"

namespace sleave::interference {

using graph::Action;
using graph::Step;

namespace {

bool same_operation(const Step& a, const Step& b) {
  return a.kind == b.kind && a.written == b.written && a.operation == b.operation && a.outcome == b.outcome &&
         a.stores == b.stores && a.shift == b.shift;
}

bool sleeps(std::uint64_t sleepers, std::uint32_t thread) {
  for (; sleepers != 0; sleepers >>= 8) {
    if ((sleepers & 0xff) == thread + 1) return true;
  }
  return false;
}

}  // namespace

bool same(const Event& a, const Event& b) {
  if (a.kind != b.kind || a.location != b.location || a.other != b.other || a.glued != b.glued) return false;
  switch (a.kind) {
    case Kind::read:
      return a.symbol == b.symbol;
    case Kind::write:
      return a.value == b.value;
    case Kind::branch:
      return a.held == b.held && a.site == b.site;
    case Kind::sync:
      return same_operation(a.operation, b.operation);
    default:
      return true;
  }
}

std::uint64_t object_of(const Event& event) { return event.kind == Kind::end ? end_of(event.thread) : event.location; }

bool perform(const Event& event, std::uint64_t& state) {
  const Step& step = event.operation;
  switch (step.kind) {
    case Step::Kind::write:
      state = step.written;
      return true;
    case Step::Kind::wake:
      return !sleeps(state >> 8 * step.shift, event.thread);
    case Step::Kind::leave:
      return state >= step.written;
    default:
      break;
  }
  const Action action = graph::apply(step.operation, state, step.outcome);
  if (action.kind == Action::blocks) return false;
  const bool stores = action.kind == Action::stores;
  if (step.stores && *step.stores != stores) return false;
  if (stores) state = action.value;
  return true;
}

}  // namespace sleave::interference
