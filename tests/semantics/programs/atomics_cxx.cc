// COVERS: std::atomic of bool, enum, pointer, floating point and small structures; atomic_ref; atomic<struct> of 16
// bytes.
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <thread>
#include <vector>

#include "say.h"

namespace {

template <typename T>
void floating(const char* name) {
  std::atomic<T> a(T(1.5));
  printf("%s %.17g\n", name, static_cast<double>(a.fetch_add(T(2.25))));
  printf("%s %.17g\n", name, static_cast<double>(a.fetch_sub(T(0.125))));
  a += T(1) / 3;
  printf("%s %.17g\n", name, static_cast<double>(a.load()));
  T expected = 9;
  VALUE(a.compare_exchange_strong(expected, T(-0.0)));
  VALUE(a.compare_exchange_strong(expected, T(-0.0)));
  VALUE(std::signbit(a.load()));
  a.store(std::numeric_limits<T>::infinity());
  VALUE(std::isinf(a.exchange(std::numeric_limits<T>::quiet_NaN())));
  VALUE(std::isnan(a.load()));
  a.store(0);
  std::vector<std::jthread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 20; ++k) a.fetch_add(T(0.5));
    });
  }
  threads.clear();
  printf("%s %.17g\n", name, static_cast<double>(a.load()));
}

enum class Colour : std::uint8_t { red, green };

struct Pair {
  std::int32_t a, b;
};
struct Wide {
  std::uint64_t a, b;
};
struct Three {
  char c[3];
};

void structures() {
  std::atomic<Pair> pair(Pair{1, 2});
  Pair expected{1, 3};
  VALUE(pair.compare_exchange_strong(expected, Pair{4, 5}));
  VALUE(expected.b);
  VALUE(pair.compare_exchange_strong(expected, Pair{4, 5}));
  VALUE(pair.exchange(Pair{6, 7}).a);
  std::atomic<Three> three(Three{{'a', 'b', 'c'}});
  VALUE(three.load().c[2]);
  three.store(Three{{'x', 'y', 'z'}});
  VALUE(three.load().c[0]);
}

void references() {
  alignas(16) Wide wide{1, 2};
  std::uint64_t word = 40;
  std::atomic_ref<std::uint64_t> reference(word);
  VALUE(reference.fetch_add(2));
  VALUE(word);
  double number = 0.5;
  std::atomic_ref<double>(number).fetch_add(0.25);
  printf("%.3f\n", number);
  VALUE(wide.a + wide.b);
}

void small() {
  std::atomic<bool> flag(false);
  VALUE(flag.exchange(true));
  bool expected = false;
  VALUE(flag.compare_exchange_weak(expected, false));
  VALUE(expected);
  std::atomic<Colour> colour(Colour::red);
  colour = Colour::green;
  VALUE(colour.load() == Colour::green);
  std::atomic<std::int16_t> number(std::numeric_limits<std::int16_t>::max());
  VALUE(++number);
  VALUE(number--);
  VALUE(number &= 0xff);
  VALUE(number ^= 0x0f);
  int numbers[5];
  std::atomic<int*> pointer(numbers);
  VALUE(pointer++ - numbers);
  VALUE((pointer += 2) - numbers);
}

}  // namespace

int main() {
  floating<float>("float");
  floating<double>("double");
  structures();
  references();
  small();
  return 0;
}
