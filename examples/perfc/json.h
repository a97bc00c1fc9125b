// JSON as text.
#ifndef PERFC_EXAMPLES_PERFC_JSON_H_
#define PERFC_EXAMPLES_PERFC_JSON_H_

#include <nlohmann/json.hpp>
#include <string>

namespace tool {

using Json = nlohmann::ordered_json;

// In ASCII alone, so that a terminal may show it; bytes that are no UTF-8 become
// U+FFFD, for JSON has no other strings. On one line if compact.
inline std::string JsonText(const Json& json, bool compact = false) {
  return json.dump(compact ? -1 : 2, ' ', /*ensure_ascii=*/true,
                   Json::error_handler_t::replace) +
         "\n";
}

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_JSON_H_
