# find_package(Sleave) for other projects: in the build folder and in an installation.
include(CMakePackageConfigHelpers)
set(package ${CMAKE_BINARY_DIR}/lib/cmake/Sleave)
write_basic_package_version_file(${package}/SleaveConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${package}/SleaveConfigVersion.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Sleave)
foreach(file IN ITEMS SleaveConfig SleaveCopy SleaveTest SleaveCases)
  configure_file(cmake/package/${file}.cmake ${package}/${file}.cmake COPYONLY)
  install(FILES cmake/package/${file}.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Sleave)
endforeach()
