// See page.h. The files of page/ are built in (cmake/embed.cmake).
#include "report/page.h"

#include <string_view>

#include "base/check.h"

namespace eutectic::report {

extern const std::string_view page_html, page_css, page_js;

namespace {

// JSON inside a script element: no "<" may end the element.
std::string script_safe(const std::string& json) {
  std::string out;
  out.reserve(json.size() + json.size() / 64);
  for (char c : json) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  return out;
}

std::string html_safe(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '&')
      out += "&amp;";
    else
      out += c;
  }
  return out;
}

void put(std::string& page, std::string_view mark, std::string_view text) {
  const size_t at = page.find(mark);
  CHECK(at != std::string::npos, "the page has no {}", mark);
  page.replace(at, mark.size(), text);
}

}  // namespace

std::string page_of(const nlohmann::ordered_json& data) {
  std::string page(page_html);
  put(page, "{{title}}", html_safe(data["program"].get<std::string>()));
  put(page, "{{css}}", page_css);
  put(page, "{{js}}", page_js);
  put(page, "{{data}}", script_safe(data.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)));
  return page;
}

}  // namespace eutectic::report
