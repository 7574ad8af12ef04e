// See layout.h. All drawings go through one run of dot, equal ones once.
#include "report/layout.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <sstream>

extern char** environ;

namespace eutectic::report {
namespace {

constexpr double pixels_per_inch = 72;
// From here on dot's last refinements cost more time than they make the drawing better.
constexpr size_t many_edges = 300;

std::string dot_text(const Drawing& d) {
  std::string s = "digraph {\nnode [shape=box, fixedsize=true, label=\"\"];\nnodesep=0.22; ranksep=0.45;\n";
  if (d.edges.size() > many_edges) s += "nslimit=2; nslimit1=2; mclimit=0.3; splines=polyline;\n";
  for (size_t i = 0; i < d.boxes.size(); ++i)
    s += fmt::format("{} [width={:.4f}, height={:.4f}];\n", i, d.boxes[i].width / pixels_per_inch,
                     d.boxes[i].height / pixels_per_inch);
  for (const auto& [from, to] : d.edges) s += fmt::format("{} -> {};\n", from, to);
  return s + "}\n";
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

  bool read(const Drawing& d, Placement& layout) {
    std::string word;
    double scale = 0, width = 0;
    if (!(in_ >> word >> scale >> width >> height_) || word != "graph") return false;
    layout.width = pixels(width);
    layout.height = pixels(height_);
    layout.centres.resize(d.boxes.size());
    layout.curves.resize(d.edges.size());
    std::map<std::pair<size_t, size_t>, size_t> edge_at;
    for (size_t i = 0; i < d.edges.size(); ++i) edge_at[d.edges[i]] = i;
    for (std::string line; in_ >> word && word != "stop"; std::getline(in_, line)) {
      if (word == "node") {
        size_t n = 0;
        if (!(in_ >> n) || n >= d.boxes.size() || !point(layout.centres[n])) return false;
      } else if (word == "edge") {
        size_t from = 0, to = 0, count = 0;
        if (!(in_ >> from >> to >> count)) return false;
        const auto it = edge_at.find({from, to});
        if (it == edge_at.end()) return false;
        std::vector<Point>& curve = layout.curves[it->second];
        curve.resize(count);
        for (Point& p : curve)
          if (!point(p)) return false;
      }
    }
    for (const auto& curve : layout.curves)
      if (curve.size() % 3 != 1) return false;
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

Result<std::vector<Placement>> lay_out(const std::vector<Drawing>& drawings) {
  std::vector<size_t> same(drawings.size());
  std::vector<const Drawing*> different;
  std::map<std::string, size_t> seen;
  std::string input;
  for (size_t i = 0; i < drawings.size(); ++i) {
    std::string text = dot_text(drawings[i]);
    const auto [it, fresh] = seen.emplace(std::move(text), different.size());
    same[i] = it->second;
    if (!fresh) continue;
    different.push_back(&drawings[i]);
    input += it->first;
  }
  std::vector<Placement> made(different.size()), layouts;
  if (!different.empty()) {
    ASSIGN_OR_RETURN(std::string output, run_dot(input));
    PlainReader reader(std::move(output));
    for (size_t i = 0; i < different.size(); ++i)
      if (!reader.read(*different[i], made[i]))
        return error("the answer of Graphviz's 'dot' cannot be read", {},
                     "see 'dot -V'; any version from 2.40 will do");
  }
  for (size_t i : same) layouts.push_back(made[i]);
  return layouts;
}

}  // namespace eutectic::report
