// The detector against a brute force: random executions of reads, writes, atomics, fences, locks and threads, with
// mixed sizes at overlapping addresses. The oracle builds the happens-before graph edge by edge from the text of the
// standard, takes its transitive closure and compares every pair of accesses; it knows no clocks. The bytes at which
// there is a race must be the same, and every reported pair must be one of the oracle's.
#include "runtime/race/detector.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <random>
#include <set>
#include <vector>

#include "runtime/base/fatal.h"
#include "runtime/race/access_table.h"
#include "runtime/race/shadow.h"

namespace sleave::rt {

void fatal(const char* what, int code) {
  std::fprintf(stderr, "%s (%d)\n", what, code);
  std::abort();
}

namespace {

constexpr unsigned kThreads = 5;
constexpr unsigned kBytes = 24;  // of memory that the threads share
constexpr unsigned kLocks = 2;
constexpr std::uintptr_t kHub = 0x1000;  // orders one execution after the other

enum class Kind {
  read,
  write,
  load,
  store,
  update,
  fence,
  acquire,
  release,
  lock_shared,
  lock_exclusive,
  unlock,
  create,
  join
};

struct Op {
  Kind kind = Kind::read;
  unsigned thread = 0;
  unsigned first = 0;  // byte, or lock, or thread
  unsigned bytes = 0;
  unsigned order = 0;
  bool exclusive = false;  // unlock: how it was locked
};

bool is_plain(const Op& op) { return op.kind == Kind::read || op.kind == Kind::write; }
bool is_atomic(const Op& op) { return op.kind == Kind::load || op.kind == Kind::store || op.kind == Kind::update; }
bool writes(const Op& op) { return op.kind == Kind::write || op.kind == Kind::store || op.kind == Kind::update; }
bool touches(const Op& op, unsigned byte) {
  return (is_plain(op) || is_atomic(op)) && op.first <= byte && byte < op.first + op.bytes;
}
bool acquires(const Op& op) { return op.order == 1 || op.order == 2 || op.order >= 4; }
bool releases(const Op& op) { return op.order >= 3; }

// Executions.

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  std::vector<Op> make(std::size_t length) {
    alive_[0] = true;
    while (ops_.size() < length) step();
    return ops_;
  }

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

  void access(unsigned thread) {
    static constexpr unsigned kSizes[] = {1, 2, 4, 8, 16, 3};
    Op op;
    op.thread = thread;
    op.kind = below(2) != 0 ? Kind::read : Kind::write;
    op.bytes = kSizes[below(6)];
    op.first = below(kBytes - op.bytes + 1);
    ops_.push_back(op);
  }

  void atomic(unsigned thread) {
    static constexpr unsigned kSizes[] = {1, 4, 8, 4};
    Op op;
    op.thread = thread;
    op.kind = static_cast<Kind>(static_cast<int>(Kind::load) + static_cast<int>(below(3)));
    op.bytes = kSizes[below(4)];
    op.first = below(kBytes / op.bytes) * op.bytes;
    static constexpr unsigned kLoad[] = {0, 1, 2, 5};
    static constexpr unsigned kStore[] = {0, 3, 5, 0};
    op.order = op.kind == Kind::load ? kLoad[below(4)] : op.kind == Kind::store ? kStore[below(4)] : below(6);
    ops_.push_back(op);
  }

  void lock(unsigned thread) {
    const unsigned lock = below(kLocks);
    for (std::size_t i = 0; i < held_[thread].size(); ++i) {
      if (held_[thread][i].first != lock) continue;
      Op op{Kind::unlock, thread, lock, 0, 0, held_[thread][i].second};
      held_[thread].erase(held_[thread].begin() + static_cast<long>(i));
      ops_.push_back(op);
      return;
    }
    const bool exclusive = below(2) != 0;
    for (unsigned other = 0; other < kThreads; ++other) {
      for (const auto& [name, other_exclusive] : held_[other]) {
        if (name == lock && (exclusive || other_exclusive)) return;
      }
    }
    held_[thread].emplace_back(lock, exclusive);
    ops_.push_back({exclusive ? Kind::lock_exclusive : Kind::lock_shared, thread, lock, 0, 0, exclusive});
  }

  void spawn_or_join(unsigned thread) {
    const unsigned other = 1 + below(kThreads - 1);
    if (!started_[other]) {
      started_[other] = alive_[other] = true;
      ops_.push_back({Kind::create, thread, other, 0, 0, false});
    } else if (other != thread && alive_[other] && held_[other].empty() && below(3) == 0) {
      alive_[other] = false;
      ops_.push_back({Kind::join, thread, other, 0, 0, false});
    }
  }

