// C++: exceptions, virtual calls, containers, strings, lambdas, threads.
// reaches: 0 1 2 3 4 5 6 7
#include <sleave/sleave.hpp>

#include <cstdlib>
#include <functional>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

struct Shape {
  virtual ~Shape() = default;
  virtual int area(int side) const = 0;
};
struct Square : Shape {
  int area(int side) const override { return side * side; }
};
struct Strip : Shape {
  int area(int side) const override { return side * 2; }
};

enum class Kind { square, strip, other };

int checked(int value) {
  if (value == 31) throw value + 1;
  if (value > 5000) throw std::runtime_error("large");
  return value + 1;
}

}  // namespace

int main() {
  const int x = sleave::any<int>("x");
  const Kind kind = sleave::any_of<Kind>(3, "kind");
  const int k = sleave::any_in(3, 6, "k");
  try {
    if (checked(x) == 12) std::exit(1);
  } catch (int thrown) {
    if (thrown == 32) std::exit(2);
  } catch (const std::runtime_error&) {
    std::exit(3);
  }
  std::unique_ptr<Shape> shape;
  if (kind == Kind::square) shape = std::make_unique<Square>();
  if (kind == Kind::strip) shape = std::make_unique<Strip>();
  if (shape && shape->area(k) == 36) std::exit(4);
  std::vector<int> values;
  for (int i = 0; i < 4; ++i) values.push_back(x - i);
  if (values[3] == -100) std::exit(5);
  const std::function<int(int)> twice = [k](int value) { return value * k; };
  if (twice(x) == -25) std::exit(6);  // k is 5
  int result = 0;
  std::thread([&result, x] { result = x + 7; }).join();
  if (result == 0) std::exit(7);
  return 0;
}
