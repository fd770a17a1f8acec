// A litmus test from the command line: litmus 'W x 1 rel; R y acq | W y 1 rel; R x acq' [outcome...]
//
// Threads are separated by |, operations by ;: W x 1 order (store), R x order (load), A x 1 order (fetch_add),
// X x 1 order (exchange), C x 0 1 order order (compare_exchange), F order (fence), D x order (stores the last value
// that was read), S x order (stores the sum of the last two). Locations are x, y, z, w; I x 1 before the first |
// sets what x holds at first. With outcomes it fails unless what it read, and left in memory, is one of them.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

std::atomic<int> memory[4];

std::memory_order order_named(const std::string& name) {
  if (name == "rlx") return std::memory_order_relaxed;
  if (name == "acq") return std::memory_order_acquire;
  if (name == "rel") return std::memory_order_release;
  if (name == "ar") return std::memory_order_acq_rel;
  return std::memory_order_seq_cst;
}

int load(std::atomic<int>& at, std::memory_order order) {
  if (order == std::memory_order_relaxed) return at.load(std::memory_order_relaxed);
  if (order == std::memory_order_acquire) return at.load(std::memory_order_acquire);
  return at.load(std::memory_order_seq_cst);
}

void store(std::atomic<int>& at, int value, std::memory_order order) {
  if (order == std::memory_order_relaxed) return at.store(value, std::memory_order_relaxed);
  if (order == std::memory_order_release) return at.store(value, std::memory_order_release);
  at.store(value, std::memory_order_seq_cst);
}

// The operation of an update with its order as a constant.
template <typename Update>
int with_order(std::memory_order order, Update update) {
  switch (order) {
    case std::memory_order_relaxed:
      return update(std::integral_constant<std::memory_order, std::memory_order_relaxed>());
    case std::memory_order_acquire:
      return update(std::integral_constant<std::memory_order, std::memory_order_acquire>());
    case std::memory_order_release:
      return update(std::integral_constant<std::memory_order, std::memory_order_release>());
    case std::memory_order_acq_rel:
      return update(std::integral_constant<std::memory_order, std::memory_order_acq_rel>());
    default:
      return update(std::integral_constant<std::memory_order, std::memory_order_seq_cst>());
  }
}

int compare_exchange(std::atomic<int>& at, int expected, int desired, std::memory_order order,
                     std::memory_order failed) {
  return with_order(order, [&](auto success) {
    if (failed == std::memory_order_relaxed) {
      at.compare_exchange_strong(expected, desired, decltype(success)::value, std::memory_order_relaxed);
    } else if (failed == std::memory_order_acquire) {
      at.compare_exchange_strong(expected, desired, decltype(success)::value, std::memory_order_acquire);
    } else {
      at.compare_exchange_strong(expected, desired, decltype(success)::value, std::memory_order_seq_cst);
    }
    return expected;
  });
}

struct Operation {
  char code = 0;
  std::atomic<int>* at = nullptr;
  int a = 0;
  int b = 0;
  std::memory_order order = std::memory_order_seq_cst;
  std::memory_order failed = std::memory_order_seq_cst;
};

Operation parse(const std::string& text) {
  std::istringstream words(text);
  std::string code, name, order, failed;
  Operation made;
  words >> code;
  made.code = code[0];
  if (made.code != 'F') {
    words >> name;
    made.at = &memory[std::string("xyzw").find(name)];
  }
  if (made.code == 'W' || made.code == 'A' || made.code == 'X' || made.code == 'C' || made.code == 'I') words >> made.a;
  if (made.code == 'C') words >> made.b;
  words >> order >> failed;
  made.order = order_named(order);
  made.failed = order_named(failed);
  return made;
}

struct Thread {
  std::vector<Operation> operations;
  std::vector<int> read;

  void run() {
    read.reserve(operations.size());
    for (const Operation& each : operations) execute(each);
  }

  void execute(const Operation& each) {
    switch (each.code) {
      case 'R':
        read.push_back(load(*each.at, each.order));
        break;
      case 'W':
        store(*each.at, each.a, each.order);
        break;
      case 'D':
        store(*each.at, read.back(), each.order);
        break;
      case 'S':
        store(*each.at, read.back() + read[read.size() - 2], each.order);
        break;
      case 'A':
        read.push_back(
            with_order(each.order, [&](auto order) { return each.at->fetch_add(each.a, decltype(order)::value); }));
        break;
      case 'X':
        read.push_back(
            with_order(each.order, [&](auto order) { return each.at->exchange(each.a, decltype(order)::value); }));
        break;
      case 'C':
        read.push_back(compare_exchange(*each.at, each.a, each.b, each.order, each.failed));
        break;
      default:
        with_order(each.order, [](auto order) {
          std::atomic_thread_fence(decltype(order)::value);
          return 0;
        });
    }
  }
};

std::vector<std::string> split(const std::string& text, char by) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, by);) parts.push_back(part);
  return parts;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<Thread> threads;
  for (const std::string& text : split(argv[1], '|')) {
    Thread& thread = threads.emplace_back();
    for (const std::string& word : split(text, ';')) {
      const Operation operation = parse(word);
      if (operation.code == 'I') {
        operation.at->store(operation.a, std::memory_order_relaxed);
      } else {
        thread.operations.push_back(operation);
      }
    }
  }
  std::vector<std::thread> started;
  for (Thread& thread : threads) started.emplace_back([&thread] { thread.run(); });
  for (std::thread& thread : started) thread.join();
  std::string outcome;
  for (const Thread& thread : threads) {
    for (const int value : thread.read) outcome += std::to_string(value) + ",";
    outcome += "/";
  }
  for (std::atomic<int>& location : memory) outcome += std::to_string(location.load(std::memory_order_relaxed)) + ",";
  for (int i = 2; i < argc; ++i) {
    if (outcome == argv[i]) return 0;
  }
  if (argc == 2) return 0;
  std::printf("%s\n", outcome.c_str());
  std::abort();
}