  void step() {
    const unsigned thread = below(kThreads);
    if (!alive_[thread]) return;
    switch (below(10)) {
      case 0:
      case 1:
      case 2:
        return access(thread);
      case 3:
      case 4:
      case 5:
        return atomic(thread);
      case 6:
        ops_.push_back({Kind::fence, thread, 0, 0, 2 + below(4), false});
        return;
      case 7:
        return lock(thread);
      case 8:
        ops_.push_back({below(2) != 0 ? Kind::acquire : Kind::release, thread, below(2), 0, 0, false});
        return;
      default:
        return spawn_or_join(thread);
    }
  }

  std::mt19937_64 random_;
  std::vector<Op> ops_;
  bool alive_[kThreads] = {};
  bool started_[kThreads] = {};
  std::vector<std::pair<unsigned, bool>> held_[kThreads];
};

// The oracle.

class Oracle {
 public:
  explicit Oracle(const std::vector<Op>& ops) : ops_(ops), before_(ops.size(), std::vector<bool>(ops.size())) {
    for (std::size_t i = 0; i < ops.size(); ++i) {
      program_order(i);
      objects(i);
      for (unsigned byte = 0; byte < kBytes; ++byte) reads_from(i, byte);
    }
    close();
  }

  [[nodiscard]] bool race(std::size_t a, std::size_t b, unsigned byte) const {
    if (a > b) std::swap(a, b);
    return ops_[a].thread != ops_[b].thread && touches(ops_[a], byte) && touches(ops_[b], byte) &&
           (writes(ops_[a]) || writes(ops_[b])) && !(is_atomic(ops_[a]) && is_atomic(ops_[b])) && !before_[a][b];
  }

  [[nodiscard]] std::set<unsigned> racy_bytes() const {
    std::set<unsigned> bytes;
    for (unsigned byte = 0; byte < kBytes; ++byte) {
      for (std::size_t b = 0; b < ops_.size(); ++b) {
        for (std::size_t a = 0; a < b; ++a) {
          if (race(a, b, byte)) bytes.insert(byte);
        }
      }
    }
    return bytes;
  }

 private:
  void program_order(std::size_t i) {
    for (std::size_t j = i + 1; j < ops_.size(); ++j) {
      const bool child = ops_[i].kind == Kind::create && ops_[j].thread == ops_[i].first;
      const bool joiner = ops_[j].kind == Kind::join && ops_[i].thread == ops_[j].first;
      const bool idle_child =
          ops_[i].kind == Kind::create && ops_[j].kind == Kind::join && ops_[i].first == ops_[j].first;
      if (ops_[i].thread == ops_[j].thread || child || joiner || idle_child) before_[i][j] = true;
    }
  }

  void objects(std::size_t i) {
    const Op& from = ops_[i];
    for (std::size_t j = i + 1; j < ops_.size(); ++j) {
      const Op& to = ops_[j];
      if (from.first != to.first) continue;
      const bool object = from.kind == Kind::release && to.kind == Kind::acquire;
      const bool to_writer = from.kind == Kind::unlock && to.kind == Kind::lock_exclusive;
      const bool to_reader = from.kind == Kind::unlock && from.exclusive && to.kind == Kind::lock_shared;
      if (object || to_writer || to_reader) before_[i][j] = true;
    }
  }

  // What synchronizes with a load of the value that write `i` left at the byte: the heads of its release sequences,
  // real and hypothetical ([intro.races], [atomics.fences]).
  std::vector<std::size_t> heads(std::size_t i, unsigned byte) const {
    std::vector<std::size_t> found;
    for (std::size_t at = i + 1; at-- > 0;) {
      const Op& op = ops_[at];
      if (!touches(op, byte) || !writes(op)) continue;
      if (!is_atomic(op)) break;
      if (releases(op)) found.push_back(at);
      for (std::size_t fence = 0; fence < at; ++fence) {
        if (ops_[fence].kind == Kind::fence && ops_[fence].thread == op.thread && releases(ops_[fence]))
          found.push_back(fence);
      }
      if (op.kind != Kind::update) break;
    }
    return found;
  }

