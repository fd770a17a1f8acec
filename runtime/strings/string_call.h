// A call of a function of <string.h> or a similar one, as its hook sees it (abi/calls/string_calls.def): its path
// constraints, and how its result depends on the input.
//
// Where a function looks for a place (the end of a string, a character), each byte it reads becomes a path constraint,
// and the result is the one that all inputs with these path constraints have. Comparisons have their result as an
// expression, so that one answer of the solver makes a whole text equal to another.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/symbolic/word.h"

// What a hook is known by.
#define SLEAVE_HOOK(name) reinterpret_cast<const void*>(&(name))

namespace sleave::rt {

enum class Comparison { bytes, text, letters_alike };

class StringCall {
 public:
  // Takes the arguments of `hook`, which were left for it. Pointers and sizes are used with the values they have. Must
  // be called before anything that lets another thread run; the rest comes after.
  template <typename... Given>
  StringCall(const void* hook, std::uintptr_t site, Given... given) : hook_(hook), site_(site) {
    if (!begin()) return;
    std::uint32_t index = 0;
    (take(index++, given), ...);
    end();
  }

  // Whether there is anything to follow.
  [[nodiscard]] bool follows() const;

  // It looked at these bytes of a string for its end.
  void measured(const char* text, std::size_t bytes) const;
  // It compared these bytes with the character it was given, and, if they are text, looked for the end.
  void searched(const void* memory, std::size_t bytes, bool is_text) const;
  // It looked for `wanted` in `text`, both strings, and found it there, or did not (null).
  void searched_text(const char* text, const char* wanted, const char* found) const;
  // It compared, looking at the first `looked_at` bytes of both and at no more than `most`, with this result.
  void compared(Comparison how, const void* a, const void* b, std::size_t looked_at, std::size_t most,
                int result) const;
  // It computed a hash of these bytes (hashed_bytes.h).
  void hashed(const void* memory, std::size_t bytes) const;
  // It copied, or wrote something that does not depend on the input.
  void copied(void* to, const void* from, std::size_t bytes) const;
  void cleared(void* memory, std::size_t bytes) const;

  // It read the number that the text begins with, as strtol and its relatives do.
  struct Number {
    unsigned width;         // of which it is the largest or smallest number if the text says a larger or smaller one
    unsigned result_width;  // of the lower part that is returned
    bool is_signed;
    unsigned base;  // 0: as the text says
    std::uint64_t value;
  };
  void read_number(const char* text, const Number& number) const;

  // It read a number with a fraction, of 32 or 64 bits, up to `end`, as strtod does; these are its bits.
  void read_decimal(const char* text, const char* end, unsigned width, sleave_uint128 value) const;
  // It gave the square root of its argument.
  void rooted(unsigned width, sleave_uint128 value) const;

  // It returned this, which is `value`.
  void returned(const Word& result, sleave_uint128 value) const {
    if (active_) give(result, value);
  }

  // `table` says what the function makes of -1 (table[0]) to 255, of which the argument was one.
  void mapped(const int* table, int result) const;

 private:
  bool begin();
  void end() const;
  void take(std::uint32_t index, const void* address);
  void take(std::uint32_t index, std::size_t size);
  void take(std::uint32_t index, int character);
  void take(std::uint32_t index, double number);
  void take(std::uint32_t index, float number);
  void learn_result(const Word& path_constraint) const;
  // The result as an expression, if that has its value.
  void give(const Word& result, sleave_uint128 value) const;

  const void* hook_;
  std::uintptr_t site_;
  bool active_ = false;
  Word given_{32, 0};  // the argument that is neither address nor size
};

}  // namespace sleave::rt
