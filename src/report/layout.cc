// See layout.h. All drawings go through one run of dot, equal ones once.
#include "report/layout.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <sstream>

extern char** environ;

namespace eutectic::report {
namespace {

constexpr double pixels_per_inch = 72;
// From here on implied edges are left to bows, and dot's last refinements cost more than they make better.
constexpr size_t many_edges = 120;

std::string dot_text(const Drawing& d, const std::vector<bool>& drawn_by_dot) {
  std::string s = "digraph {\nnode [shape=box, fixedsize=true, label=\"\"];\nnodesep=0.22; ranksep=0.45;\n";
  if (d.edges.size() > many_edges) s += "nslimit=2; nslimit1=2; mclimit=0.3;\n";
  for (size_t i = 0; i < d.boxes.size(); ++i)
    s += fmt::format("{} [width={:.4f}, height={:.4f}];\n", i, d.boxes[i].width / pixels_per_inch,
                     d.boxes[i].height / pixels_per_inch);
  for (size_t i = 0; i < d.edges.size(); ++i)
    if (drawn_by_dot[i]) s += fmt::format("{} -> {};\n", d.edges[i].first, d.edges[i].second);
  return s + "}\n";
}

// Curves for the edges that dot did not see, past the sides of their boxes; the drawing grows by what they need.
void add_bows(const Drawing& d, Placement& p) {
  int least = 0, most = p.width;
  for (size_t i = 0; i < d.edges.size(); ++i) {
    if (!p.curves[i].empty()) continue;
    const auto [from, to] = d.edges[i];
    const Point a = p.centres[from], b = p.centres[to];
    const Box &above = d.boxes[from], &below = d.boxes[to];
    const int side = i % 2 ? 1 : -1;
    const int out = std::max(above.width, below.width) / 2 + 16 + std::min(std::abs(b.y - a.y) / 5, 220);
    const int y0 = a.y + above.height / 2, y1 = b.y - below.height / 2, reach = std::max(20, (y1 - y0) / 3);
    p.curves[i] = {{a.x + side * above.width / 4, y0},
                   {a.x + side * out, y0 + reach},
                   {b.x + side * out, y1 - reach},
                   {b.x + side * below.width / 4, y1}};
    for (const Point& point : p.curves[i]) {
      least = std::min(least, point.x);
      most = std::max(most, point.x);
    }
  }
  p.width = most - least;
  for (Point& c : p.centres) c.x -= least;
  for (auto& curve : p.curves)
    for (Point& point : curve) point.x -= least;
}

using File = std::unique_ptr<FILE, int (*)(FILE*)>;
File temporary() { return {std::tmpfile(), &std::fclose}; }

Result<std::string> run_dot(const std::string& input) {
  const File in = temporary(), out = temporary();
  if (!in || !out || std::fwrite(input.data(), 1, input.size(), in.get()) != input.size() || std::fflush(in.get()) != 0)
    return error("no temporary file can be written", {}, "set TMPDIR to a folder with space");
  std::rewind(in.get());
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(in.get()), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(out.get()), STDOUT_FILENO);
  std::string program = "dot", format = "-Tplain";
  char* arguments[] = {program.data(), format.data(), nullptr};
  pid_t pid = 0;
  const int failed = posix_spawnp(&pid, "dot", &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  if (failed == 0)
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
  if (failed == ENOENT || (failed == 0 && WIFEXITED(status) && WEXITSTATUS(status) == 127))
    return error("a report's graphs are laid out by Graphviz, and its program 'dot' is not on the PATH", {},
                 "install graphviz (Debian: apt-get install graphviz)");
  if (failed != 0) return error(fmt::format("'dot' cannot be run: {}", std::strerror(failed)));
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return error("Graphviz's 'dot' failed", {}, "see 'dot -V'; any version from 2.40 will do");
  std::string text;
  std::rewind(out.get());
  char buffer[65536];
  for (size_t n; (n = std::fread(buffer, 1, sizeof buffer, out.get())) > 0;) text.append(buffer, n);
  return text;
}

// The plain format: "graph scale width height", "node name x y ...", "edge from to n x1 y1 ...", "stop"; y upwards.
class PlainReader {
 public:
  explicit PlainReader(std::string text) : in_(std::move(text)) {}

