#include "runtime/inputs/command_line.h"

#include <string.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>

#include "runtime/base/arena.h"
#include "runtime/base/runtime.h"
#include "runtime/inputs/sources.h"

extern "C" void __sleave_symbolic(void* memory, std::size_t bytes, const char* name);

namespace sleave::rt {

namespace {

constexpr std::size_t kMostBytes = 4096;

// The number that the text is; 0 if it is none, or too large.
std::size_t number_in(const char* text) {
  std::size_t number = 0;
  for (; *text != 0; ++text) {
    if (*text < '0' || *text > '9' || number > kMostBytes) return 0;
    number = number * 10 + static_cast<std::size_t>(*text - '0');
  }
  return number <= kMostBytes ? number : 0;
}

// Of an argument that is `prefix` and a number.
std::size_t bytes_asked_for(const char* argument, const char* prefix) {
  const std::size_t length = strlen(prefix);
  return strncmp(argument, prefix, length) == 0 ? number_in(argument + length) : 0;
}

// A word and the position.
struct Name {
  char text[20] = {};

  Name(const char* word, int position) {
    strcpy(text, word);
    char digits[12];
    int count = 0;
    for (int rest = position; rest != 0; rest /= 10) digits[count++] = static_cast<char>('0' + rest % 10);
    char* end = text + strlen(text);
    while (count > 0) *end++ = digits[--count];
  }
};

// "@env:NAME:N": the place of the second colon; null if it is something else.
char* end_of_variable(char* argument) {
  constexpr char kPrefix[] = "@env:";
  if (strncmp(argument, kPrefix, sizeof kPrefix - 1) != 0) return nullptr;
  char* colon = strrchr(argument, ':');
  const bool named = colon > argument + sizeof kPrefix - 1;
  return named && number_in(colon + 1) != 0 ? colon : nullptr;
}

// The environment with `entry`, which replaces one of the same name.
char** with_entry(char** environment, char* entry, std::size_t name_length) {
  std::size_t count = 0;
  while (environment[count] != nullptr) ++count;
  auto** all = static_cast<char**>(arena_allocate((count + 2) * sizeof(char*)));
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const bool same = strncmp(environment[i], entry, name_length) == 0 && environment[i][name_length] == '=';
    if (!same) all[kept++] = environment[i];
  }
  all[kept++] = entry;
  all[kept] = nullptr;
  return all;
}

void ask_for_variable(CommandLine& line, const char* name, std::size_t name_length, std::size_t bytes) {
  auto* entry = static_cast<char*>(arena_allocate(name_length + 1 + bytes + 1));
  memcpy(entry, name, name_length);
  __sleave_symbolic(entry + name_length + 1, bytes, entry);  // the text ends where the '=' will be
  entry[name_length] = '=';
  line.environment = with_entry(line.environment, entry, name_length);
  environ = line.environment;
}

void ask_for_argument(char*& argument, int position) {
  const std::size_t bytes = bytes_asked_for(argument, "@input:");
  if (bytes == 0) return;
  argument = static_cast<char*>(arena_allocate(bytes + 1));
  __sleave_symbolic(argument, bytes, Name("arg", position).text);
}

}  // namespace

void prepare_inputs(CommandLine& line) {
  for (int i = 1; i < line.argc; ++i) {
    if (const std::size_t bytes = bytes_asked_for(line.argv[i], "@stdin:"); bytes != 0) add_stdin_source(bytes);
    const std::size_t bytes = bytes_asked_for(line.argv[i], "@file:");
    const char* path = bytes != 0 ? add_file_source(Name("file", i).text, bytes) : nullptr;
    if (path != nullptr) line.argv[i] = const_cast<char*>(path);
  }
}

void ask_for_inputs(CommandLine& line) {
  fill_sources();
  int kept = 1;
  for (int i = 1; i < line.argc; ++i) {
    char* argument = line.argv[i];
    if (bytes_asked_for(argument, "@stdin:") != 0) continue;
    if (const char* colon = end_of_variable(argument); colon != nullptr) {
      const char* name = strchr(argument, ':') + 1;
      ask_for_variable(line, name, static_cast<std::size_t>(colon - name), number_in(colon + 1));
      continue;
    }
    ask_for_argument(argument, i);
    line.argv[kept++] = argument;
  }
  if (line.argc > 0) line.argc = kept;
  line.argv[line.argc] = nullptr;
}

}  // namespace sleave::rt
