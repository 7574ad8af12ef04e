// See device.h.
#include "fusion/xla/rules/device.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <set>

#include "base/check.h"

namespace eutectic::fusion::xla {
namespace {

struct IntegerKey {
  std::string_view name;
  int64_t Device::* member;
  bool gpu_only;
};
constexpr IntegerKey integer_keys[] = {{"cores", &Device::cores, false},
                                       {"fpus-per-core", &Device::fpus_per_core, false},
                                       {"threads-per-core", &Device::threads_per_core, true},
                                       {"shared-bytes-per-block", &Device::shared_bytes_per_block, true},
                                       {"registers-per-block", &Device::registers_per_block, true},
                                       {"l2-bytes", &Device::l2_bytes, false},
                                       {"bandwidth", &Device::bandwidth, false}};

template <class T>
std::optional<T> number(std::string_view text) {
  T value{};
  const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (ec != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<std::string_view> words_of(std::string_view line) {
  line = line.substr(0, line.find('#'));
  std::vector<std::string_view> words;
  for (size_t i = 0; (i = line.find_first_not_of(" \t\r", i)) != std::string_view::npos;) {
    const size_t end = std::min(line.find_first_of(" \t\r", i), line.size());
    words.push_back(line.substr(i, end - i));
    i = end;
  }
  return words;
}

class Parser {
 public:
  explicit Parser(std::string_view file) : file_(file) {}

  void line(std::string_view text, int n) {
    const std::vector<std::string_view> words = words_of(text);
    if (words.empty()) return;
    place_ = {std::string(file_), n, 1, -1, std::string(text)};
    if (words[0] == "cycles") return cycles(words);
    if (words.size() != 2) return wrong("a line is 'KEY VALUE' or 'cycles OP TYPE N'");
    if (!seen_.emplace(words[0]).second) return wrong(fmt::format("'{}' is there twice", words[0]));
    if (words[0] == "name") {
      d_.name = words[1];
    } else if (words[0] == "kind") {
      if (words[1] != "gpu" && words[1] != "host") return wrong("kind is gpu or host");
      d_.host = words[1] == "host";
    } else if (words[0] == "compute-capability") {
      const size_t dot = words[1].find('.');
      const auto major = number<int>(words[1].substr(0, dot));
      const auto minor = dot == std::string_view::npos ? std::nullopt : number<int>(words[1].substr(dot + 1));
      if (!major || !minor) return wrong("compute-capability is two numbers, as 9.0");
      d_.capability_major = *major;
      d_.capability_minor = *minor;
    } else if (words[0] == "clock-ghz") {
      const auto value = number<float>(words[1]);
      if (!value || !(*value > 0) || *value > 1000) return wrong("clock-ghz is a positive number");
      d_.clock_ghz = *value;
    } else {
      integer(words[0], words[1]);
    }
  }

  Result<Device> finish() {
    place_ = {std::string(file_), 0, 0, -1, ""};
    for (const IntegerKey& k : integer_keys)
      if (!seen_.contains(k.name) && !(k.gpu_only && d_.host)) wrong(fmt::format("'{}' is missing", k.name));
    for (const char* key : {"name", "kind", "clock-ghz"})
      if (!seen_.contains(key)) wrong(fmt::format("'{}' is missing", key));
    if (!diagnostics_.empty()) return std::unexpected(std::move(diagnostics_));
    return std::move(d_);
  }

 private:
  void wrong(std::string message) {
    diagnostics_.push_back(
        {Severity::Error, place_, std::move(message), "eutectic device h100 prints a profile that can be edited"});
  }

  void integer(std::string_view key, std::string_view text) {
    for (const IntegerKey& k : integer_keys) {
      if (k.name != key) continue;
      const auto value = number<int64_t>(text);
      // Products of two of them stay exact.
      if (!value || *value <= 0 || *value > int64_t{1} << 50)
        return wrong(fmt::format("{} is a positive whole number", key));
      d_.*k.member = *value;
      return;
    }
    wrong(fmt::format("a profile has no '{}'", key));
  }

  void cycles(const std::vector<std::string_view>& words) {
    const auto value = number<int64_t>(words.back());
    if (!value || *value <= 0 || *value > 1'000'000) return wrong("cycles are a positive whole number");
    if (words.size() == 3 && words[1] == "otherwise") {
      d_.cycles_otherwise = *value;
      return;
    }
    if (words.size() != 4) return wrong("a line is 'cycles OP TYPE N' or 'cycles otherwise N'");
    const auto op = op_from_hlo(words[1]);
    const auto type = element_type_from_hlo(words[2]);
    if (!op) return wrong(fmt::format("there is no op '{}'", words[1]));
    if (!type) return wrong(fmt::format("there is no element type '{}'", words[2]));
    if (!d_.cycles.emplace(std::pair{*op, *type}, *value).second)
      wrong(fmt::format("cycles of {} {} are there twice", words[1], words[2]));
  }

  std::string_view file_;
  Place place_;
  Device d_;
  std::set<std::string, std::less<>> seen_;
  Diagnostics diagnostics_;
};

const std::map<std::string, Device, std::less<>>& built_in() {
  static const auto devices = [] {
    std::map<std::string, Device, std::less<>> all;
    for (const auto& [name, text] : device_texts()) {
      auto d = parse_device(text, name);
      CHECK(d && d->name == name, "the profile {} is wrong: {}", name, d ? "it has another name" : render(d.error()));
      all.emplace(name, *std::move(d));
    }
    return all;
  }();
  return devices;
}

}  // namespace

const Device& h100() {
  static const Device& device = built_in().at("h100");
  return device;
}

const Device* find_device(std::string_view name) {
  const auto it = built_in().find(name);
  return it == built_in().end() ? nullptr : &it->second;
}

std::vector<std::string_view> device_names() {
  std::vector<std::string_view> names;
  for (const auto& [name, device] : built_in()) names.push_back(name);
  return names;
}

Result<Device> parse_device(std::string_view text, std::string_view file) {
  Parser parser(file);
  int n = 0;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    parser.line(text.substr(0, end), ++n);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parser.finish();
}

std::string to_text(const Device& d) {
  std::string out = fmt::format("name {}\nkind {}\n", d.name, d.host ? "host" : "gpu");
  if (!d.host) out += fmt::format("compute-capability {}.{}\n", d.capability_major, d.capability_minor);
  for (const IntegerKey& k : integer_keys)
    if (!(k.gpu_only && d.host)) out += fmt::format("{} {}\n", k.name, d.*k.member);
  out += fmt::format("clock-ghz {}\ncycles otherwise {}\n", d.clock_ghz, d.cycles_otherwise);
  for (const auto& [key, cycles] : d.cycles)
    out += fmt::format("cycles {} {} {}\n", hlo_name(key.first), info(key.second).hlo, cycles);
  return out;
}

int64_t cycles_per_element(const Device& device, OpKind op, ElementType type) {
  const auto it = device.cycles.find({op, type});
  return it == device.cycles.end() ? device.cycles_otherwise : it->second;
}

}  // namespace eutectic::fusion::xla
