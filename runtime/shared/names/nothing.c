/* A library needs a source file. */
typedef int sleave_nothing;
