// Input of stdio streams from the program's own pipes and sockets.
//
// libc reads inside itself, where nobody can take the waiting from it: an empty pipe would block the whole process. So
// what stdio does with a stream's buffer is done here, and libc is asked for its one read only when that returns at
// once. The buffer stays libc's own: other functions find in it what they expect.
#pragma once

#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

#include <cstddef>
#include <cstdint>

namespace sleave::rt {

// Whether a read that libc makes for this stream could have to wait for a thread of the program, or brings an input.
bool input_may_wait(FILE* stream);

// At least one byte is in the buffer; false: the end, or an error, as the stream's flags say.
bool fill_stream(FILE* stream, std::uintptr_t site);

// The next byte of the buffer will be used with the value it has, by code that does not follow it.
void use_next_byte(FILE* stream, std::uintptr_t site);

// As the functions of stdio with these names, for a stream whose input may wait.
std::size_t read_stream(FILE* stream, char* to, std::size_t bytes, std::uintptr_t site);
char* read_line(FILE* stream, char* text, int room, std::uintptr_t site);
ssize_t read_until(FILE* stream, char** line, std::size_t* room, int end, std::uintptr_t site);
wint_t read_letter(FILE* stream, std::uintptr_t site);
wchar_t* read_letters(FILE* stream, wchar_t* text, int room, std::uintptr_t site);

// `scan` is libc's vfscanf or its C99 variant; it gets a stream that is never read ahead, and takes its bytes from
// `stream`.
using Scan = int (*)(FILE* stream, const char* format, va_list list);
int scan_stream(FILE* stream, Scan scan, const char* format, va_list list, std::uintptr_t site);

}  // namespace sleave::rt
