// What is known of a kernel's integers: every value is a form (sum of atom * scale + constant, exact as mathematics);
// atoms have an interval, and bounds that are forms (a lane's number is at least its lanes' lower bound ...). So
// `%j - %lo` is in a tile although neither is. Values must be defined in the order they are computed.
#pragma once
#include <optional>
#include <utility>
#include <vector>

#include "kernel/kernel.h"

namespace eutectic::kernel {

using Wide = __int128;

struct Interval {
  Wide lo = 0, hi = 0;
  bool empty() const { return lo > hi; }
};

struct Form {
  std::vector<std::pair<uint32_t, int64_t>> terms;  // value number, scale; ascending, no zeros
  Wide constant = 0;
  bool operator==(const Form&) const = default;
  int64_t scale_of(uint32_t atom) const;
};

class Ranges {
 public:
  explicit Ranges(const Kernel& kernel);

  void define(const Stmt& stmt);  // all but what opens a region
  void define_unknown(ValueId value);
  // lo <= value < hi.
  void define_counter(ValueId value, const Form& lo, const Form& hi);
  void define_join(ValueId value, ValueId a, ValueId b);

  Form form(ValueId value) const;
  std::optional<Form> form(const Index& index) const;
  Interval range(const Form& form);
  Interval atom(uint32_t value) const { return intervals_[value]; }
  // A form of `atom` alone that is at least (at most) `form`; if it can be, with this scale of the atom.
  std::optional<Form> over_atom(const Form& form, uint32_t atom, bool upper, int64_t wanted = 0);

  // Inside a region that runs only if `pred` is true. Undone by restore(mark()).
  void assume(ValueId pred, bool truth);
  size_t mark() const { return undo_.size(); }
  void restore(size_t mark);

  // value = form / divisor, or form mod divisor, of forms that are not negative.
  struct Quotient {
    Form of;
    int64_t divisor = 0;  // 0: neither
    bool remainder = false;
  };
  const Quotient& quotient(uint32_t value) const { return quotients_[value]; }
  const std::vector<uint32_t>& quotient_atoms() const { return quotient_atoms_; }

 private:
  struct Bound {
    Form form;
    int64_t divisor = 1;  // the bound is form / divisor
  };
  void set_atom(ValueId value, Interval interval);
  void set_form(ValueId value, const std::optional<Form>& form, Interval otherwise);
  void divide(ValueId value, const Form& of, int64_t divisor, bool remainder, Interval full);
  std::optional<Wide> bound(const Form& form, bool upper, int depth);
  std::optional<Form> reduce_to(const Form& form, uint32_t atom, bool upper, int depth);
  std::optional<int64_t> constant(ValueId value) const;
  void narrow(const Form& less);  // less < 0

  const Kernel& k_;
  std::vector<std::optional<Form>> forms_;  // none: the value is an atom
  std::vector<Interval> intervals_;
  std::vector<std::vector<Bound>> lower_, upper_;
  std::vector<Quotient> quotients_;
  std::vector<uint32_t> quotient_atoms_;
  std::vector<const Stmt*> definitions_;
  std::vector<std::pair<uint32_t, Interval>> undo_;
  int budget_ = 0;
  int64_t wanted_ = 0;
};

Interval type_interval(ElementType type);                              // integers and pred
std::optional<Form> add(const Form& a, const Form& b, int64_t scale);  // a + b * scale
std::string to_string(Wide value);

}  // namespace eutectic::kernel