  bool read(const Drawing& d, const std::vector<bool>& drawn_by_dot, Placement& layout) {
    std::string word;
    double scale = 0, width = 0;
    if (!(in_ >> word >> scale >> width >> height_) || word != "graph") return false;
    layout.width = pixels(width);
    layout.height = pixels(height_);
    layout.centres.resize(d.boxes.size());
    layout.curves.resize(d.edges.size());
    // Several outputs of one kernel can go to the same reader.
    std::map<std::pair<size_t, size_t>, std::vector<size_t>> edges_at;
    for (size_t i = d.edges.size(); i-- > 0;)
      if (drawn_by_dot[i]) edges_at[d.edges[i]].push_back(i);
    for (std::string line; in_ >> word && word != "stop"; std::getline(in_, line)) {
      if (word == "node") {
        size_t n = 0;
        if (!(in_ >> n) || n >= d.boxes.size() || !point(layout.centres[n])) return false;
      } else if (word == "edge") {
        size_t from = 0, to = 0, count = 0;
        if (!(in_ >> from >> to >> count)) return false;
        std::vector<size_t>& left = edges_at[{from, to}];
        if (left.empty()) return false;
        std::vector<Point>& curve = layout.curves[left.back()];
        left.pop_back();
        curve.resize(count);
        for (Point& p : curve)
          if (!point(p)) return false;
      }
    }
    for (size_t i = 0; i < d.edges.size(); ++i)
      if (drawn_by_dot[i] && layout.curves[i].size() % 3 != 1) return false;
    return word == "stop";
  }

 private:
  static int pixels(double inches) { return static_cast<int>(std::lround(inches * pixels_per_inch)); }
  bool point(Point& p) {
    double x = 0, y = 0;
    if (!(in_ >> x >> y)) return false;
    p = {pixels(x), pixels(height_ - y)};
    return true;
  }

  std::istringstream in_;
  double height_ = 0;
};

}  // namespace

std::vector<bool> essential(const Drawing& d) {
  const size_t n = d.boxes.size(), words = (n + 63) / 64;
  std::vector<std::vector<size_t>> out(n);  // edges
  std::vector<size_t> waiting(n), order, position(n);
  for (size_t i = 0; i < d.edges.size(); ++i) {
    out[d.edges[i].first].push_back(i);
    ++waiting[d.edges[i].second];
  }
  for (size_t v = 0; v < n; ++v)
    if (waiting[v] == 0) order.push_back(v);
  for (size_t k = 0; k < order.size(); ++k) {
    position[order[k]] = k;
    for (size_t i : out[order[k]])
      if (--waiting[d.edges[i].second] == 0) order.push_back(d.edges[i].second);
  }
  if (order.size() < n) return std::vector<bool>(d.edges.size(), true);
  std::vector<bool> kept(d.edges.size());
  std::vector<uint64_t> reached(n * words);  // by box: which boxes it leads to
  for (auto v = order.rbegin(); v != order.rend(); ++v) {
    uint64_t* own = &reached[*v * words];
    std::ranges::sort(out[*v], {}, [&](size_t i) { return position[d.edges[i].second]; });
    for (size_t i : out[*v]) {
      const size_t to = d.edges[i].second;
      if (own[to / 64] >> (to % 64) & 1) continue;
      kept[i] = true;
      own[to / 64] |= uint64_t{1} << (to % 64);
      for (size_t w = 0; w < words; ++w) own[w] |= reached[to * words + w];
    }
  }
  return kept;
}

Result<std::vector<Placement>> lay_out(const std::vector<Drawing>& drawings) {
  std::vector<size_t> same(drawings.size());
  std::vector<std::pair<const Drawing*, std::vector<bool>>> different;
  std::map<std::string, size_t> seen;
  std::string input;
  for (size_t i = 0; i < drawings.size(); ++i) {
    const Drawing& d = drawings[i];
    auto by_dot = d.edges.size() > many_edges ? essential(d) : std::vector<bool>(d.edges.size(), true);
    std::string text = dot_text(d, by_dot);
    // All edges count here, those that dot does not see too.
    for (size_t e = 0; e < by_dot.size(); ++e)
      if (!by_dot[e]) text += fmt::format("// {} {}\n", d.edges[e].first, d.edges[e].second);
    const auto [it, fresh] = seen.emplace(std::move(text), different.size());
    same[i] = it->second;
    if (!fresh) continue;
    different.emplace_back(&d, std::move(by_dot));
    input += it->first;
  }
  std::vector<Placement> made(different.size()), placements;
  if (!different.empty()) {
    ASSIGN_OR_RETURN(std::string output, run_dot(input));
    PlainReader reader(std::move(output));
    for (size_t i = 0; i < different.size(); ++i) {
      const auto& [drawing, by_dot] = different[i];
      if (!reader.read(*drawing, by_dot, made[i]))
        return error("the answer of Graphviz's 'dot' cannot be read", {},
                     "see 'dot -V'; any version from 2.40 will do");
      add_bows(*drawing, made[i]);
    }
  }
  for (size_t i : same) placements.push_back(made[i]);
  return placements;
}

}  // namespace eutectic::report
