// One-dimensional discrete Fourier transforms in complex<double>, any length.
#pragma once
#include <complex>
#include <memory>
#include <span>
#include <vector>

namespace eutectic::contract {

// A transform of one length: radix 2 for powers of two, direct for short lengths, otherwise Bluestein's
// (chirp convolution over a power of two). Tables are made once per length.
class Transform {
 public:
  explicit Transform(int64_t n);
  // x[k] = sum_j x[j] exp(-2 pi i j k / n); inverse: +2 pi i and divided by n.
  void run(std::span<std::complex<double>> x, bool inverse) const;

 private:
  void forward(std::span<std::complex<double>> x) const;
  int64_t n_;
  std::vector<std::complex<double>> roots_;   // exp(-2 pi i k / n)
  std::vector<std::complex<double>> chirp_;   // Bluestein: exp(-pi i k^2 / n)
  std::vector<std::complex<double>> kernel_;  // Bluestein: transform of the conjugate chirp
  std::shared_ptr<Transform> padded_;
};

}  // namespace eutectic::contract
