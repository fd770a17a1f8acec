// Handles: results of calls that later calls get as arguments, such as the number of a place in a pool.
#ifndef SLEAVE_CLIENT_HANDLES_HPP
#define SLEAVE_CLIENT_HANDLES_HPP

#include <any>
#include <optional>
#include <type_traits>
#include <utility>

namespace sleave {
namespace client {

// What a result gives to later calls. Nothing: an empty optional, false, a null pointer, a negative number.
template <typename T>
struct HandleIn {
  using Type = T;
  static std::optional<Type> of(const T& result) {
    if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
      if (result < 0) return std::nullopt;
    } else if constexpr (std::is_pointer_v<T>) {
      if (result == nullptr) return std::nullopt;
    }
    return result;
  }
};

template <typename T>
struct HandleIn<std::optional<T>> {
  using Type = T;
  static std::optional<Type> of(const std::optional<T>& result) { return result; }
};

template <typename T>
struct HandleIn<std::pair<bool, T>> {
  using Type = T;
  static std::optional<Type> of(const std::pair<bool, T>& result) {
    return result.first ? std::optional<T>(result.second) : std::nullopt;
  }
};

template <typename T>
struct IsHandle : std::bool_constant<std::is_copy_constructible_v<T> && !std::is_same_v<T, bool>> {};

// The type of what a result gives to later calls; void: it cannot.
template <typename Result, typename = void>
struct HandleTypeOf {
  using Type = void;
};
template <typename Result>
struct HandleTypeOf<Result, std::enable_if_t<IsHandle<std::decay_t<Result>>::value && !std::is_void_v<Result>>> {
  using Type = typename HandleIn<std::decay_t<Result>>::Type;
};

template <typename Result>
void keep_handle(const Result& result, std::any& into) {
  if constexpr (!std::is_void_v<typename HandleTypeOf<Result>::Type>) {
    if (auto handle = HandleIn<std::decay_t<Result>>::of(result)) into = std::move(*handle);
  }
}

}  // namespace client
}  // namespace sleave

#endif
