/* http-parser as a fuzz target: the input is a request, and its address is taken apart. */
#include <http_parser.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static int on_event(http_parser* parser) {
  (void)parser;
  return 0;
}

static int on_bytes(http_parser* parser, const char* at, size_t bytes) {
  (void)parser;
  (void)at;
  (void)bytes;
  return 0;
}

static int on_address(http_parser* parser, const char* at, size_t bytes) {
  struct http_parser_url parts;
  http_parser_url_init(&parts);
  return http_parser_parse_url(at, bytes, parser->method == HTTP_CONNECT, &parts) != 0;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  http_parser_settings settings;
  http_parser_settings_init(&settings);
  settings.on_message_begin = on_event;
  settings.on_url = on_address;
  settings.on_header_field = on_bytes;
  settings.on_header_value = on_bytes;
  settings.on_headers_complete = on_event;
  settings.on_body = on_bytes;
  settings.on_message_complete = on_event;
  http_parser parser;
  http_parser_init(&parser, HTTP_REQUEST);
  const size_t parsed = http_parser_execute(&parser, &settings, (const char*)data, size);
  if (parsed == size) http_parser_execute(&parser, &settings, NULL, 0);
  return 0;
}
