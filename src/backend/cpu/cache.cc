#include "backend/cpu/cache.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/Support/SHA256.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>

#include "backend/cpu/target.h"

namespace eutectic::cpu {
namespace {

namespace fs = std::filesystem;

constexpr size_t most_loaded = 512;  // kernels kept in memory
constexpr size_t most_files = 2048;  // on disk; then the older half goes
constexpr char magic[8] = {'E', 'U', 'T', 'O', 'B', 'J', '0', '1'};

struct Loaded {
  std::mutex mutex;
  std::map<CacheKey, LoadedCode> code;
  std::vector<CacheKey> order;  // oldest first
};
Loaded& loaded() {
  static Loaded l;
  return l;
}

// The plain bytes of everything that code depends on; names are not among it.
class Bytes {
 public:
  void number(int64_t v) {
    // Short numbers are the rule.
    while (v < -64 || v > 63) {
      text.push_back(static_cast<char>((v & 127) | 128));
      v >>= 7;
    }
    text.push_back(static_cast<char>(v & 127));
  }
  template <class Tag>
  void id(Id<Tag> v) {
    number(v.valid() ? static_cast<int64_t>(v.value) : -1);
  }
  template <class Tag>
  void ids(const std::vector<Id<Tag>>& v) {
    number(static_cast<int64_t>(v.size()));
    for (auto x : v) id(x);
  }
  void string(const std::string& s) {
    number(static_cast<int64_t>(s.size()));
    text += s;
  }
  std::string text;
};

void add_kernel(Bytes& b, const kernel::Kernel& k) {
  b.number(static_cast<int64_t>(k.values.size()));
  for (const kernel::Value& v : k.values) b.number(static_cast<int64_t>(v.type) * 2 + v.lane);
  b.number(static_cast<int64_t>(k.stmts.size()));
  for (const kernel::Stmt& s : k.stmts) {
    b.number(static_cast<int64_t>(s.kind));
    b.number(static_cast<int64_t>(s.op));
    b.number(static_cast<int64_t>(s.bits));
    b.id(s.buffer);
    b.number(static_cast<int64_t>(s.index.terms.size()));
    for (const kernel::IndexTerm& t : s.index.terms) {
      b.id(t.value);
      b.number(t.scale);
    }
    b.number(s.index.offset);
    b.id(s.function);
    b.ids(s.operands);
    b.ids(s.results);
    b.ids(s.regions);
    b.number(static_cast<int64_t>(s.reducers.size()));
    for (scalar::Op o : s.reducers) b.number(static_cast<int64_t>(o));
    b.number(s.multiple);
    b.number(s.interleave);
    b.number(s.fixpoint);
  }
  b.number(static_cast<int64_t>(k.regions.size()));
  for (const kernel::Region& r : k.regions) {
    b.ids(r.params);
    b.ids(r.stmts);
    b.ids(r.yields);
  }
  b.number(static_cast<int64_t>(k.buffers.size()));
  for (const kernel::Buffer& x : k.buffers) {
    b.number(static_cast<int64_t>(x.type));
    b.number(x.size);
    b.number(static_cast<int64_t>(x.space));
    b.number(static_cast<int64_t>(x.access));
  }
  b.number(static_cast<int64_t>(k.functions.size()));
  for (const kernel::Function& f : k.functions) b.id(f.body);
  b.id(k.root);
}

// The file that this code is in, as it is now: another build may generate other code.
std::string build_stamp() {
  Dl_info where;
  struct stat s;
  if (!dladdr(reinterpret_cast<void*>(&build_stamp), &where) || !where.dli_fname || stat(where.dli_fname, &s) != 0)
    return {};
  return fmt::format("{} {} {}.{}", s.st_ino, s.st_size, s.st_mtim.tv_sec, s.st_mtim.tv_nsec);
}

std::string file_name(const CacheKey& key) {
  std::string name;
  for (uint8_t x : key) name += fmt::format("{:02x}", x);
  return name + ".o";
}

CacheKey digest(const char* data, size_t size) {
  return llvm::SHA256::hash(llvm::ArrayRef<uint8_t>(reinterpret_cast<const uint8_t*>(data), size));
}

void drop_old_files(const std::string& folder) {
  std::error_code e;
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  for (fs::directory_iterator it(folder, e), end; !e && it != end; it.increment(e)) {
    auto time = it->last_write_time(e);
    if (!e) files.emplace_back(time, it->path());
  }
  if (files.size() <= most_files) return;
  std::sort(files.begin(), files.end());
  for (size_t i = 0; i < files.size() / 2; ++i) fs::remove(files[i].second, e);
}

}  // namespace

CacheKey cache_key(const kernel::Kernel& kernel, const CpuOptions& options) {
  static const std::string build = build_stamp();
  static const std::string host = host_cpu_and_features();
  Bytes b;
  b.string(build);
  b.string(LLVM_VERSION_STRING);
  b.string(is_host_cpu(options.cpu) ? host : options.cpu);
  b.number(options.vector_bits);
  b.number(options.interleave);
  b.number(options.per_vector_when);
  add_kernel(b, kernel);
  return digest(b.text.data(), b.text.size());
}

std::optional<LoadedCode> find_loaded(const CacheKey& key) {
  Loaded& l = loaded();
  std::lock_guard lock(l.mutex);
  auto it = l.code.find(key);
  return it == l.code.end() ? std::nullopt : std::optional(it->second);
}

void keep_loaded(const CacheKey& key, const LoadedCode& code) {
  Loaded& l = loaded();
  std::lock_guard lock(l.mutex);
  if (!l.code.emplace(key, code).second) return;
  l.order.push_back(key);
  if (l.order.size() <= most_loaded) return;
  // Those in use live on: entries own their code too.
  for (size_t i = 0; i < most_loaded / 2; ++i) l.code.erase(l.order[i]);
  l.order.erase(l.order.begin(), l.order.begin() + most_loaded / 2);
}

std::string cache_folder() {
  if (const char* x = std::getenv("XDG_CACHE_HOME"); x && *x == '/') return std::string(x) + "/eutectic";
  if (const char* h = std::getenv("HOME"); h && *h == '/') return std::string(h) + "/.cache/eutectic";
  return {};
}

// magic, digest of the rest, object.
std::optional<std::vector<char>> read_object(const CacheKey& key) {
  std::string folder = cache_folder();
  if (folder.empty()) return std::nullopt;
  std::ifstream in(folder + "/" + file_name(key), std::ios::binary);
  if (!in) return std::nullopt;
  std::vector<char> all((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  constexpr size_t head = sizeof(magic) + sizeof(CacheKey);
  if (all.size() < head || std::memcmp(all.data(), magic, sizeof(magic)) != 0) return std::nullopt;
  CacheKey sum = digest(all.data() + head, all.size() - head);
  if (std::memcmp(sum.data(), all.data() + sizeof(magic), sizeof(sum)) != 0) return std::nullopt;
  all.erase(all.begin(), all.begin() + head);
  return all;
}

void write_object(const CacheKey& key, std::span<const char> object) {
  std::string folder = cache_folder();
  if (folder.empty()) return;
  std::error_code e;
  fs::create_directories(folder, e);
  static std::atomic<uint64_t> serial{0};
  std::string name = folder + "/" + file_name(key);
  std::string temporary = fmt::format("{}.{}.{}", name, getpid(), serial.fetch_add(1));
  {
    std::ofstream out(temporary, std::ios::binary);
    CacheKey sum = digest(object.data(), object.size());
    out.write(magic, sizeof(magic));
    out.write(reinterpret_cast<const char*>(sum.data()), sizeof(sum));
    out.write(object.data(), static_cast<std::streamsize>(object.size()));
    out.close();
    if (!out) {
      fs::remove(temporary, e);
      return;
    }
  }
  fs::rename(temporary, name, e);
  if (e) fs::remove(temporary, e);
  if (serial.load() % 64 == 1) drop_old_files(folder);
}

}  // namespace eutectic::cpu
