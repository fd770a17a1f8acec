// Access forms of C++20, one after another, in a single thread.
#include <algorithm>
#include <atomic>
#include <coroutine>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace {

struct Point {
  short x, y;
};

std::atomic<int> number{1};
std::atomic<Point> point{Point{1, 2}};
std::atomic<double> fraction{0.5};
std::atomic<int*> cursor;
std::atomic<std::shared_ptr<int>> owner{std::make_shared<int>(3)};
std::atomic_flag flag;
inline int shared_inline = 4;
thread_local std::string name = "thread";

void atomics(int n) {
  static int array[16] = {};
  cursor = array;
  cursor += n % 8;
  *cursor.load() = n;
  number.fetch_or(n);
  number ^= 5;
  Point seen = point.load();
  while (!point.compare_exchange_weak(seen, Point{short(seen.x + n), seen.y})) {
  }
  fraction.fetch_sub(0.125);
  fraction += n;
  int referred = n;
  std::atomic_ref(referred).fetch_sub(3, std::memory_order_relaxed);
  bool was_set = flag.test_and_set();
  if (n % 2) flag.clear();
  owner.store(std::make_shared<int>(*owner.load() + n));
  std::printf("atomics %d %d %d %g %d %d %d %d\n", number.load(), point.load().x, int(cursor.load() - array),
              fraction.load(), referred, was_set, array[n % 8], *owner.load());
}

struct Shape {
  virtual ~Shape() { ++shared_inline; }
  virtual int area() const = 0;
};
struct Square final : Shape {
  explicit Square(int s) : side(s) {}
  int area() const override { return side * side; }
  int side;
};

int thrower(int n) {
  struct Guard {
    int& count;
    ~Guard() { ++count; }
  };
  int count = 0;
  try {
    Guard guard{count};
    if (n % 2) throw std::runtime_error("odd");
    if (n % 3 == 0) throw n;
  } catch (const std::exception&) {
    count += 10;
  } catch (int value) {
    count += value * 100;
  }
  return count;
}

struct Task {
  struct promise_type {
    int value = 0;
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { throw; }
  };
  std::coroutine_handle<promise_type> handle;
};

Task count_to(int n) {
  for (int i = 0; i < n; ++i) co_yield i* i;
}

int coroutine(int n) {
  Task task = count_to(n);
  int total = 0;
  for (task.handle.resume(); !task.handle.done(); task.handle.resume()) total += task.handle.promise().value;
  task.handle.destroy();
  return total;
}

void objects(int n) {
  static const std::vector<int> primes = {2, 3, 5, 7};
  std::unique_ptr<Shape> shape = std::make_unique<Square>(n);
  std::map<std::string, std::vector<int>> groups;
  for (int i = 0; i < n * 10; ++i) groups[std::to_string(i % 4)].push_back(i * primes[i % 4]);
  std::vector<int>& group = groups["1"];
  std::sort(group.begin(), group.end(), [](int a, int b) { return a % 7 < b % 7 || (a % 7 == b % 7 && a < b); });
  std::variant<int, std::string> either = n % 2 ? std::variant<int, std::string>(n) : std::string(n, 'v');
  name += char('a' + n);
  std::printf("objects %d %d %zu %d %d %s %d\n", shape->area(), group.front(), either.index(), thrower(n), coroutine(n),
              name.c_str(), shared_inline);
}

}  // namespace

int main() {
  for (int n = 1; n < 9; ++n) {
    atomics(n);
    objects(n);
  }
}
