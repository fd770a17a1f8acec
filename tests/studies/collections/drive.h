// jCUTE's driver (section 8.1): two objects with one element each, and four threads that each make one call, which one
// and with what being inputs. Threads 1 and 3 call the first object with the second as argument, threads 2 and 4 the
// other way round.
#ifndef STUDIES_DRIVE_H
#define STUDIES_DRIVE_H

#include <sleave/sleave.hpp>

#include <array>
#include <thread>
#include <vector>

enum class Operation {
  kSize,
  kContains,
  kAdd,
  kRemove,
  kClear,
  kAddAll,
  kContainsAll,
  kRemoveAll,
  kEquals,
  kOperations
};

template <class Collection>
void call(Operation operation, int argument, Collection& one, Collection& other) {
  switch (operation) {
    case Operation::kSize:
      one.size();
      break;
    case Operation::kContains:
      one.contains(argument);
      break;
    case Operation::kAdd:
      one.add(argument);
      break;
    case Operation::kRemove:
      one.remove(argument);
      break;
    case Operation::kClear:
      one.clear();
      break;
    case Operation::kAddAll:
      one.add_all(other);
      break;
    case Operation::kContainsAll:
      one.contains_all(other);
      break;
    case Operation::kRemoveAll:
      one.remove_all(other);
      break;
    case Operation::kEquals:
      one.equals(other);
      break;
    case Operation::kOperations:
      break;
  }
}

template <class Collection>
void drive() {
  constexpr std::array operations{"operation1", "operation2", "operation3", "operation4"};
  constexpr std::array arguments{"argument1", "argument2", "argument3", "argument4"};
  Collection first;
  Collection second;
  first.add(0);
  second.add(0);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    const auto operation = sleave::any_of<Operation>(static_cast<int>(Operation::kOperations), operations[i]);
    const int argument = sleave::any_in(0, 3, arguments[i]);
    Collection& one = i % 2 == 0 ? first : second;
    Collection& other = i % 2 == 0 ? second : first;
    threads.emplace_back([&one, &other, operation, argument] { call(operation, argument, one, other); });
  }
  for (std::thread& thread : threads) thread.join();
}

#endif
