// RecycledVector: a std::vector whose memory is kept by the thread that gives it up, for the next one of about its
// size. For vectors that are made and dropped many thousand times a second and are too long for malloc's own fast
// paths.
//
// Lengths are rounded up to powers of two; of each a thread keeps blocks of about a mebibyte together: enough for all
// the work items of a batch. Vectors may go from thread to thread.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <new>
#include <vector>

namespace sleave {

class RecycledMemory {
 public:
  static void* take(std::size_t bytes) {
    const unsigned kind = kind_of(bytes);
    if (kind >= kKinds) return ::operator new(bytes);
    Shelf& shelf = shelves[kind];
    return shelf.top != nullptr ? shelf.pop() : ::operator new(std::size_t{1} << kind);
  }

  static void give(void* block, std::size_t bytes) {
    const unsigned kind = kind_of(bytes);
    if (kind >= kKinds || closed || shelves[kind].count == kKeptBytes >> kind) return ::operator delete(block);
    (void)&closing;  // makes sure that it ends with the thread
    shelves[kind].push(block);
  }

 private:
  static constexpr unsigned kKinds = 18;    // up to 128 KiB
  static constexpr unsigned kSmallest = 5;  // 32 bytes
  static constexpr std::size_t kKeptBytes = std::size_t{1} << 20;

  // A stack: each block begins with the address of the one below.
  struct Shelf {
    void* top;
    std::size_t count;

    void push(void* block) {
      std::memcpy(block, static_cast<const void*>(&top), sizeof top);
      top = block;
      ++count;
    }
    void* pop() {
      void* const block = top;
      std::memcpy(static_cast<void*>(&top), block, sizeof top);
      --count;
      return block;
    }
  };

  struct Closing {
    Closing() = default;
    Closing(const Closing&) = delete;
    Closing& operator=(const Closing&) = delete;
    ~Closing() {
      closed = true;
      for (Shelf& shelf : shelves) {
        while (shelf.top != nullptr) ::operator delete(shelf.pop());
      }
    }
  };

  static unsigned kind_of(std::size_t bytes) {
    const auto bits = static_cast<unsigned>(std::bit_width(bytes - 1));
    return bits < kSmallest ? kSmallest : bits;
  }

  // Plain memory, so that vectors that end later than this thread's other objects can still be given up.
  static inline thread_local constinit std::array<Shelf, kKinds> shelves{};
  static inline thread_local constinit bool closed = false;
  static inline thread_local Closing closing;
};

template <typename T>
struct Recycled {
  using value_type = T;
  static constexpr std::size_t kItemBytes = sizeof(T);  // NOLINT(bugprone-sizeof-expression): items may be pointers

  Recycled() = default;
  template <typename U>
  Recycled(const Recycled<U>&) {}  // NOLINT(google-explicit-constructor): an allocator is converted like this

  static T* allocate(std::size_t count) { return static_cast<T*>(RecycledMemory::take(count * kItemBytes)); }
  static void deallocate(T* block, std::size_t count) {
    RecycledMemory::give(static_cast<void*>(block), count * kItemBytes);
  }

  bool operator==(const Recycled&) const = default;
};

template <typename T>
using RecycledVector = std::vector<T, Recycled<T>>;

}  // namespace sleave