  void reads_from(std::size_t i, unsigned byte) {
    const Op& op = ops_[i];
    if (!touches(op, byte) || (op.kind != Kind::load && op.kind != Kind::update)) return;
    std::size_t write = i;
    while (write-- > 0 && !(touches(ops_[write], byte) && writes(ops_[write]))) continue;
    if (write == static_cast<std::size_t>(-1)) return;
    for (const std::size_t head : heads(write, byte)) {
      if (acquires(op)) before_[head][i] = true;
      for (std::size_t fence = i + 1; fence < ops_.size(); ++fence) {
        if (ops_[fence].kind == Kind::fence && ops_[fence].thread == op.thread && acquires(ops_[fence]))
          before_[head][fence] = true;
      }
    }
  }

  void close() {
    for (std::size_t k = 0; k < ops_.size(); ++k) {
      for (std::size_t i = 0; i < k; ++i) {
        if (!before_[i][k]) continue;
        for (std::size_t j = k + 1; j < ops_.size(); ++j) {
          if (before_[k][j]) before_[i][j] = true;
        }
      }
    }
  }

  const std::vector<Op>& ops_;
  std::vector<std::vector<bool>> before_;
};

// The detector.

struct Pair {
  std::size_t earlier;
  std::size_t later;
  unsigned byte;
};

std::uintptr_t memory;  // where this execution's bytes are
std::vector<Pair> reported;

std::uintptr_t lock_address(unsigned lock) { return memory + 0x100 + lock * 16; }
std::uintptr_t object_address(unsigned object) { return memory + 0x180 + object * 16; }

// As the hooks do: what says nothing new is left out.
// Bit by bit what pass/memory/access_shortcut.cc compares, for accesses of any place.
bool code_passes_over(const Touch& touch, bool writes) {
  const std::uint64_t word = known_word(touch.address);
  const std::uintptr_t first = touch.address % 8;
  if (8 % touch.bytes != 0 || first % touch.bytes != 0) return false;
  if (word >> 19 != (touch.address << 16 ^ __sleave_known.mark) >> 19) return false;
  for (std::uintptr_t byte = first; byte < first + touch.bytes; ++byte) {
    if ((word >> (byte + (writes ? 8 : 0)) & 1) != 0) return false;
  }
  return true;
}

bool detector_knows(const RaceThread& thread, const Touch& touch, bool writes) {
  const unsigned set = byte_set(static_cast<unsigned>(touch.address % kCellBytes), static_cast<unsigned>(touch.bytes));
  return shadow_cells(touch.address).known[cell_index(touch.address)].covers(thread.epoch, set, writes);
}

std::size_t passed_over;

void access_plainly(RaceThread& thread, const Touch& touch) {
  const bool writes = touch.kind == SLEAVE_ACCESS_write;
  race_continue(thread);
  for (int i = 0; i < 2; ++i) {  // as in a loop
    if (code_passes_over(touch, writes)) {
      EXPECT_TRUE(detector_knows(thread, touch, writes));
      ++passed_over;
    } else if (!says_nothing_new(thread, touch.address, touch.bytes, writes)) {
      touch_memory(thread, touch);
    }
  }
}

void perform(const Op& op, std::size_t index) {
  RaceThread& thread = race_thread(op.thread);
  const auto touch = [&](sleave_access_kind kind) { return Touch{kind, memory + op.first, op.bytes, index + 1}; };
  switch (op.kind) {
    case Kind::read:
      return access_plainly(thread, touch(SLEAVE_ACCESS_read));
    case Kind::write:
      return access_plainly(thread, touch(SLEAVE_ACCESS_write));
    case Kind::load:
      return touch_atomic(thread, touch(SLEAVE_ACCESS_atomic_read), AtomicAct::load, op.order, nullptr);
    case Kind::store:
      return touch_atomic(thread, touch(SLEAVE_ACCESS_atomic_write), AtomicAct::store, op.order, nullptr);
    case Kind::update:
      return touch_atomic(thread, touch(SLEAVE_ACCESS_atomic_write), AtomicAct::update, op.order, nullptr);
    case Kind::fence:
      return fence_clock(thread, acquires(op), releases(op));
    case Kind::acquire:
      return acquire_object(thread, object_address(op.first));
    case Kind::release:
      return release_object(thread, object_address(op.first));
    case Kind::lock_shared:
      return lock_shared(thread, lock_address(op.first));
    case Kind::lock_exclusive:
      return lock_exclusive(thread, lock_address(op.first));
    case Kind::unlock:
      return unlock_either(thread, lock_address(op.first));
    case Kind::create:
      race_thread(op.first).now.join(thread.now);
      return begin_epoch(thread);
    case Kind::join:
      return thread.now.join(race_thread(op.first).now);
  }
}

// Everything so far happens before everything to come, in every thread.
void start_afresh() {
  for (unsigned i = 0; i < kThreads; ++i) release_object(race_thread(i), kHub);
  for (unsigned i = 0; i < kThreads; ++i) acquire_object(race_thread(i), kHub);
}

std::string text(const std::vector<Op>& ops) {
  static constexpr const char* kNames[] = {"read",    "write",  "load",   "store",  "update", "fence", "acquire",
                                           "release", "rdlock", "wrlock", "unlock", "create", "join"};
  std::string result;
  for (std::size_t i = 0; i < ops.size(); ++i) {
    const Op& op = ops[i];
    result += std::to_string(i) + ": T" + std::to_string(op.thread) + " " + kNames[static_cast<int>(op.kind)] + " " +
              std::to_string(op.first) + "+" + std::to_string(op.bytes) + " order " + std::to_string(op.order) + "\n";
  }
  return result;
}

void compare(const std::vector<Op>& ops) {
  memory += 0x1000;
  reported.clear();
  start_afresh();
  for (std::size_t i = 0; i < ops.size(); ++i) perform(ops[i], i);

  const Oracle oracle(ops);
  std::set<unsigned> bytes;
  for (const Pair& pair : reported) {
    bytes.insert(pair.byte);
    ASSERT_TRUE(oracle.race(pair.earlier, pair.later, pair.byte))
        << pair.earlier << " and " << pair.later << " at byte " << pair.byte << " are ordered\n"
        << text(ops);
  }
  ASSERT_EQ(bytes, oracle.racy_bytes()) << text(ops);
}

TEST(RaceDetector, AgreesWithBruteForce) {
  memory = 0x10000000;
  std::size_t racy = 0;
  for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
    compare(Generator(seed).make(10 + seed % 70));
    if (HasFatalFailure()) return;
    racy += reported.empty() ? 0 : 1;
  }
  EXPECT_GT(racy, 400u);  // the comparison is worth something only if both kinds occur
  EXPECT_LT(racy, 3600u);
  EXPECT_GT(passed_over, 10'000u);
}

TEST(RaceDetector, FreeOfALargeBlockReachesBytesNobodyTouched) {
  memory = 0x20000000;
  reported.clear();
  start_afresh();
  touch_freed(race_thread(0), {SLEAVE_ACCESS_heap_free, memory, 100'000, 1});
  touch_memory(race_thread(1), {SLEAVE_ACCESS_read, memory + 70'001, 4, 2});
  ASSERT_FALSE(reported.empty());
  EXPECT_EQ(reported[0].earlier, 0u);
  reported.clear();
  touch_memory(race_thread(1), {SLEAVE_ACCESS_read, memory + 100'000, 4, 3});
  EXPECT_TRUE(reported.empty());
}

TEST(RaceDetector, AValueOfUnseenCodeOrdersThePastOnly) {
  memory = 0x60000000;
  reported.clear();
  start_afresh();
  RaceThread& writer = race_thread(0);
  RaceThread& reader = race_thread(1);
  const Touch flag{SLEAVE_ACCESS_atomic_read, memory + 64, 4, 1};
  const AtomicValues as_expected{0, 0}, written_unseen{1, 1};
  touch_atomic(reader, flag, AtomicAct::load, SLEAVE_ORDER_acquire, &as_expected);
  touch_memory(writer, {SLEAVE_ACCESS_write, memory, 4, 2});
  touch_atomic(reader, flag, AtomicAct::load, SLEAVE_ORDER_acquire, &written_unseen);
  touch_memory(reader, {SLEAVE_ACCESS_read, memory, 4, 3});
  EXPECT_TRUE(reported.empty());
  touch_memory(writer, {SLEAVE_ACCESS_write, memory + 8, 4, 4});
  touch_memory(reader, {SLEAVE_ACCESS_read, memory + 8, 4, 5});
  EXPECT_FALSE(reported.empty());
}

// As std::future waits: a relaxed update finds the value first.
TEST(RaceDetector, AValueOfUnseenCodeOrdersLaterReadersToo) {
  memory = 0x70000000;
  for (const bool updates : {false, true}) {
    memory += 0x1000;
    reported.clear();
    start_afresh();
    const Touch read{SLEAVE_ACCESS_atomic_read, memory + 64, 4, 1};
    const Touch update{SLEAVE_ACCESS_atomic_write, memory + 64, 4, 1};
    const AtomicValues nothing{0, 0}, written_unseen{1, 1}, updated{1, 3}, left{3, 3};
    touch_atomic(race_thread(1), read, AtomicAct::load, SLEAVE_ORDER_acquire, &nothing);
    touch_memory(race_thread(0), {SLEAVE_ACCESS_write, memory, 4, 2});
    if (updates) {
      touch_atomic(race_thread(1), update, AtomicAct::update, SLEAVE_ORDER_relaxed, &updated);
    } else {
      touch_atomic(race_thread(2), read, AtomicAct::load, SLEAVE_ORDER_relaxed, &written_unseen);
    }
    touch_atomic(race_thread(1), read, AtomicAct::load, SLEAVE_ORDER_acquire, updates ? &left : &written_unseen);
    touch_memory(race_thread(1), {SLEAVE_ACCESS_read, memory, 4, 3});
    EXPECT_TRUE(reported.empty()) << (updates ? "update" : "load");
    touch_memory(race_thread(2), {SLEAVE_ACCESS_read, memory, 4, 4});
    EXPECT_FALSE(reported.empty());  // a relaxed load, or none, orders nothing
  }
}

TEST(RaceDetector, MembarrierIsAFenceInEveryThread) {
  memory = 0x40000000;
  reported.clear();
  start_afresh();
  RaceThread& reader = race_thread(0);
  RaceThread& writer = race_thread(1);
  touch_memory(reader, {SLEAVE_ACCESS_read, memory, 4, 1});
  fence_everybody(writer, true);
  touch_atomic(reader, {SLEAVE_ACCESS_atomic_write, memory + 64, 4, 2}, AtomicAct::store, SLEAVE_ORDER_relaxed,
               nullptr);
  touch_atomic(writer, {SLEAVE_ACCESS_atomic_read, memory + 64, 4, 3}, AtomicAct::load, SLEAVE_ORDER_acquire, nullptr);
  touch_memory(writer, {SLEAVE_ACCESS_write, memory, 4, 4});
  EXPECT_TRUE(reported.empty());
  touch_memory(reader, {SLEAVE_ACCESS_read, memory + 128, 4, 5});
  fence_everybody(writer, true);  // and nothing else between them
  touch_memory(writer, {SLEAVE_ACCESS_write, memory + 128, 4, 6});
  EXPECT_FALSE(reported.empty());
}

TEST(RaceDetector, MembarrierOfUnseenCodeComesAfterWhatOthersDid) {
  memory = 0x50000000;
  reported.clear();
  start_afresh();
  RaceThread& reader = race_thread(0);
  RaceThread& writer = race_thread(1);
  touch_memory(reader, {SLEAVE_ACCESS_read, memory, 4, 1});
  fence_everybody(writer, false);
  touch_memory(writer, {SLEAVE_ACCESS_write, memory, 4, 2});
  EXPECT_TRUE(reported.empty());
  touch_memory(reader, {SLEAVE_ACCESS_read, memory + 4, 4, 3});  // not what it does afterwards
  touch_memory(writer, {SLEAVE_ACCESS_write, memory + 4, 4, 4});
  EXPECT_FALSE(reported.empty());
}

TEST(RaceDetector, BarrierRoundsAreApart) {
  memory = 0x30000000;
  reported.clear();
  start_afresh();
  RaceThread& slow = race_thread(0);
  RaceThread& quick = race_thread(1);
  arrive_at_barrier(slow, memory, false);
  arrive_at_barrier(quick, memory, true);
  touch_memory(quick, {SLEAVE_ACCESS_write, memory + 64, 4, 1});
  arrive_at_barrier(quick, memory, false);  // of the next round, before the slow one has left the first
  leave_barrier(slow);
  touch_memory(slow, {SLEAVE_ACCESS_read, memory + 64, 4, 2});
  EXPECT_FALSE(reported.empty());
}

}  // namespace

// The report names one byte of a part; all bytes of the part that the access covers are meant.
void race_found(Access earlier, Access later, std::uintptr_t address) {
  const Cell& cell = shadow_cell(address);
  const std::uintptr_t begin = address / kCellBytes * kCellBytes;
  for (unsigned i = 0; i < kCellBytes; ++i) {
    if (cell.split != nullptr && cell.split->owner[i] != cell.split->owner[address - begin]) continue;
    reported.push_back({access_what(earlier.what()).site - 1, access_what(later.what()).site - 1,
                        static_cast<unsigned>(begin + i - memory)});
  }
}

}  // namespace sleave::rt
