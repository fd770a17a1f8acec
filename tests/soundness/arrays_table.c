/* A library that arrays.cc loads and unloads. */
const int table_of_library[1024];
