#include "runtime/race/history.h"

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

// Tells of all of one kind that race with the new access.
class Teller {
 public:
  Teller(const History& history, Access access, const Clock& now, std::uintptr_t address)
      : history_(history), access_(access), now_(now), address_(address) {}

  void write() const { tell(history_.write); }
  void reads() const {
    tell(history_.read);
    if (history_.rare != nullptr) history_.rare->reads.each_unordered(now_, [this](Access read) { tell(read); });
  }
  void atomic_reads() const {
    if (history_.rare != nullptr) history_.rare->atomic_reads.each_unordered(now_, [this](Access read) { tell(read); });
  }
  void atomic_writes() const {
    if (history_.rare == nullptr) return;
    history_.rare->atomic_writes.each_unordered(now_, [this](Access write) { tell(write); });
  }

 private:
  void tell(Access earlier) const {
    if (!earlier.before(now_)) race_found(earlier, access_, address_);
  }

  const History& history_;
  Access access_;
  const Clock& now_;
  std::uintptr_t address_;
};

}  // namespace

void plain_read_slowly(History& history, Access access, const Clock& now, std::uintptr_t address) {
  const Teller teller(history, access, now, address);
  teller.write();
  teller.atomic_writes();
  if (!history.read.before(now)) history.rarities().reads.add(history.read, now);
  history.read = access;
}

void plain_write_slowly(History& history, Access access, const Clock& now, std::uintptr_t address) {
  const Teller teller(history, access, now, address);
  teller.write();
  teller.reads();
  teller.atomic_writes();
  teller.atomic_reads();
  history.write = access;
  history.read = Access();
  if (history.rare == nullptr) return;
  history.rare->reads.clear();
  history.rare->atomic_reads.clear();
  history.rare->atomic_writes.clear();
  history.rare->released.clear();
  history.rare->writer_holds = 0;
  history.rare->round = nullptr;
  history.rare->value_bytes = 0;
}

void atomic_read(History& history, Access access, const Clock& now, std::uintptr_t address) {
  Teller(history, access, now, address).write();
  history.rarities().atomic_reads.add(access, now);
}

void atomic_write(History& history, Access access, const Clock& now, std::uintptr_t address) {
  const Teller teller(history, access, now, address);
  teller.write();
  teller.reads();
  history.rarities().atomic_writes.add(access, now);
}

}  // namespace sleave::rt
