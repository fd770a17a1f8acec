// Runs functions in threads of their own and waits for all of them.
#pragma once

#include <functional>
#include <thread>
#include <vector>

using Bodies = std::vector<std::function<void()>>;

inline void together(const Bodies& bodies) {
  std::vector<std::thread> threads;
  for (const std::function<void()>& body : bodies) threads.emplace_back(body);
  for (std::thread& thread : threads) thread.join();
}

inline Bodies times(int n, const std::function<void()>& body) { return Bodies(static_cast<std::size_t>(n), body); }
