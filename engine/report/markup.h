// Text inside of XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace sleave {

// Fit for content and for attributes in quotes. Line ends stay; other control characters and bytes that are not UTF-8
// become '?', so that whatever a program chose as a name cannot break the document.
std::string escaped(std::string_view text);

}  // namespace sleave
