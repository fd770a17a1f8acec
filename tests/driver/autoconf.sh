# An autoconf project.
need autoconf
need make
cp -r "$PROJECTS" projects
cd projects/autoconf
autoconf >autoconf.log 2>&1 || { cat autoconf.log; fail "autoconf"; }
./configure CC="$CC" CXX="$CXX" >configure.log 2>&1 || { cat configure.log; tail -n 40 config.log; fail "configure"; }
make >make.log 2>&1 || { cat make.log; fail "make"; }
! grep -qi warning make.log || { cat make.log; fail "warnings"; }
for program in program_c program_cxx; do
  [ "$(./$program)" = 500500 ] || fail "$program printed something else"
done
