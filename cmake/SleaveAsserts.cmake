# Asserts stay on in every build type: CMake's flags for optimized builds turn them off.
foreach(language IN ITEMS C CXX)
  foreach(type IN ITEMS RELEASE RELWITHDEBINFO MINSIZEREL)
    string(REPLACE "-DNDEBUG" "" CMAKE_${language}_FLAGS_${type} "${CMAKE_${language}_FLAGS_${type}}")
  endforeach()
endforeach()
