// A read at a place that depends on the input, of memory that is no constant of its own file: an array that only one
// thread can have seen so far, or memory that nobody can write, such as a table of another file or of the C library.
// What is found there is known for each place, so it becomes a choice; in all other memory which location is read
// decides what races with the read, and places are tried one by one.
#include "runtime/symbolic/indexed.h"

#include <link.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include "abi/follow.h"
#include "runtime/base/asan.h"
#include "runtime/base/raw.h"
#include "runtime/base/runtime.h"
#include "runtime/heap/heap.h"
#include "runtime/sched/scheduler.h"
#include "runtime/symbolic/path_constraints.h"
#include "runtime/symbolic/possible_values.h"
#include "runtime/symbolic/reads.h"
#include "runtime/symbolic/shadow.h"

namespace sleave::rt {

namespace {

constexpr unsigned kAddressBits = 64;
constexpr std::uint64_t kMostPrivate = 64;     // places
constexpr std::uint64_t kMostConstant = 1024;  // the same
constexpr std::uint64_t kMostBytes = 4096;
constexpr std::uint64_t kLastAddress = std::uint64_t{1} << 47;

// Memory from `begin` up to `end`.
struct Range {
  std::uint64_t begin;
  std::uint64_t end;

  [[nodiscard]] bool contains(const Range& other) const { return begin <= other.begin && other.end <= end; }
};

// Parts of modules that are mapped without the right to write; looked for at the first use.
constexpr std::size_t kMostConstants = 256;
Range constants[kMostConstants];
std::size_t constant_count;

int add_constants(dl_phdr_info* module, std::size_t, void*) {
  for (int i = 0; i < module->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = module->dlpi_phdr[i];
    const bool constant = (part.p_type == PT_LOAD && (part.p_flags & PF_W) == 0) || part.p_type == PT_GNU_RELRO;
    if (!constant || constant_count == kMostConstants) continue;
    const std::uint64_t begin = module->dlpi_addr + part.p_vaddr;
    // Of memory that is only written by the dynamic linker, the last page may be shared with other data.
    const std::uint64_t end = begin + part.p_memsz;
    constants[constant_count++] = {begin, part.p_type == PT_LOAD ? end : end & ~std::uint64_t{kSystemPageBytes - 1}};
  }
  return 0;
}

bool is_constant(const Range& range) {
  if (constant_count == 0) {
    const RuntimeScope scope;
    dl_iterate_phdr(add_constants, nullptr);
  }
  for (std::size_t i = 0; i < constant_count; ++i) {
    if (constants[i].contains(range)) return true;
  }
  return false;
}

bool copy(const Range& range, char* to) {
  iovec local = {to, range.end - range.begin};
  iovec remote = {reinterpret_cast<void*>(range.begin), range.end - range.begin};
  const long copied = raw_call(__NR_process_vm_readv, raw_call(__NR_getpid), reinterpret_cast<long>(&local), 1,
                               reinterpret_cast<long>(&remote), 1);
  return copied == static_cast<long>(range.end - range.begin);
}

struct Places {
  std::uint64_t first;
  std::uint64_t step;
  std::uint64_t count;
  std::uint64_t size;

  [[nodiscard]] std::uint64_t at(std::uint64_t i) const { return first + i * step; }
  [[nodiscard]] Range range() const { return {first, at(count - 1) + size}; }
};

// The variable or the block of the heap that the address is in: only its own places are read. Whether it stays in a
// variable is a constraint; a block has to contain all possible places.
Range object_of(std::uint64_t address, const Range& variable) {
  if (variable.begin != 0) return variable;
  const void* block = heap_block_before(address);
  if (block == nullptr) return {0, kLastAddress};
  const auto begin = reinterpret_cast<std::uint64_t>(block);
  const std::uint64_t end = begin + heap_size(block);
  return address < end ? Range{begin, end} : Range{0, kLastAddress};
}

Places places_of(const PossibleValues& addresses, const Range& within, std::uint64_t size) {
  const auto now = static_cast<std::uint64_t>(addresses.now);
  const auto step = addresses.step == 0 ? 1 : static_cast<std::uint64_t>(addresses.step);
  const auto low = addresses.low > within.begin ? static_cast<std::uint64_t>(addresses.low) : within.begin;
  const std::uint64_t last = within.end - size;
  const auto high = addresses.high < last ? static_cast<std::uint64_t>(addresses.high) : last;
  const std::uint64_t before = (now - low) / step;
  return {now - before * step, step, before + (high - now) / step + 1, size};
}

class Choice {
 public:
  Choice(const Word& address, unsigned bits, const Places& places, const char* bytes, std::uintptr_t site)
      : address_(address), bits_(bits), places_(places), bytes_(bytes), site_(site) {}

