// Runs functions in threads of their own and waits for all of them.
#pragma once

#include <cassert>
#include <functional>
#include <initializer_list>
#include <thread>
#include <vector>

inline void together(std::initializer_list<std::function<void()>> bodies) {
  std::vector<std::thread> threads;
  for (const auto& body : bodies) threads.emplace_back(body);
  for (std::thread& thread : threads) thread.join();
}
