# CI builds from nothing, and most of what it compiles is headers of others: the C++ library, fmt, JSON, LLVM. There they are
# precompiled. Nowhere else: a file that forgets an include of them is only found without.
option(SLEAVE_PRECOMPILE "Precompile the headers of others that many files include" OFF)
set(SLEAVE_STANDARD_HEADERS
  <algorithm> <array> <chrono> <cstdint> <cstring> <deque> <filesystem> <functional> <map> <memory> <optional> <set> <span> <sstream>
  <string> <string_view> <unordered_map> <utility> <vector>)

# sleave_precompile(TARGET HEADER...)
function(sleave_precompile target)
  if(SLEAVE_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()