  // What is found at the places from `from` up to `to`, by halves.
  [[nodiscard]] Word among(std::uint64_t from, std::uint64_t to) const {
    if (to - from == 1 || all_same(from, to)) return found(from);
    const std::uint64_t middle = (from + to) / 2;
    const Word in_lower = below(address_, constant(kAddressBits, places_.at(middle - 1) + 1));
    return choose(in_lower, among(from, middle), among(middle, to));
  }

 private:
  [[nodiscard]] sleave_uint128 value(std::uint64_t i) const {
    sleave_uint128 value = 0;
    __builtin_memcpy(&value, bytes_ + (places_.at(i) - places_.first), places_.size);
    return value & ones(bits_);
  }
  [[nodiscard]] Word found(std::uint64_t i) const {
    return shadow_read(reinterpret_cast<const void*>(places_.at(i)), bits_, value(i), site_);
  }
  [[nodiscard]] bool all_same(std::uint64_t from, std::uint64_t to) const {
    for (std::uint64_t i = from; i < to; ++i) {
      if (value(i) != value(from)) return false;
      if (shadow_knows_some(reinterpret_cast<const void*>(places_.at(i)), places_.size)) return false;
    }
    return true;
  }

  const Word& address_;
  unsigned bits_;
  Places places_;
  const char* bytes_;
  std::uintptr_t site_;
};

// Nobody else can have seen what this thread has written, and no other detector has to see the access.
bool is_alone() { return scheduler.thread_count() == 1 && !has_asan(); }

// Sets `found` to the word that is read at the address, for all inputs. False: places have to be tried.
bool read(unsigned bits, const Word& address, const Range& variable, std::uintptr_t site, Word& found) {
  const PossibleValues addresses = possible_addresses(address.expression);
  const std::uint64_t size = (bits + 7) / 8;
  const auto now = static_cast<std::uint64_t>(address.value);
  if (now < kSystemPageBytes || now > kLastAddress - size || addresses.low < 0 || reads_are_inputs) return false;
  const Range object = object_of(now, variable);
  if (now < object.begin || now + size > object.end) return false;
  // A block is that of this run's address: with another input it may be another one.
  const bool leaves = addresses.low < object.begin || addresses.high > object.end - size;
  if (leaves && variable.begin == 0) return false;
  const Places places = places_of(addresses, object, size);
  if (places.count > kMostConstant || places.range().end - places.range().begin > kMostBytes) return false;
  // Beside an object that is not known lies whatever was left there.
  const bool is_known = object.begin != 0;
  if (!is_constant(places.range()) && (!is_known || places.count > kMostPrivate || !is_alone())) return false;
  char bytes[kMostBytes];
  if (!copy(places.range(), bytes)) return false;
  if (leaves) {
    const Word offset = binary(SLEAVE_OP_sub, address, constant(kAddressBits, object.begin));
    learn(SLEAVE_PATH_CONSTRAINT_bounds, below(offset, constant(kAddressBits, object.end - object.begin - size + 1)),
          site);
  }
  found = Choice(address, bits, places, bytes, site).among(0, places.count);
  return true;
}

// What the load that comes next finds.
struct Expected {
  const void* address;
  const Thread* thread;
  std::uint32_t expression;
};
Expected expected;

}  // namespace

void forget_constants() { constant_count = 0; }

std::uint32_t take_indexed(const void* address, unsigned width, sleave_uint128 value) {
  const Expected found = expected;
  expected = {};
  if (found.expression == 0 || found.address != address || found.thread != runtime.current) return 0;
  const bool same = node_at(found.expression).width == width && value_of(found.expression) == value;
  return same ? found.expression : 0;
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT void __sleave_follow_indexed(std::uint32_t bits, const void* address, std::uint32_t number,
                                           const void* variable, std::uint64_t bytes) {
  const Word place = used_word(kAddressBits, number, reinterpret_cast<std::uintptr_t>(address), SLEAVE_SITE_HERE);
  expected = {};
  if (!place.follows()) return;
  Word found = constant(bits, 0);
  const auto begin = reinterpret_cast<std::uintptr_t>(variable);
  if (!read(bits, place, {begin, begin + bytes}, SLEAVE_SITE_HERE, found))
    return learn(SLEAVE_PATH_CONSTRAINT_address, place, SLEAVE_SITE_HERE);
  expected = {address, runtime.current, found.expression};
}
