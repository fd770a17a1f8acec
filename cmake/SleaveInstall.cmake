# What an installation has besides commands and libraries (man pages, completions, documentation), and the packages that cpack
# makes of it: cpack -G DEB, cpack -G TGZ.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # what is installed is the target `tools`; all are the tests as well
set(share ${CMAKE_BINARY_DIR}/share)
set(generator ${PROJECT_SOURCE_DIR}/scripts/generate-shell)
add_custom_command(OUTPUT ${share}/stamp
  COMMAND ${Python3_EXECUTABLE} ${generator} ${PROJECT_VERSION} ${share}
  COMMAND ${CMAKE_COMMAND} -E touch ${share}/stamp
  DEPENDS ${generator} ${PROJECT_SOURCE_DIR}/scripts/tables.py ${PROJECT_SOURCE_DIR}/cli/tables/options.def
    ${PROJECT_SOURCE_DIR}/cli/tables/commands.def ${PROJECT_SOURCE_DIR}/engine/strategy/strategies.def
  COMMENT "Writing man pages and shell completions" VERBATIM)
add_custom_target(sleave_shell ALL DEPENDS ${share}/stamp)
install(DIRECTORY ${share}/man ${share}/bash-completion ${share}/zsh ${share}/fish DESTINATION ${CMAKE_INSTALL_DATADIR})

# As Debian wants them: compressed, without a time.
configure_file(packaging/changelog.in ${CMAKE_BINARY_DIR}/packaging/changelog @ONLY)
configure_file(CHANGELOG.md ${CMAKE_BINARY_DIR}/packaging/NEWS COPYONLY)
install(CODE "
  foreach(name IN ITEMS changelog NEWS)
    execute_process(COMMAND gzip -9n -c \"${CMAKE_BINARY_DIR}/packaging/\${name}\"
      OUTPUT_FILE \"${CMAKE_BINARY_DIR}/packaging/\${name}.gz\" COMMAND_ERROR_IS_FATAL ANY)
  endforeach()")
install(FILES packaging/copyright README.md ${CMAKE_BINARY_DIR}/packaging/changelog.gz ${CMAKE_BINARY_DIR}/packaging/NEWS.gz
  DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/sleave)
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/sleave PATTERN .bazelrc EXCLUDE)
# Programs are debugged in their own code.
install(CODE "
  if(CMAKE_INSTALL_DO_STRIP)
    foreach(archive IN ITEMS libsleave_rt.a libsleave_fuzz.a libsleave_client.a)
      execute_process(COMMAND \"${CMAKE_STRIP}\" --strip-debug
        \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/sleave/\${archive}\" COMMAND_ERROR_IS_FATAL ANY)
    endforeach()
  endif()")

set(CPACK_PACKAGE_NAME sleave)
set(CPACK_PACKAGE_CONTACT "Sleave maintainers <maintainers@sleave.example>")
set(CPACK_PACKAGE_FILE_NAME sleave-${PROJECT_VERSION}-linux-x86_64)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS clang-19)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gdb")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake, cvc5, libpq5, z3")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "finds failures of multithreaded C and C++ programs")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Sleave compiles a program with a plugin of clang, runs it natively with every
thread under the control of its scheduler, again and again, under other
interleavings and with other inputs, and keeps each failure as a file that
makes it happen again, every time, under the debugger too.")
set_target_properties(SleavePass PROPERTIES NO_SONAME ON)  # a plugin is no library to link with
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
include(CPack)
