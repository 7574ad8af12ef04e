// Access maps: which operand elements an output element reads. Quasi-affine expressions of the output's
// dimensions, of reduction ranges and of run-time values, piecewise where an op selects its source by index
// (concatenate, pad).
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace eutectic {

// An immutable index expression. Copies share structure.
class IndexExpr {
 public:
  enum class Kind : uint8_t { Const, Dim, Range, Runtime, Add, Mul, FloorDiv, Mod, Clamp };

  IndexExpr() : IndexExpr(constant(0)) {}
  static IndexExpr constant(int64_t value);
  static IndexExpr dim(int64_t n);      // output dimension n
  static IndexExpr range(int64_t n);    // reduction range n, iterated from 0
  static IndexExpr runtime(int64_t n);  // run-time value n of the map
  // Simplified on construction (constants folded, x*1, x+0, (x mod n) for x known in range is left to simplify).
  friend IndexExpr operator+(const IndexExpr& a, const IndexExpr& b);
  friend IndexExpr operator*(const IndexExpr& a, int64_t factor);
  IndexExpr floordiv(int64_t divisor) const;  // divisor > 0; rounds down
  IndexExpr mod(int64_t divisor) const;       // result in [0, divisor)
  IndexExpr clamp(int64_t low, int64_t high) const;

  Kind kind() const;
  int64_t value() const;           // constant, number of the dim/range/runtime, factor or divisor; clamp: low
  int64_t high() const;            // clamp only
  const IndexExpr& left() const;   // operand of Add, Mul, FloorDiv, Mod, Clamp
  const IndexExpr& right() const;  // Add only

  int64_t evaluate(std::span<const int64_t> dims, std::span<const int64_t> ranges,
                   std::span<const int64_t> runtimes) const;
  std::string to_string() const;  // "d0 floordiv 4 + r0 * 2"
  bool operator==(const IndexExpr& other) const;

 private:
  struct Node;
  explicit IndexExpr(std::shared_ptr<const Node> node) : node_(std::move(node)) {}
  std::shared_ptr<const Node> node_;
};

// low <= expr <= high, and, when stride > 1, (expr - low) is a multiple of stride.
struct IndexConstraint {
  IndexExpr expr;
  int64_t low = 0, high = 0, stride = 1;
  bool operator==(const IndexConstraint&) const = default;
};

// Where the constraints hold, the operand is read at `index`; elsewhere it is not read by this piece.
struct AccessPiece {
  std::vector<IndexConstraint> where;
  std::vector<IndexExpr> index;
  bool operator==(const AccessPiece&) const = default;
};

// A value known only when the program runs: element `index` of operand `operand` of the op, which may depend on ranges
// as well.
struct RuntimeValue {
  int64_t operand = 0;
  std::vector<IndexExpr> index;
  int64_t low = 0, high = 0;  // a value beyond is taken as the nearer of them
  bool operator==(const RuntimeValue&) const = default;
};

struct AccessMap {
  std::vector<int64_t> output_dims;    // extents of d0, d1, ...
  std::vector<int64_t> ranges;         // extents of r0, r1, ...
  std::vector<RuntimeValue> runtimes;  // s0, s1, ...
  std::vector<AccessPiece> pieces;     // at most one holds for a point; none at all: the operand is not read

  static AccessMap identity(std::span<const int64_t> dims);
  static AccessMap single(std::span<const int64_t> output_dims, std::vector<IndexExpr> index,
                          std::vector<int64_t> ranges = {});
  // For an operand that no element reads.
  static AccessMap nothing(std::span<const int64_t> output_dims);
  bool is_identity() const;
  std::string to_string() const;
  bool operator==(const AccessMap&) const = default;
};

// Rewrites expressions using the extents of dims and ranges: x mod n = x when 0 <= x < n, and so on.
AccessMap simplify(const AccessMap& map);
// Lowest and highest value of an expression over the map's domain.
struct IndexBounds {
  int64_t low, high;
};
IndexBounds bounds_of(const IndexExpr& expr, const AccessMap& map);
// outer: result element -> element of value v; inner: element of v -> element of v's operand.
AccessMap compose(const AccessMap& outer, const AccessMap& inner);

}  // namespace eutectic
