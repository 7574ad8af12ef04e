// Round trips, numpy's variants, and damaged archives.
#include "format/npz/npz.h"

#include <gtest/gtest.h>

#include "format/npz/npy_header.h"

namespace eutectic {
namespace {

Literal iota(ElementType type, std::vector<int64_t> dims) {
  Literal out = Literal::zeros(Shape::array(type, std::move(dims)));
  std::byte* bytes = out.mutable_bytes();
  for (int64_t i = 0; i < out.shape().size_bytes(); ++i) bytes[i] = static_cast<std::byte>(i % 2);
  return out;
}

TEST(Npz, RoundTripsEveryType) {
  std::vector<std::pair<std::string, Literal>> arrays;
  for (int t = 0; t < element_type_count; ++t) {
    auto type = static_cast<ElementType>(t);
    if (!is_array_type(type)) continue;
    arrays.emplace_back(std::string(info(type).hlo), iota(type, {3, 2}));
    arrays.emplace_back(std::string(info(type).hlo) + "_scalar", iota(type, {}));
    arrays.emplace_back(std::string(info(type).hlo) + "_empty", iota(type, {0, 4}));
  }
  std::string bytes = write_npz(arrays);
  auto file = NpzFile::open(bytes, "t.npz");
  ASSERT_TRUE(file) << render(file.error());
  EXPECT_EQ(file->names().size(), arrays.size());
  for (const auto& [name, literal] : arrays) {
    auto back = file->read(name, literal.shape());
    ASSERT_TRUE(back) << render(back.error());
    EXPECT_EQ(*back, literal) << name;
  }
}

TEST(Npz, SaysWhatIsThereAndWhatIsWanted) {
  std::string bytes = write_npz({{"arg0", iota(ElementType::F64, {3})}});
  auto file = NpzFile::open(bytes, "t.npz");
  ASSERT_TRUE(file);
  auto wrong = file->read("arg0", Shape::array(ElementType::F32, {3}));
  ASSERT_FALSE(wrong);
  EXPECT_NE(render(wrong.error()).find("'arg0' is float64[3], but f32[3] is wanted"), std::string::npos);
  auto missing = file->read("arg1", Shape::array(ElementType::F32, {3}));
  ASSERT_FALSE(missing);
  EXPECT_NE(render(missing.error()).find("the file has: arg0"), std::string::npos);
}

TEST(Npy, ReadsFortranOrderAndBigEndian) {
  std::string header = "{'descr': '>i2', 'fortran_order': True, 'shape': (2, 3), }\n";
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size());
  bytes += '\0';
  bytes += header;
  for (char v : {1, 4, 2, 5, 3, 6}) {  // columns first
    bytes += '\0';
    bytes += v;
  }
  auto file = NpzFile::open(bytes, "t.npy");
  ASSERT_TRUE(file);
  auto value = file->read("", Shape::array(ElementType::S16, {2, 3}));
  ASSERT_TRUE(value) << render(value.error());
  for (int64_t i = 0; i < 6; ++i) EXPECT_EQ(value->as_int(i), i + 1);
}

TEST(Npz, ChecksumsAreChecked) {
  const Literal literal = iota(ElementType::F32, {64});
  const std::string good = write_npz({{"arg0", literal}});
  std::string bad = good;
  const size_t at = bad.find(std::string_view(reinterpret_cast<const char*>(literal.bytes()), 64 * 4));
  ASSERT_NE(at, std::string::npos);
  bad[at + 100] = static_cast<char>(bad[at + 100] ^ 1);
  auto file = NpzFile::open(bad, "t.npz");
  ASSERT_TRUE(file);
  auto value = file->read("arg0", literal.shape());
  ASSERT_FALSE(value);
  EXPECT_NE(render(value.error()).find("'arg0' does not unpack: its data is damaged"), std::string::npos);
  EXPECT_TRUE(NpzFile::open(good, "t.npz")->read("arg0", literal.shape()));
  EXPECT_FALSE(NpzFile::open(write_npz({{"a", literal}, {"a", literal}}), "t.npz"));
}

TEST(Npz, DamageIsDiagnosed) {
  Literal literal = iota(ElementType::F32, {64});
  std::string good = write_npz({{"arg0", literal}, {"arg1", literal}});
  for (size_t size = 0; size < good.size(); ++size) {
    auto file = NpzFile::open(std::string_view(good).substr(0, size), "t.npz");
    EXPECT_FALSE(file) << size;
  }
  for (size_t at = 0; at < good.size(); ++at) {
    for (char flip : {'\x01', '\x80', '\xff'}) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ flip);
      auto file = NpzFile::open(bad, "t.npz");
      if (!file) continue;
      for (const std::string& name : file->names()) (void)file->read(name, literal.shape());
    }
  }
}

}  // namespace
}  // namespace eutectic
