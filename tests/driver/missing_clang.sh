# Without clang: one line that says what to do, and the exit code for an incomplete environment.
echo 'int main(void) { return 0; }' >a.c
code=0
SLEAVE_CLANG=/nowhere/clang "$CC" -c a.c >output 2>error || code=$?
[ $code -eq 3 ] || fail "exit code $code"
[ ! -s output ] || fail "standard output was used"
[ "$(wc -l <error)" -eq 1 ] || fail "not one line"
grep -q 'clang-19' error || fail "does not say what to install"
grep -q 'SLEAVE_CLANG' error || fail "does not say what to set"

# The variables choose another compiler, by path or by name.
printf '#!/bin/sh\necho "$@"\n' >other
chmod +x other
SLEAVE_CLANG=$PWD/other "$CC" -c a.c | grep -q -- '--config=.*sleave.cfg -c a.c' || fail "SLEAVE_CLANG"
PATH=$PWD:$PATH SLEAVE_CLANGXX=other "$CXX" -c a.c | grep -q -- '-c a.c' || fail "SLEAVE_CLANGXX"
