// Special functions of one or two real arguments, accurate to about one unit in the last place of a double
// (long double inside). Where a function has no value the convention is that of XLA's chlo decompositions.
#pragma once

namespace eutectic::special {

double bessel_i1e(double x);
double digamma(double x);
double erf(double x);
double erf_inv(double x);
double erf_inv_for_float(double x);  // for results that are rounded to a float; ten times faster
double erfc(double x);
double lgamma(double x);
double polygamma(double order, double x);
double zeta(double s, double q);

}  // namespace eutectic::special
