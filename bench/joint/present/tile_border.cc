// BUG: Rows belong to one worker and are added to without care; but the middle row of an odd number is shared, half of its columns each.
// EXPECT: assertion
// INPUT: rows 0..16, columns 0..4
// WHEN: rows is odd, columns is at least 2
// RARE: 24 in 85
// NEEDS: 3 interferences, 1 preemption, 3 threads
// WITNESS: rows=3 columns=2
// NEAR: rows=4 columns=2
#include <sleave/sleave.hpp>

#include <array>
#include <atomic>
#include <cassert>
#include <thread>

namespace {

std::array<std::atomic<int>, 16> sums{};

void add_to_row(int row, int cells) {
  if (cells == 0) return;
  sums[row].store(sums[row].load() + cells);
}

// Rows [begin, end), and some cells of the row in the middle.
void add_rows(int begin, int end, int columns, int middle, int shared_cells) {
  for (int row = begin; row < end; ++row) add_to_row(row, columns);
  add_to_row(middle, shared_cells);
}

}  // namespace

int main() {
  const int rows = sleave::any_in(0, 16, "rows");
  const int columns = sleave::any_in(0, 4, "columns");
  const int half = rows / 2;
  const int shared = rows % 2 == 0 ? 0 : columns;
  std::thread upper([=] { add_rows(0, half, columns, half, shared / 2); });
  std::thread lower([=] { add_rows(rows - half, rows, columns, half, shared - shared / 2); });
  upper.join();
  lower.join();
  int sum = 0;
  for (const auto& row : sums) sum += row.load();
  assert(sum == rows * columns);
}
