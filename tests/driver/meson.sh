# A Meson project. Its shared libraries are linked with --no-undefined.
need meson
need ninja
cp -r "$PROJECTS/sources" project
cp "$PROJECTS/meson/meson.build" project/
meson setup build project >setup.log 2>&1 || { cat setup.log; fail "setup"; }
meson compile -C build >compile.log 2>&1 || { cat compile.log; fail "compile"; }
! grep -qi 'warning:' compile.log || { cat compile.log; fail "warnings"; }
for program in program_c program_cxx; do
  [ "$(./build/$program)" = 500500 ] || fail "$program printed something else"
done
