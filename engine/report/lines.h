// Text made fit for a terminal: cleaned, measured, wrapped, cut.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sleave {

// Control characters (also those beyond ASCII), characters that change the direction of text or end a line, and bytes
// that are not UTF-8 become '?', line ends and tabs a space.
std::string clean(std::string_view text);

// The same for several lines: their ends and tabs stay. `painted`: so do the colors of paint().
std::string printable(std::string_view text, bool painted);

// The text as one word of a POSIX shell: in quotes if it needs them. Never holds what clean() would change.
std::string shell_word(std::string_view text);

// Columns the cleaned text takes: its code points.
std::size_t columns(std::string_view text);

// Lines of at most `width` columns (at least 1), broken at spaces where possible. Never empty.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

// The lines of `text`, with those that are too long wrapped and their rest indented; lines that begin with a space stay
// as they are: they are rows of tables, or commands to copy.
std::string wrap_lines(std::string_view text, std::size_t width);

// The end of the text, "..." before it, if it does not fit: what matters in a path is at its end.
std::string keep_end(std::string_view text, std::size_t width);

// With spaces behind it up to `width` columns.
std::string pad(std::string_view text, std::size_t width);

// What a part of the report is about; decides its color.
enum class Role { warning, access, location, mutex, thread, key, faint, good, caution };

// The text in the color of its role, or as it is.
std::string paint(std::string_view text, Role role, bool color);

}  // namespace sleave
