// Hooks of qsort and bsearch (abi/calls/string_calls.def). Where something in memory depends on the input, the order of
// the elements does: then the comparisons are made here, in the order of glibc's merge sort, each is a path constraint,
// and elements take what is known of them along.
#include <stdlib.h>
#include <string.h>

#include "abi/follow.h"
#include "abi/hooks.h"
#include "runtime/base/runtime.h"
#include "runtime/memory/access.h"
#include "runtime/strings/string_call.h"
#include "runtime/symbolic/concretizations.h"
#include "runtime/symbolic/path_constraints.h"
#include "runtime/symbolic/shadow.h"
#include "runtime/trace/function_mark.h"

namespace sleave::rt {
namespace {

using Compare = int(const void*, const void*);

class Comparisons {
 public:
  Comparisons(Compare* compare, std::uintptr_t site) : compare_(compare), site_(site) {}

  // Negative, 0, positive: which of these is learned.
  [[nodiscard]] bool is_above(const void* a, const void* b) const {
    return learned(signed_below(zero(), result(a, b)));
  }
  [[nodiscard]] int order(const void* a, const void* b) const {
    const Word word = result(a, b);
    if (learned(signed_below(word, zero()))) return -1;
    return learned(signed_below(zero(), word)) ? 1 : 0;
  }

 private:
  static Word zero() { return constant(32, 0); }

  [[nodiscard]] Word result(const void* a, const void* b) const {
    __sleave_following.returned = 0;
    const auto value = static_cast<unsigned>(compare_(a, b));
    const bool tracked =
        __sleave_following.returned != 0 && __sleave_following.returner == reinterpret_cast<const void*>(compare_);
    return tracked ? used_word(32, __sleave_following.results[0], value, site_) : constant(32, value);
  }
  [[nodiscard]] bool learned(const Word& condition) const {
    learn(SLEAVE_PATH_CONSTRAINT_result, condition, site_);
    return condition.value != 0;
  }

  Compare* compare_;
  std::uintptr_t site_;
};

void move_bytes(char* to, const char* from, std::size_t bytes) {
  shadow_copy(to, from, bytes);
  memcpy(to, from, bytes);
}

// As glibc's msort_with_tmp, so that the comparator is called with the same elements in the same order. Large elements
// are sorted by their addresses.
class MergeSort {
 public:
  MergeSort(const Comparisons& comparisons, std::size_t bytes, char* room)
      : comparisons_(comparisons), bytes_(bytes), room_(room) {}

  void sort(const char** elements, const char** merged, std::size_t count) const {
    if (count <= 1) return;
    const std::size_t half = count / 2;
    sort(elements, merged, half);
    sort(elements + half, merged, count - half);
    std::size_t a = 0;
    std::size_t b = half;
    std::size_t out = 0;
    while (a < half && b < count) {
      const bool second = comparisons_.is_above(elements[a], elements[b]);
      merged[out++] = second ? elements[b++] : elements[a++];
    }
    while (a < half) merged[out++] = elements[a++];
    memcpy(elements, merged, out * sizeof *elements);
  }

  void put_in_order(char* base, const char* const* elements, std::size_t count) const {
    for (std::size_t i = 0; i < count; ++i) move_bytes(room_ + i * bytes_, elements[i], bytes_);
    move_bytes(base, room_, count * bytes_);
    shadow_clear(room_, count * bytes_);
  }

 private:
  const Comparisons& comparisons_;
  std::size_t bytes_;
  char* room_;
};

// Elements are not moved before the end: a comparator that looks at other elements than its own sees another order than
// with glibc, which the C standard does not allow it to do.
void sort_tracked(const Comparisons& comparisons, char* base, std::size_t count, std::size_t bytes) {
  ++runtime.depth;
  auto* room = static_cast<char*>(malloc(count * bytes + 2 * count * sizeof(char*)));
  --runtime.depth;
  auto** elements = reinterpret_cast<const char**>(room);
  const char** merged = elements + count;
  char* copies = reinterpret_cast<char*>(merged + count);
  for (std::size_t i = 0; i < count; ++i) elements[i] = base + i * bytes;
  const MergeSort merge_sort(comparisons, bytes, copies);
  merge_sort.sort(elements, merged, count);
  merge_sort.put_in_order(base, elements, count);
  ++runtime.depth;
  free(room);
  --runtime.depth;
}

// A comparator that does not track inputs reads the elements unseen.
bool reads_unseen(Compare* compare, const void* elements, std::size_t bytes) {
  return how_compiled(reinterpret_cast<const void*>(compare)) != Compiled::tracked &&
         shadow_knows_some(elements, bytes);
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT void __sleave_qsort(void* base, std::size_t count, std::size_t bytes, Compare* compare) {
  const StringCall call(SLEAVE_HOOK(__sleave_qsort), SLEAVE_SITE_HERE, base, count, bytes,
                        reinterpret_cast<const void*>(compare));
  announce_write(base, count * bytes, SLEAVE_SITE_HERE);
  if (!call.follows() || count < 2 || bytes == 0) return qsort(base, count, bytes, compare);
  if (reads_unseen(compare, base, count * bytes)) lose(SLEAVE_CONCRETIZATION_untracked_call, SLEAVE_SITE_HERE);
  sort_tracked(Comparisons(compare, SLEAVE_SITE_HERE), static_cast<char*>(base), count, bytes);
}

SLEAVE_EXPORT void* __sleave_bsearch(const void* key, const void* base, std::size_t count, std::size_t bytes,
                                     Compare* compare) {
  const StringCall call(SLEAVE_HOOK(__sleave_bsearch), SLEAVE_SITE_HERE, key, base, count, bytes,
                        reinterpret_cast<const void*>(compare));
  announce_read(base, count * bytes, SLEAVE_SITE_HERE);
  const bool follows = call.follows();
  if (follows && reads_unseen(compare, base, count * bytes)) {
    lose(SLEAVE_CONCRETIZATION_untracked_call, SLEAVE_SITE_HERE);
  }
  const Comparisons comparisons(compare, SLEAVE_SITE_HERE);
  std::size_t low = 0;
  std::size_t high = count;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    const char* element = static_cast<const char*>(base) + middle * bytes;
    const int order = follows ? comparisons.order(key, element) : compare(key, element);
    if (order == 0) return const_cast<char*>(element);
    (order < 0 ? high : low) = order < 0 ? middle : middle + 1;
  }
  return nullptr;
}
