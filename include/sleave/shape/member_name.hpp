// Where a member lies in its class, and what it is called there.
#ifndef SLEAVE_SHAPE_MEMBER_NAME_HPP
#define SLEAVE_SHAPE_MEMBER_NAME_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace sleave {
namespace shapes {

// Memory of the size of a T, of which only addresses are used.
template <typename T>
const T* nowhere() {
  alignas(T) static char memory[sizeof(T)];
  return reinterpret_cast<const T*>(memory);
}

template <typename T, typename Member>
std::size_t offset_of(Member T::* member) {
  const char* first = reinterpret_cast<const char*>(nowhere<T>());
  return static_cast<std::size_t>(reinterpret_cast<const char*>(&(nowhere<T>()->*member)) - first);
}

// clang's __builtin_dump_struct calls a function for each member with its indentation, type, name and value, or without
// the value if it is a class whose members follow. A value that can be printed is passed as it is, another by its
// address.
class MemberSearch {
 public:
  explicit MemberSearch(const void* wanted) : wanted_(reinterpret_cast<std::uintptr_t>(wanted)) {}

  const char* name() const { return name_; }

  template <typename Type>
  void look(const char* indentation, const Type&, const char* name) {
    const std::size_t column = std::strlen(indentation);
    if (outer_ != nullptr && column > column_) return;  // a member of the last one
    column_ = column;
    outer_ = name;
  }

  template <typename Type, typename Value>
  void look(const char* indentation, const Type& type, const char* name, const Value& value) {
    look(indentation, type, name);
    bool is_wanted = reinterpret_cast<std::uintptr_t>(&value) == wanted_;
    if constexpr (std::is_pointer<Value>::value) {
      is_wanted = is_wanted || reinterpret_cast<std::uintptr_t>(value) == wanted_;
    }
    if (is_wanted && name_ == nullptr) name_ = outer_;
  }

 private:
  std::uintptr_t wanted_;
  std::size_t column_ = 0;
  const char* outer_ = nullptr;
  const char* name_ = nullptr;
};

// The name of the member at this offset; null where the compiler does not know it.
template <typename T>
const char* member_name(std::size_t offset) {
  MemberSearch search(reinterpret_cast<const char*>(nowhere<T>()) + offset);
#if defined(__clang__) && __clang_major__ >= 16
  const auto each = [&search](const char*, const auto&... rest) {
    if constexpr (sizeof...(rest) == 3 || sizeof...(rest) == 4) search.look(rest...);
  };
  __builtin_dump_struct(nowhere<T>(), each);
#endif
  return search.name();
}

}  // namespace shapes
}  // namespace sleave

#endif
