// JSON as text.
#ifndef PERFC_EXAMPLES_PERFC_JSON_H_
#define PERFC_EXAMPLES_PERFC_JSON_H_

#include <nlohmann/json.hpp>
#include <string>

namespace tool {

using Json = nlohmann::ordered_json;

// The text is ASCII, so that a terminal may show it. Bytes that are not UTF-8
// become U+FFFD, because JSON can't express them. With `compact` it is one
// line.
inline std::string JsonText(const Json& json, bool compact = false) {
  return json.dump(compact ? -1 : 2, ' ', /*ensure_ascii=*/true,
                   Json::error_handler_t::replace) +
         "\n";
}

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_JSON_H_
