// Inputs that the program reads: standard input, and files that the command line names.
//
// The bytes are in a file in memory that replaces standard input, or has the path that is given to the program. So
// everything that reads files works as always; code that fills memory of the program from a descriptor reports it here,
// and the expressions of the bytes go along. They are the input NAME, their number the input NAME_size, which is
// recorded before the program begins because the program could ask for it in many ways.
#pragma once

#include <sys/uio.h>

#include <cstddef>
#include <cstdint>

namespace sleave::rt {

// Before the first run of this process: a file that has up to `most` bytes in every run, and its path. `name` lives as
// long as the process. Null if there is no room for more.
const char* add_file_source(const char* name, std::size_t most);
// Standard input is one.
void add_stdin_source(std::size_t most);

// In every run, when the plan has taken effect: the bytes are asked for and put where they are read.
void fill_sources();

// Whether the descriptor refers to one of them.
bool is_source(int descriptor);

// Where in its file the next read begins; -1: it is no source, or nobody wants to know.
std::int64_t source_place(int descriptor);

// Memory was filled with `bytes` from that place on, by code at `site`; a place below 0 says nothing. Code that cannot
// be followed has used them with the values they have.
void source_filled(int descriptor, std::int64_t place, const iovec* parts, std::size_t count, long bytes,
                   std::uintptr_t site);

}  // namespace sleave::rt
