// Queries about numbers that depend on several inputs, or on one in a way that is not in order.
#include "engine/solve/backends/float_search.h"

#include <gtest/gtest.h>

#include <bit>

namespace sleave::solve {
namespace {

using expr::Expr;
using expr::Op;

class FloatSearchTest : public testing::Test {
 protected:
  Expr input(std::uint32_t first, unsigned bytes = 8) {
    Expr word = pool.input(first);
    for (std::uint32_t byte = 1; byte < bytes; ++byte) word = pool.concat(pool.input(first + byte), word);
    return word;
  }
  Expr number(double value) { return pool.constant(64, std::bit_cast<std::uint64_t>(value)); }
  Expr sum(Expr a, Expr b) { return pool.binary(Op::float_add, a, b); }
  Expr product(Expr a, Expr b) { return pool.binary(Op::float_mul, a, b); }
  Expr below(Expr a, Expr b) { return pool.binary(Op::float_below, a, b); }

  // Whether values are found, for which all of it holds.
  bool finds(const std::vector<Expr>& query) {
    const std::optional<Bytes> found = FloatSearch(pool).find(query, {}, 10'000);
    if (!found) return false;
    std::vector<std::uint8_t> bytes(32);
    for (const auto& [byte, value] : *found) bytes[byte] = value;
    expr::Evaluation evaluation(pool);
    evaluation.set_input(bytes);
    for (const Expr path_constraint : query) EXPECT_TRUE(evaluation.holds(path_constraint));
    return true;
  }

  expr::Pool pool;
};

TEST_F(FloatSearchTest, FindsASquare) {
  const Expr x = input(0);
  EXPECT_TRUE(finds({below(number(2), product(x, x)), below(product(x, x), number(2.0001))}));
  EXPECT_FALSE(finds({below(product(x, x), number(-1))}));
}

TEST_F(FloatSearchTest, FindsTwoNumbers) {
  const Expr x = input(0);
  const Expr y = input(8);
  EXPECT_TRUE(finds({below(x, y), below(y, sum(x, number(1e-3))), below(number(10), x)}));
  EXPECT_TRUE(finds({below(number(99.5), sum(x, y)), below(sum(x, y), number(100.5)), below(number(60), x)}));
}

TEST_F(FloatSearchTest, FindsAWordThatIsConverted) {
  const Expr n = pool.convert(Op::float_of_signed, input(0, 4), 64);
  const Expr cube = product(n, product(n, n));
  EXPECT_TRUE(finds({pool.binary(Op::float_equal, cube, number(27))}));
}

}  // namespace
}  // namespace sleave::solve
