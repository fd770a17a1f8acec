// Standard output and standard error of the commands.
//
// What is printed is fit for a terminal whatever it was made of: control characters, bytes that are not UTF-8 and
// characters that change the direction of text become '?'. A stream that cannot be written ends no command: the rest
// of it is dropped, findings are named on standard error, and the exit code is not 0.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace sleave {

// Before anything is opened or printed: a standard stream that is closed must not become the number of another file,
// and a write that fails must be an error and not a signal. What is started later has the usual signals.
void prepare_streams();

// To standard output.
void print_text(std::string_view text);
// The same for text that was made fit for a terminal and has colors in it, such as a report.
void print_painted(std::string_view text);
// As it is: for other tools.
void print_bytes(std::string_view bytes);
// Instead of all that is on the terminal.
void redraw_screen(const std::string& text);
// Instead of the line that the cursor is in.
void redraw_line(std::string_view text);

template <typename... Arguments>
void print_line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  print_text(fmt::format(format, std::forward<Arguments>(arguments)...) + "\n");
}

// To standard error, wrapped if that is a terminal: "sleave: " and the text.
void print_problem(const std::string& text);

// One line about a finding, for standard error if standard output turns out not to work.
void name_finding(std::string line);

// The exit code of the process for that of a command: a clean result that could not be printed is none.
int exit_code_with_streams(int code);

}  // namespace sleave
