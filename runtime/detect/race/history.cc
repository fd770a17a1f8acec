#include "runtime/detect/race/history.h"

namespace sleave::rt {

void Antichain::add(Access access, const Clock& now) {
  if (items_.size() == 1 && items_[0].thread() == access.thread()) {  // its own earlier one is before it
    items_[0] = access;
    return;
  }
  for (std::size_t i = items_.size(); i-- > 0;) {
    if (items_[i].before(now)) items_.remove(i);
  }
  items_.push(access);
}

void Antichain::copy(Antichain& other) {
  items_.clear();
  for (const Access access : other.items_) items_.push(access);
}

Access Antichain::first_unordered(const Clock& now) const {
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (!items_[i].before(now)) return items_[i];
  }
  return {};
}

RareHistory& History::rarities() {
  if (rare == nullptr) rare = arena_new<RareHistory>();
  return *rare;
}

History History::copy() const {
  History result{write, read, nullptr};
  if (rare == nullptr) return result;
  RareHistory& copied = result.rarities();
  copied.reads.copy(rare->reads);
  copied.atomic_reads.copy(rare->atomic_reads);
  copied.atomic_writes.copy(rare->atomic_writes);
  copied.released.assign(rare->released);
  copied.writer_holds = rare->writer_holds;
  copied.round = rare->round;
  copied.value_bytes = rare->value_bytes;
  copied.value = rare->value;
  return result;
}

namespace {

Access unordered_read(const History& history, const Clock& now) {
  if (!history.read.before(now)) return history.read;
  return history.rare != nullptr ? history.rare->reads.first_unordered(now) : Access();
}

Access unordered_atomic(const History& history, const Clock& now, bool reads_too) {
  if (history.rare == nullptr) return {};
  const Access write = history.rare->atomic_writes.first_unordered(now);
  return write.none() && reads_too ? history.rare->atomic_reads.first_unordered(now) : write;
}

}  // namespace

Access plain_read_slowly(History& history, Access access, const Clock& now) {
  Access race = history.write.before(now) ? unordered_atomic(history, now, false) : history.write;
  if (!history.read.before(now)) history.rarities().reads.add(history.read, now);
  history.read = access;
  return race;
}

Access plain_write_slowly(History& history, Access access, const Clock& now) {
  Access race = history.write.before(now) ? unordered_read(history, now) : history.write;
  if (race.none()) race = unordered_atomic(history, now, true);
  history.write = access;
  history.read = Access();
  if (history.rare != nullptr) {
    history.rare->reads.clear();
    history.rare->atomic_reads.clear();
    history.rare->atomic_writes.clear();
    history.rare->released.clear();
    history.rare->writer_holds = 0;
    history.rare->round = nullptr;
    history.rare->value_bytes = 0;
  }
  return race;
}

Access atomic_read(History& history, Access access, const Clock& now) {
  history.rarities().atomic_reads.add(access, now);
  return history.write.before(now) ? Access() : history.write;
}

Access atomic_write(History& history, Access access, const Clock& now) {
  history.rarities().atomic_writes.add(access, now);
  return history.write.before(now) ? unordered_read(history, now) : history.write;
}

}  // namespace sleave::rt
