// enumeration [ROUNDS]: how many inputs a second the enumeration of inputs looks at (engine/solve/sweep.h), one at a
// time and 32 at a time, by turns in one process.
//
// Every query is about three bytes with 64 values each and cannot hold, so that all its inputs are looked at. Both ways
// count the same operations, which is checked here. Prints for each query its operations, inputs per second both ways
// and the quotient, as the median of the rounds; the last is the median query.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "engine/expr/inputs.h"
#include "engine/solve/sweep.h"

namespace sleave {
namespace {

using expr::Expr;
using expr::Op;
using expr::Pool;
using solve::Sweep;

constexpr std::uint32_t kBytes = 3;
constexpr unsigned kValues = 64;

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Expr word_of(Pool& pool) {
  return pool.zero_extend(pool.concat(pool.input(2), pool.concat(pool.input(1), pool.input(0))), 32);
}

Expr is_byte(Pool& pool, Expr word, unsigned value) {
  return pool.binary(Op::equal, word, pool.constant(pool.width(word), value));
}

// A checksum as programs write it, kept to 6 bits of which no value fits.
Expr crc(Pool& pool) {
  Expr state = pool.constant(32, 0xffffffff);
  for (std::uint32_t byte = 0; byte < kBytes; ++byte) {
    state = pool.binary(Op::bit_xor, state, pool.zero_extend(pool.input(byte), 32));
    for (unsigned bit = 0; bit < 8; ++bit) {
      const Expr half = pool.binary(Op::lshr, state, pool.constant(32, 1));
      const Expr odd = pool.extract(state, 0, 1);
      state = pool.choose(odd, pool.binary(Op::bit_xor, half, pool.constant(32, 0xedb88320)), half);
    }
  }
  return pool.binary(Op::ult, state, pool.constant(32, 16));
}

Expr fnv(Pool& pool) {
  Expr hash = pool.constant(32, 0x811c9dc5);
  for (std::uint32_t byte = 0; byte < kBytes; ++byte) {
    hash = pool.binary(Op::bit_xor, hash, pool.zero_extend(pool.input(byte), 32));
    hash = pool.binary(Op::mul, hash, pool.constant(32, 0x01000193));
  }
  return pool.binary(Op::ult, hash, pool.constant(32, 1));
}

Expr date(Pool& pool) {
  const Expr days = pool.binary(Op::udiv, word_of(pool), pool.constant(32, 97));
  return is_byte(pool, pool.binary(Op::urem, pool.binary(Op::mul, days, days), pool.constant(32, 1'021)), 1'022);
}

Expr sum(Pool& pool) {
  Expr all = pool.constant(32, 0);
  for (std::uint32_t byte = 0; byte < kBytes; ++byte) {
    const Expr digit = pool.binary(Op::sub, pool.zero_extend(pool.input(byte), 32), pool.constant(32, '0'));
    all = pool.binary(Op::add, pool.binary(Op::mul, all, pool.constant(32, 10)), digit);
  }
  return is_byte(pool, pool.binary(Op::bit_and, all, pool.constant(32, 0x00ffffff)), 0x00fedcba);
}

struct Way {
  double inputs_per_second = 0;
  std::uint64_t operations = 0;
};

Way run(const Pool& pool, Expr path_constraint, Sweep::By by) {
  expr::Inputs inputs(pool);
  std::vector<Sweep::Byte> bytes;
  for (std::uint32_t number = 0; number < kBytes; ++number) {
    bytes.push_back({.number = number, .values = {}});
    for (unsigned value = 0; value < kValues; ++value) bytes.back().values.push_back(static_cast<std::uint8_t>(value));
  }
  const double before = processor_seconds();
  Sweep sweep(pool, inputs, bytes, std::span(&path_constraint, 1), by);
  if (sweep.run(~std::uint64_t{0}) != Sweep::End::none) fmt::print("an input fits, which none should\n");
  return {.inputs_per_second = kValues * kValues * kValues / (processor_seconds() - before),
          .operations = sweep.operations()};
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

int measure(unsigned rounds) {
  const std::vector<std::pair<std::string, std::function<Expr(Pool&)>>> queries{
      {"crc", crc}, {"fnv", fnv}, {"date", date}, {"sum", sum}};
  std::vector<double> quotients;
  fmt::print(
      "| query | operations | inputs/s, one at a time | 32 at a time | quotient |\n| --- | --- | --- | --- | --- |\n");
  for (const auto& [name, make] : queries) {
    Pool pool;
    const Expr path_constraint = make(pool);
    std::vector<double> words;
    std::vector<double> lanes;
    std::uint64_t operations = 0;
    for (unsigned round = 0; round < rounds; ++round) {
      const Way by_words = run(pool, path_constraint, Sweep::By::words);
      const Way by_lanes = run(pool, path_constraint, Sweep::By::lanes);
      if (by_words.operations != by_lanes.operations) return EXIT_FAILURE;
      operations = by_lanes.operations;
      words.push_back(by_words.inputs_per_second);
      lanes.push_back(by_lanes.inputs_per_second);
    }
    quotients.push_back(median(lanes) / median(words));
    fmt::print("| {} | {} | {:.0f} | {:.0f} | {:.1f} |\n", name, operations, median(words), median(lanes),
               quotients.back());
  }
  fmt::print("median of the quotients: {:.1f}\n", median(quotients));
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace sleave

int main(int count, char** arguments) {
  return sleave::measure(count > 1 ? static_cast<unsigned>(std::strtoul(arguments[1], nullptr, 10)) : 5);
}
