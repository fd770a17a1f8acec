// BUG: Two bookings are kept apart by comparing row and column, but the column is not checked, and the same seat has several names.
// EXPECT: assertion
// INPUT: row and column of two bookings, 0..9 and 0..20 (row1, column1, row2, column2); a row has 7 seats
// WHEN: (row1, column1) != (row2, column2), but 7 * row1 + column1 == 7 * row2 + column2
// RARE: 1 in 121
// NEEDS: 3 interferences, 1 preemption, 3 threads
// WITNESS: row1=2 column1=1 row2=1 column2=8
// NEAR: row1=2 column1=1 row2=1 column2=9
#include <sleave/sleave.hpp>

#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <thread>

namespace {

constexpr int kRowLength = 7;

struct Booking {
  int row;
  int column;
};

std::array<std::atomic<int>, 128> seats{};
std::atomic<int> booked{0};

// Bookings of the same seat are made one after the other by the caller, so no other thread is at this one.
void book(Booking booking, int customer) {
  std::atomic<int>& seat = seats[static_cast<std::size_t>(booking.row * kRowLength + booking.column)];
  if (seat.load() != 0) return;
  seat.store(customer);
  booked.fetch_add(1);
}

Booking ask(const char* row, const char* column) { return {sleave::any_in(0, 9, row), sleave::any_in(0, 20, column)}; }

}  // namespace

int main() {
  const Booking first = ask("row1", "column1");
  const Booking second = ask("row2", "column2");
  if (first.row == second.row && first.column == second.column) {
    book(first, 1);
    book(second, 2);
    return 0;
  }
  std::thread one([=] { book(first, 1); });
  std::thread two([=] { book(second, 2); });
  one.join();
  two.join();
  int taken = 0;
  for (const auto& seat : seats) taken += seat.load() != 0;
  assert(taken == booked.load());
}
