// fft: FFT, IFFT, RFFT and IRFFT over the last one to three dimensions, any length, in double throughout.
#include "ops/access.h"
#include "ops/contract/common.h"
#include "ops/contract/fft_core.h"

namespace eutectic::contract {

namespace {

using Complex = std::complex<double>;
constexpr double pi = 3.14159265358979323846;
constexpr int64_t direct_limit = 32;

bool is_power_of_two(int64_t n) { return (n & (n - 1)) == 0; }

// exp(-2 pi i k / n), reduced to the first octant so that the table is accurate and symmetric.
Complex root(int64_t k, int64_t n) {
  k %= n;
  double angle = -2 * pi * static_cast<double>(k) / static_cast<double>(n);
  if (8 * k == n) return {std::sqrt(0.5), -std::sqrt(0.5)};
  if (4 * k == n) return {0, -1};
  if (2 * k == n) return {-1, 0};
  if (4 * k == 3 * n) return {0, 1};
  return {std::cos(angle), std::sin(angle)};
}

}  // namespace

Transform::Transform(int64_t n) : n_(n) {
  if (n <= direct_limit || is_power_of_two(n)) {
    roots_.resize(static_cast<size_t>(n));
    for (int64_t k = 0; k < n; ++k) roots_[static_cast<size_t>(k)] = root(k, n);
    return;
  }
  int64_t m = 1;
  while (m < 2 * n - 1) m *= 2;
  padded_ = std::make_shared<Transform>(m);
  chirp_.resize(static_cast<size_t>(n));
  kernel_.resize(static_cast<size_t>(m));
  for (int64_t k = 0; k < n; ++k) {
    // k^2 mod 2n, without overflow for n < 2^31.
    chirp_[static_cast<size_t>(k)] = root((k * k) % (2 * n), 2 * n);
    Complex c = std::conj(chirp_[static_cast<size_t>(k)]);
    kernel_[static_cast<size_t>(k)] = c;
    if (k > 0) kernel_[static_cast<size_t>(m - k)] = c;
  }
  padded_->forward(kernel_);
}

void Transform::forward(std::span<Complex> x) const {
  size_t n = static_cast<size_t>(n_);
  if (n <= 1) return;
  if (padded_) {
    std::vector<Complex> work(kernel_.size());
    for (size_t k = 0; k < n; ++k) work[k] = x[k] * chirp_[k];
    padded_->forward(work);
    for (size_t k = 0; k < work.size(); ++k) work[k] *= kernel_[k];
    padded_->run(work, true);
    for (size_t k = 0; k < n; ++k) x[k] = work[k] * chirp_[k];
    return;
  }
  if (!is_power_of_two(n_)) {
    std::vector<Complex> out(n);
    for (size_t k = 0; k < n; ++k) {
      Complex sum = 0;
      for (size_t j = 0; j < n; ++j) sum += x[j] * roots_[j * k % n];
      out[k] = sum;
    }
    std::copy(out.begin(), out.end(), x.begin());
    return;
  }
  for (size_t i = 1, j = 0; i < n; ++i) {
    size_t bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(x[i], x[j]);
  }
  for (size_t half = 1; half < n; half *= 2) {
    size_t step = n / (2 * half);
    for (size_t i = 0; i < n; i += 2 * half)
      for (size_t k = 0; k < half; ++k) {
        Complex w = roots_[k * step], a = x[i + k], b = x[i + k + half];
        Complex t(b.real() * w.real() - b.imag() * w.imag(), b.real() * w.imag() + b.imag() * w.real());
        x[i + k] = a + t;
        x[i + k + half] = a - t;
      }
  }
}

void Transform::run(std::span<Complex> x, bool inverse) const {
  if (!inverse) {
    forward(x);
    return;
  }
  for (Complex& v : x) v = std::conj(v);
  forward(x);
  double scale = 1.0 / static_cast<double>(n_);
  for (Complex& v : x) v = std::conj(v) * scale;
}

}  // namespace eutectic::contract

