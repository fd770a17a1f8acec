// Result<T>: a value, or an Error that says what went wrong and who can fix it.
//
// The engine throws no exceptions of its own. An Error carries one of the tiers of docs (STYLE: three tiers of errors,
// plus divergence), and the command line turns the tier into its exit code and nothing else.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "engine/base/bug.h"

namespace sleave {

// The value is the exit code.
enum class Tier {
  usage = 2,        // the user can fix the call: say how
  environment = 3,  // the machine or the target lacks something: say what installs or repairs it
  diverged = 4,     // the target did not do again what it did before
  internal = 70,    // our bug
};

struct Error {
  Tier tier = Tier::internal;
  std::string message;  // one line without a full stop; a second line may say how to fix it
};

// Holds a T or an Error. value() of an error and error() of a value are bugs of Sleave: report_bug().
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  [[nodiscard]] bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  [[nodiscard]] T& value() & {
    expect_value();
    return *std::get_if<0>(&state_);
  }
  [[nodiscard]] const T& value() const& {
    expect_value();
    return *std::get_if<0>(&state_);
  }
  [[nodiscard]] T&& value() && {
    expect_value();
    return std::move(*std::get_if<0>(&state_));
  }
  [[nodiscard]] const Error& error() const {
    if (ok()) report_bug("error() of a Result that holds a value");
    return *std::get_if<1>(&state_);
  }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  void expect_value() const {
    if (!ok()) report_bug("value() of a Result that holds an error: " + std::get_if<1>(&state_)->message);
  }

  std::variant<T, Error> state_;
};

// For functions that return nothing but may fail.
using Status = Result<std::monostate>;
inline Status ok() { return std::monostate{}; }

}  // namespace sleave
