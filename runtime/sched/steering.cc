#include "runtime/sched/steering.h"

#include "runtime/base/runtime.h"
#include "runtime/sched/event_priority.h"
#include "runtime/sched/scheduler.h"
#include "runtime/trace/pairs.h"
#include "runtime/trace/site.h"

namespace sleave::rt {

namespace {

constexpr std::uint32_t kMostRelations = 64;
bool done[kMostRelations];  // wanted relations that came about
constexpr std::uint32_t kPatience = 1'000;
std::uint32_t patience;

std::uint32_t relation_count() {
  if (patience == 0) return 0;
  return runtime.plan->relation_count < kMostRelations ? runtime.plan->relation_count : kMostRelations;
}

const sleave_plan_relation& relation(std::uint64_t i) {
  return reinterpret_cast<const sleave_plan_relation*>(reinterpret_cast<const char*>(runtime.plan) +
                                                       runtime.plan->relation_offset)[i];
}

bool is_pending(sleave_site site) {
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    const Pending& pending = scheduler.thread(i).pending;
    if (pending.object != nullptr && site_of(pending.site) == site) return true;
  }
  return false;
}

// What a wanted relation says about an event at `site`.
Tier for_wanted(const sleave_plan_relation& wanted, sleave_site site, const void* object) {
  if (site == wanted.reader) {
    const sleave_site last = last_writer(object);
    if (last == wanted.writer) return kSought;
    return wanted.writer == 0 ? kFree : kAvoided;  // what was there at first does not come back
  }
  return site == wanted.writer && is_pending(wanted.reader) ? kSought : kFree;
}

Tier for_relation(const sleave_plan_relation& one, std::uint32_t index, sleave_site site, const void* object) {
  switch (one.kind) {
    case SLEAVE_RELATION_WANTED:
      return done[index] ? kFree : for_wanted(one, site, object);
    case SLEAVE_RELATION_UNWANTED:
      return site == one.reader && last_writer(object) == one.writer ? kAvoided : kFree;
    default: {
      if (site != one.reader || one.writer >= relation_count() || done[one.writer]) return kFree;
      return last_writer(object) == relation(one.writer).writer ? kAvoided : kFree;
    }
  }
}

void note_done(const Thread& thread) {
  if (thread.pending.object == nullptr) return;
  const sleave_site site = site_of(thread.pending.site);
  for (std::uint32_t i = 0; i < relation_count(); ++i) {
    const sleave_plan_relation& one = relation(i);
    if (one.kind != SLEAVE_RELATION_WANTED || one.reader != site) continue;
    if (last_writer(thread.pending.object) == one.writer) done[i] = true;
  }
}

}  // namespace

void steering_start() {
  for (bool& each : done) each = false;
  patience = kPatience;
}

// One relation that seeks the event outweighs others that avoid it.
Tier tier_of(const Thread& thread) {
  if (threads_linger()) {
    if (is_lowest(thread)) return kWaits;
    if (thread.lingers) return kAvoided;
  }
  if (relation_count() == 0) return kFree;
  if (is_lowest(thread)) return kWaits;
  if (thread.pending.object == nullptr) return kFree;
  const sleave_site site = site_of(thread.pending.site);
  Tier tier = kFree;
  for (std::uint32_t i = 0; i < relation_count(); ++i) {
    const Tier says = for_relation(relation(i), i, site, thread.pending.object);
    if (says == kSought) return kSought;
    if (says == kAvoided) tier = kAvoided;
  }
  return tier;
}

void steering_runs(const Thread& thread, bool puts_off) {
  if (puts_off) --patience;
  note_done(thread);
}

}  // namespace sleave::rt