namespace eutectic {
namespace {

using namespace contract;

Result<Shape> fft_shape(const OpView& op) {
  RETURN_IF_ERROR(expect_arrays(op));
  const Shape& in = op.operand_shape(0);
  const Dims& length = op.attrs().dims(AttrName::FftLength);
  const std::string& type = op.attrs().text(AttrName::FftType);
  if (length.empty() || length.size() > 3)  // (C3)
    return op_error(op, fmt::format("fft_length must have 1 to 3 entries, but has {}", length.size()));
  if (static_cast<int64_t>(length.size()) > in.rank())  // (C1)
    return op_error(op, fmt::format("fft_length has {} entries for an operand of rank {}", length.size(), in.rank()));
  bool real_in = type == "RFFT", real_out = type == "IRFFT";
  if (real_in ? in.type != ElementType::F32 && in.type != ElementType::F64 : !is_complex(in.type))  // (C2)
    return op_error(op, fmt::format("{} takes {}, but the operand is {}", type, real_in ? "f32 or f64" : "c64 or c128",
                                    to_hlo(in, false)));
  std::vector<int64_t> dims = in.dims;
  size_t first = dims.size() - length.size();
  for (size_t i = 0; i < length.size(); ++i) {
    bool last = i + 1 == length.size();
    if (length[i] < 0 || length[i] >= int64_t{1} << 30)
      return op_error(op, fmt::format("fft_length {} is out of range", length[i]));
    int64_t want = last && real_out ? (length[i] == 0 ? 0 : length[i] / 2 + 1) : length[i];
    if (dims[first + i] != want)  // (C4), (C5)
      return op_error(op, fmt::format("{} of length {} needs extent {} in dimension {}, but it is {}", type, length[i],
                                      want, first + i, dims[first + i]));
  }
  if (real_in) dims.back() = length.back() == 0 ? 0 : length.back() / 2 + 1;
  if (real_out) dims.back() = length.back();
  ElementType result = in.type;
  if (real_in) result = in.type == ElementType::F32 ? ElementType::C64 : ElementType::C128;
  if (real_out) result = part_type(in.type);
  return Shape::array(result, dims);
}

void transform_dimension(std::vector<std::complex<double>>& x, std::span<const int64_t> dims, size_t d, bool inverse) {
  int64_t n = dims[d], inner = product(dims.subspan(d + 1)), outer = product(dims.first(d));
  if (n < 2 || inner == 0 || outer == 0) return;
  Transform transform(n);
  std::vector<std::complex<double>> row(static_cast<size_t>(n));
  for (int64_t a = 0; a < outer; ++a)
    for (int64_t j = 0; j < inner; ++j) {
      std::complex<double>* at = x.data() + a * n * inner + j;
      for (int64_t k = 0; k < n; ++k) row[static_cast<size_t>(k)] = at[k * inner];
      transform.run(row, inverse);
      for (int64_t k = 0; k < n; ++k) at[k * inner] = row[static_cast<size_t>(k)];
    }
}

Result<Literal> fft_evaluate(EvalContext& context) {
  const OpView& op = context.op;
  ASSIGN_OR_RETURN(Shape shape, fft_shape(op));
  const std::string& type = op.attrs().text(AttrName::FftType);
  const Literal& in = context.operands[0];
  std::vector<int64_t> dims = in.dims();
  std::vector<std::complex<double>> x = widened<std::complex<double>>(in);
  size_t rank = dims.size(), first = rank - op.attrs().dims(AttrName::FftLength).size();
  if (type == "FFT" || type == "IFFT") {
    for (size_t d = rank; d-- > first;) transform_dimension(x, dims, d, type == "IFFT");
    return narrowed(x, shape);
  }
  int64_t n = type == "RFFT" ? dims.back() : shape.dims.back(), half = n == 0 ? 0 : n / 2 + 1;
  int64_t rows = product(std::span<const int64_t>(dims).first(rank - 1));
  if (type == "RFFT") {
    transform_dimension(x, dims, rank - 1, false);
    std::vector<std::complex<double>> kept;
    for (int64_t r = 0; r < rows; ++r) kept.insert(kept.end(), x.begin() + r * n, x.begin() + r * n + half);
    dims.back() = half;
    for (size_t d = rank - 1; d-- > first;) transform_dimension(kept, dims, d, false);
    return narrowed(kept, shape);
  }
  // IRFFT: the other dimensions first, then each row is completed by symmetry. Imaginary parts of the
  // elements that are their own mirror image are ignored.
  for (size_t d = first; d + 1 < rank; ++d) transform_dimension(x, dims, d, true);
  std::vector<double> out(static_cast<size_t>(rows * n));
  Transform transform(std::max<int64_t>(n, 1));
  std::vector<std::complex<double>> row(static_cast<size_t>(n));
  for (int64_t r = 0; r < rows && n > 0; ++r) {
    for (int64_t k = 0; k < half; ++k) row[static_cast<size_t>(k)] = x[static_cast<size_t>(r * half + k)];
    row[0] = row[0].real();
    if (n % 2 == 0) row[static_cast<size_t>(n / 2)] = row[static_cast<size_t>(n / 2)].real();
    for (int64_t k = half; k < n; ++k) row[static_cast<size_t>(k)] = std::conj(row[static_cast<size_t>(n - k)]);
    transform.run(row, true);
    for (int64_t k = 0; k < n; ++k) out[static_cast<size_t>(r * n + k)] = row[static_cast<size_t>(k)].real();
  }
  return narrowed(out, shape);
}

// All of the transformed dimensions.
std::optional<AccessMap> fft_access(const OpView& op, AccessPair) {
  const Dims& in = op.operand_shape(0).dims;
  const size_t first = in.size() - op.attrs().dims(AttrName::FftLength).size();
  std::vector<IndexExpr> index = all_dims(first);
  for (size_t d = first; d < in.size(); ++d) index.push_back(IndexExpr::range(static_cast<int64_t>(d - first)));
  return AccessMap::single(op.shape().dims, std::move(index), {in.begin() + static_cast<ptrdiff_t>(first), in.end()});
}

}  // namespace

const OpDef op_def_Fft = {
    .kind = OpKind::Fft,
    .min_operands = 1,
    .max_operands = 1,
    .attrs = {{AttrName::FftType, true, "FFT|IFFT|RFFT|IRFFT"}, {AttrName::FftLength, true}},
    .shape = fft_shape,
    .access = fft_access,
    .evaluate = fft_evaluate,
    .types = "fc",
    .summary = "discrete Fourier transform over the last one to three dimensions",
};

}  // namespace eutectic
