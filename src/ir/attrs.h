// Attributes of an instruction: a small map from AttrName to a typed value, kept in AttrName order, so
// that equality, hashing and printing need no knowledge of the op.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "array/literal.h"
#include "base/check.h"
#include "base/ids.h"

namespace eutectic {

using InstrId = Id<struct InstrTag>;
using CompId = Id<struct CompTag>;
using ShapeId = Id<struct ShapeTag>;
using AttrsId = Id<struct AttrsTag>;
using NameId = Id<struct NameTag>;
using OriginId = Id<struct OriginTag>;

enum class AttrKind : uint8_t { Bool, Int, Float, Enum, String, Text, Dims, Padding, Window, ConvDims, Comps, Value };

enum class AttrName : uint8_t {
#define ATTR(name, ...) name,
#include "ir/attr_name.def"
#undef ATTR
};

struct AttrNameInfo {
  std::string_view name;       // the enumerator
  std::string_view hlo;        // key in HLO text
  std::string_view stablehlo;  // key in StableHLO
  AttrKind kind;
};
const AttrNameInfo& info(AttrName name);
inline constexpr int attr_name_count = 0
#define ATTR(...) +1
#include "ir/attr_name.def"
#undef ATTR
    ;

// pad: per dimension low, high (may be negative) and interior padding.
struct PaddingDim {
  int64_t low = 0, high = 0, interior = 0;
  bool operator==(const PaddingDim&) const = default;
};
// Window of reduce-window, convolution, select-and-scatter: HLO's fields.
struct WindowDim {
  int64_t size = 1, stride = 1, pad_low = 0, pad_high = 0, lhs_dilate = 1 /* base dilation */,
          rhs_dilate = 1 /* window dilation */;
  bool reversal = false;
  bool operator==(const WindowDim&) const = default;
};
// Convolution dimension numbers; spatial lists are in spatial order.
struct ConvDims {
  int64_t input_batch = 0, input_feature = 0, kernel_input_feature = 0, kernel_output_feature = 0, output_batch = 0,
          output_feature = 0;
  std::vector<int64_t> input_spatial, kernel_spatial, output_spatial;
  bool operator==(const ConvDims&) const = default;
};

using Dims = std::vector<int64_t>;
using Padding = std::vector<PaddingDim>;
using Window = std::vector<WindowDim>;
using Comps = std::vector<CompId>;
// Enum, String and Text are all strings: an Enum is one of a fixed set of HLO spellings ("GE", "kLoop",
// "THREEFRY"...), a String is decoded text, a Text is kept exactly as HLO writes it, braces included.
using AttrValue = std::variant<bool, int64_t, double, std::string, Dims, Padding, Window, ConvDims, Comps, Literal>;

class Attrs {
 public:
  bool has(AttrName name) const { return find(name) != nullptr; }
  // Null when absent.
  const AttrValue* find(AttrName name) const;
  void set(AttrName name, AttrValue value);
  void erase(AttrName name);
  const std::vector<std::pair<AttrName, AttrValue>>& entries() const { return entries_; }
  std::vector<std::pair<AttrName, AttrValue>>& mutable_entries() { return entries_; }

  // Typed reads with the default for an absent attribute.
  bool boolean(AttrName name, bool otherwise = false) const { return get(name, otherwise); }
  int64_t integer(AttrName name, int64_t otherwise = 0) const { return get(name, otherwise); }
  double number(AttrName name, double otherwise = 0) const { return get(name, otherwise); }
  const std::string& text(AttrName name) const { return ref<std::string>(name); }  // "" if absent
  const Dims& dims(AttrName name) const { return ref<Dims>(name); }                // {} if absent
  const Padding& padding(AttrName name) const { return ref<Padding>(name); }
  const Window& window(AttrName name = AttrName::Window) const { return ref<Window>(name); }
  const ConvDims& conv_dims() const { return ref<ConvDims>(AttrName::DimLabels); }
  const Comps& comps(AttrName name) const { return ref<Comps>(name); }
  const Literal& value() const { return ref<Literal>(AttrName::Value); }

  bool operator==(const Attrs&) const = default;

 private:
  template <class T>
  T get(AttrName name, T otherwise) const {
    const AttrValue* v = find(name);
    if (!v) return otherwise;
    const T* t = std::get_if<T>(v);
    CHECK(t, "attribute {} has another kind", info(name).name);
    return *t;
  }
  template <class T>
  const T& ref(AttrName name) const {
    static const T empty{};
    const AttrValue* v = find(name);
    if (!v) return empty;
    const T* t = std::get_if<T>(v);
    CHECK(t, "attribute {} has another kind", info(name).name);
    return *t;
  }
  std::vector<std::pair<AttrName, AttrValue>> entries_;  // sorted by name
};

}  // namespace eutectic
