# A CMake project: compiler detection, checks, shared and static libraries.
need cmake
need ctest
cmake -S "$PROJECTS/cmake" -B build >configure.log 2>&1 || { cat configure.log; fail "configure"; }
grep -q "C compiler identification is Clang" configure.log || fail "compiler not identified"
grep -q "CXX compiler identification is Clang" configure.log || fail "C++ compiler not identified"
cmake --build build >build.log 2>&1 || { cat build.log; fail "build"; }
! grep -qi warning build.log || { cat build.log; fail "warnings"; }
ctest --test-dir build --output-on-failure >test.log 2>&1 || { cat test.log; fail "programs"; }
