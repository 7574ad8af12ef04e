// What a subcommand declares of its flags. CLI11 does the parsing (parse.cc): its header, which takes longer to
// compile than any of ours, is included there alone.
#pragma once
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace eutectic::cli {

// What a value must be.
struct Check {
  std::vector<std::string> members;  // one of these, if there are any; else a number in [low, high]
  double low = 0, high = 0;
};
Check IsMember(std::initializer_list<std::string_view> names);
Check IsMember(std::initializer_list<int> numbers);
Check Range(double low, double high);
extern const Check PositiveNumber, NonNegativeNumber;

class Option {
 public:
  Option* required();
  Option* check(const Check& check);
  Option* capture_default_str();  // the help shows the value that the variable has now
  Option* excludes(Option* other);
  size_t count() const;  // how often it was given

 private:
  friend class App;
  void* option_ = nullptr;
};

class App {
 public:
  explicit App(void* app);
  ~App();
  // Names as "--rtol", "--jobs,-j" or "program" (positional). T: bool is a flag; parse.cc lists the other types.
  template <class T>
  Option* add_option(const std::string& names, T& value, const std::string& help);
  Option* add_flag(const std::string& names, bool& value, const std::string& help);

 private:
  Option* keep(void* option);
  void* app_;
  std::vector<std::unique_ptr<Option>> options_;
};

}  // namespace eutectic::cli
