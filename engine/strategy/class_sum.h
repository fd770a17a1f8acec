// ClassSum: a sum over the classes that a search has run. It does not depend on their order nor on who ran them, so two
// searches of the same program, with any number of workers, sessions or machines, have run the same classes equally
// often exactly if their sums are equal (but for a chance of 2^-64).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sleave {

class ClassSum {
 public:
  // How the executions of a class end: every thread, in a deadlock, in a failure.
  enum class End : std::uint64_t { exit = 1, deadlock = 2, failure = 3 };

  ClassSum() = default;

  // `hash` is of what distinguishes the class from others.
  void add(std::uint64_t hash, End end);
  // Modulo 2^128, like everything here.
  ClassSum& operator+=(const ClassSum& other);
  ClassSum& operator-=(const ClassSum& other);
  bool operator==(const ClassSum&) const = default;

  // 32 hexadecimal digits.
  [[nodiscard]] std::string text() const;
  static std::optional<ClassSum> from_text(std::string_view text);

 private:
  ClassSum(std::uint64_t high, std::uint64_t low) : high_(high), low_(low) {}

  std::uint64_t high_ = 0;
  std::uint64_t low_ = 0;
};

}  // namespace sleave
