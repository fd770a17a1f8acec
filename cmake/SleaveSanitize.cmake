# The explorer under sanitizers: it must survive whatever a target writes into shared memory. Never for the runtime,
# which is linked into other people's programs and has its own ideas about memory.
option(SLEAVE_SANITIZE "Build with AddressSanitizer and UndefinedBehaviorSanitizer (needs SLEAVE_ENGINE_ONLY)" OFF)
if(SLEAVE_SANITIZE)
  if(NOT SLEAVE_ENGINE_ONLY)
    message(FATAL_ERROR "SLEAVE_SANITIZE needs SLEAVE_ENGINE_ONLY: pass and runtime are not built under sanitizers")
  endif()
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

# For fuzz targets (tests/fuzz/README.md): the explorer tells libFuzzer which edges a run takes.
option(SLEAVE_FUZZ "Build the fuzz targets with libFuzzer and AddressSanitizer (needs SLEAVE_ENGINE_ONLY and clang)" OFF)
if(SLEAVE_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link,address -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address)
endif()
