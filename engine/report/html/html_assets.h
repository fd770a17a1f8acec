// The files of engine/report/html/html, which every page carries with it.
#pragma once

namespace sleave {

extern const char* const kPageStyle;
extern const char* const kFindingScript;

}  // namespace sleave
