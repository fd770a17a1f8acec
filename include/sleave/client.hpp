// A client of a concurrent class: the class's operations, from which Sleave makes all small tests itself.
//
//   #include <sleave/client.hpp>
//   #include "queue.h"
//
//   SLEAVE_CLIENT(queue, Queue<int>) {
//     op("push", [](auto& queue, int item) { queue.push(item); }, fresh());
//     op("try_pop", [](auto& queue) { return queue.try_pop(); });
//     finally("drain", [](auto& queue) { return queue.take_all(); });
//   }
//
// Compiled by sleave-c++ this is a program in which the search chooses a client: which operations the threads call, with
// which arguments. Each run makes one object, lets the threads call it, and then looks for an order of the calls in
// which a new object, used by one thread, gives the same results. If there is none, the class is not linearizable.
// Compiled by any other compiler the file is a stress test with random clients and the same check; there, an operation
// that waits for another thread may wait forever.
#ifndef SLEAVE_CLIENT_HPP
#define SLEAVE_CLIENT_HPP

#include "client/definition.hpp"
#include "client/core.hpp"

#define SLEAVE_CLIENT(name, Type)                                             \
  struct SleaveClient_##name : ::sleave::client::Definition<Type> {           \
    SleaveClient_##name();                                                    \
  };                                                                          \
  int main(int count, char** words) {                                         \
    static auto& definition = *new SleaveClient_##name; /* for ever */        \
    return ::sleave::client::run_program(definition, #name, count, words);    \
  }                                                                           \
  inline SleaveClient_##name::SleaveClient_##name()

#endif
