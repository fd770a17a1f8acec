// Objects of libstdc++ that functions of its library use (abi/calls/pure_calls.def): std::string, std::ostream,
// std::istream. What they do to their objects is announced here, as if the caller did it.
//
// Output to std::cout and its like ends in functions of stdio, which are events; beside them a call only reads how to
// format. It also sets the width to 0, which nobody can notice who has not set it: so that is a write only if there was
// one. Any other stream must not be used by two threads at once: its state is written by every use.
#include <stddef.h>

#include "abi/hooks.h"
#include "runtime/base/runtime.h"
#include "runtime/memory/access.h"
#include "runtime/record/escape.h"
#include "runtime/trace/function_mark.h"
#include "runtime/trace/site.h"

namespace sleave::rt {
namespace {

// As libstdc++'s ABI lays them out.
struct String {
  const char* text;
  std::size_t length;
  char rest[16];
};
static_assert(sizeof(String) == 32);

// std::streambuf.
struct Buffer {
  const void* const* virtuals;
  char rest[56];
};
static_assert(sizeof(Buffer) == 64);
constexpr int kFirstVirtual = 2;  // behind two destructors, which no use of a stream calls
constexpr int kBufferVirtuals = 14;

// std::basic_ios<char>.
struct Ios {
  const void* virtuals;
  std::ptrdiff_t precision;
  std::ptrdiff_t width;
  char rest[208];
  Buffer* buffer;
  char facets[24];
};
static_assert(offsetof(Ios, buffer) == 232 && sizeof(Ios) == 264);

// The offset of its virtual base stands three words before what a stream's pointer to virtual functions points to.
Ios* ios_of(void* stream) {
  const auto* virtuals = *static_cast<const std::ptrdiff_t* const*>(stream);
  return reinterpret_cast<Ios*>(static_cast<char*>(stream) + virtuals[-3]);
}

#define SLEAVE_OF_LIBRARY(name) extern "C" __attribute__((weak, visibility("default"))) char name[]
SLEAVE_OF_LIBRARY(_ZSt3cin);
SLEAVE_OF_LIBRARY(_ZSt4cout);
SLEAVE_OF_LIBRARY(_ZSt4cerr);
SLEAVE_OF_LIBRARY(_ZSt4clog);
SLEAVE_OF_LIBRARY(_ZTVN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEE);  // its virtual functions
#undef SLEAVE_OF_LIBRARY

// Whether it is a standard stream whose characters go to stdio one by one, as they do until sync_with_stdio(false).
bool is_synchronized(const Ios* ios) {
  const char* const functions = _ZTVN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEE;
  if (functions == nullptr || ios->buffer == nullptr) return false;
  if (reinterpret_cast<const char*>(ios->buffer->virtuals) != functions + 2 * sizeof(void*)) return false;
  char* const streams[] = {_ZSt4cout, _ZSt4cerr, _ZSt4clog, _ZSt3cin};
  for (char* stream : streams) {
    if (stream != nullptr && ios_of(stream) == ios) return true;
  }
  return false;
}

constexpr std::size_t kHead = sizeof(void*);  // the pointer to virtual functions never changes

void read(const Ios* ios, std::uintptr_t site) { announce_read(&ios->precision, sizeof *ios - kHead, site); }
void write(Ios* ios, std::uintptr_t site) { announce_write(&ios->precision, sizeof *ios - kHead, site); }

// Functions of the buffer are called by the library, which asks nobody whether they are instrumented.
void check_functions(const Buffer& buffer, std::uintptr_t site) {
  for (int i = kFirstVirtual; i < kBufferVirtuals; ++i) {
    const void* function = buffer.virtuals[i];
    if (is_system_code(function) || how_compiled(function) != Compiled::elsewhere) continue;
    record_escape(SLEAVE_ESCAPE_foreign_target, "", reinterpret_cast<std::uintptr_t>(function), site);
    return;
  }
}

void use(Ios* ios, std::uintptr_t site) {
  if (is_synchronized(ios)) {
    read(ios, site);
    if (ios->width != 0) announce_write(&ios->width, sizeof ios->width, site);
    return;
  }
  write(ios, site);
  if (ios->buffer == nullptr) return;
  announce_write(ios->buffer->rest, sizeof ios->buffer->rest, site);
  check_functions(*ios->buffer, site);
}

void use_text(const String& text, bool writes, std::uintptr_t site) {
  (writes ? announce_write : announce_read)(&text, sizeof text, site);
  if (text.text != text.rest) (writes ? announce_write : announce_read)(text.text, text.length + 1, site);
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT void __sleave_use_object(void* object, int use_of) {
  if (!controlled() || object == nullptr) return;
  const std::uintptr_t site = SLEAVE_SITE_HERE;
  announce_read(object, kHead, site);  // before it is looked at here: it may have been freed
  switch (use_of) {
    case 'o':
      return use(ios_of(object), site);
    case 'm':
      return write(ios_of(object), site);
    case 'i':
      return write(static_cast<Ios*>(object), site);
    case 'q':
      return read(static_cast<Ios*>(object), site);
    default:
      return use_text(*static_cast<const String*>(object), use_of == 'u', site);
  }
}
