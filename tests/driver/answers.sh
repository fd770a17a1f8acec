# Questions that configure scripts ask a compiler: no input, no linking, and clang's own answers.
for question in --version -v -dumpversion -dumpmachine -print-search-dirs -print-prog-name=ld -print-resource-dir; do
  for driver in "$CC" "$CXX"; do
    "$driver" $question >answer 2>&1 || { cat answer; fail "$question failed"; }
    [ -s answer ] || fail "$question gave no answer"
    ! grep -q "linker command failed" answer || fail "$question linked"
  done
done
"$CC" --version | grep -q clang || fail "not recognized as clang"

echo 'int main(void) { return NUMBER; }' >a.c
"$CC" -### -DNUMBER=1 a.c 2>&1 | grep -q SleavePass || fail "-### does not show the plugin"
"$CC" -E -DNUMBER=41 a.c | grep -q 'return 41;' || fail "-E"
"$CC" -E -dM -x c /dev/null | grep -q '__clang__ 1' || fail "-dM"
"$CC" -M -DNUMBER=1 a.c | grep -q 'a.o: a.c' || fail "-M"
echo 'int main(void) { return 3; }' | "$CC" -x c - -o from_stdin
./from_stdin && fail "exit code lost" || [ $? -eq 3 ] || fail "wrong exit code"

"$CC" 2>error && fail "no input must be an error" || true
"$CC" -DNUMBER=undeclared a.c 2>error && fail "an error must be an error" || true
grep -q undeclared error || fail "clang's message is missing"
"$CXX" -x c++ -E -dM /dev/null | grep -q '__cplusplus' || fail "sleave-c++ is not a C++ compiler"
