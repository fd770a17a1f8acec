// Hooks of getc and fgetc (abi/calls/string_calls.def): what is known of the byte is known of the result.
#include <stdio.h>

#include "abi/hooks.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/libc/stream_input.h"
#include "runtime/libc/stream_lock.h"
#include "runtime/strings/string_call.h"
#include "runtime/symbolic/shadow.h"

namespace sleave::rt {
namespace {

int get_followed_byte(const StringCall& call, FILE* stream, std::uintptr_t site) {
  const StreamUse use(stream, site);
  if (input_may_wait(stream) && !fill_stream(stream, site)) return EOF;
  const char* next = stream->_IO_read_ptr;
  const bool known = call.follows() && next < stream->_IO_read_end;
  const Word byte = known ? zero_extended(shadow_byte(next, site), 32) : constant(32, 0);
  const int result = REAL(getc)(stream);
  call.returned(byte, static_cast<unsigned>(result));
  return result;
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

extern "C" {
int __sleave_getc(FILE* stream);
int __sleave_fgetc(FILE* stream);
}

SLEAVE_EXPORT int __sleave_getc(FILE* stream) {
  const StringCall call(SLEAVE_HOOK(__sleave_getc), SLEAVE_SITE_HERE, stream);
  return get_followed_byte(call, stream, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int __sleave_fgetc(FILE* stream) {
  const StringCall call(SLEAVE_HOOK(__sleave_fgetc), SLEAVE_SITE_HERE, stream);
  return get_followed_byte(call, stream, SLEAVE_SITE_HERE);
}
