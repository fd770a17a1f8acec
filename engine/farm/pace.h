// Pace: how often a node calls, how many rows it gives away and how many it wants, from what its last answer said about
// the others. Without a clock, a network or a database: bench/farm_model.cc simulates nodes with the same functions.
//
// The aims: a node that has run out of work finds a free row, or gets one within a second or two; and calls in all stay
// below a few hundred a second however many nodes there are, because the database is one machine. A few nodes call
// about once a second, and more often while one of them waits; many nodes call every `sync`, 5 seconds, which is as
// many calls for the database. Times are fractions of `sync`, so that tests can be faster.
#pragma once

#include <chrono>
#include <cstdint>

namespace sleave::farm {

// A campaign's nodes and free rows, as the database counted them at most a second ago.
struct Others {
  std::int64_t free = 0;  // rows; not counted much further than is wanted
  std::int64_t nodes = 0;
  std::int64_t idle = 0;  // nodes that wanted rows and got none
};

// Rows for others. Enough should be free for those who wait and for all who may run out next, and all nodes that hear
// of the same count add up to that. `chance` below 1 decides about a part of a row.
[[nodiscard]] std::int64_t rows_to_give(const Others& others, double chance);

// Rows for a node that has nothing.
[[nodiscard]] std::int64_t rows_to_want(const Others& others);

// Between two calls of a node with work; it is the `number`-th call of its lease. A call comes earlier where work ends.
[[nodiscard]] std::chrono::milliseconds pause_with_work(const Others& others, std::int64_t number,
                                                        std::chrono::milliseconds sync);

// Between two calls of a node that has got no work: on average, as nodes that wait should not call all at once.
[[nodiscard]] std::chrono::milliseconds pause_without_work(const Others& others, std::chrono::milliseconds sync);

}  // namespace sleave::farm
