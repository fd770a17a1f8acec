# A unit test runs once in CI: compiling it with optimization takes longer than running it without. The library that it tests keeps
# its flags.
option(SLEAVE_PLAIN_TESTS "Compile unit tests without optimization" OFF)

# sleave_unit_tests(TARGET)
function(sleave_unit_tests target)
  if(SLEAVE_PLAIN_TESTS)
    target_compile_options(${target} PRIVATE -O0)
  endif()
  gtest_discover_tests(${target} DISCOVERY_MODE PRE_TEST PROPERTIES LABELS unit TIMEOUT 600)
endfunction()
