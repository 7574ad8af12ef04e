// See load.h.
#include "cli/load.h"

#include "cli/process.h"
#include "ops/verify.h"

namespace eutectic::cli {

std::unique_ptr<Program> load_program(const std::string& path, int& code, bool with_rules) {
  auto program = std::make_unique<Program>();
  program->path = path;
  auto bytes = read_file(path);
  if (!bytes) {
    err(render(bytes.error()));
    code = exit_usage;
    return nullptr;
  }
  auto kept = std::make_shared<const std::string>(std::move(*bytes));
  remember_input(path, kept);
  program->size_bytes = kept->size();
  program->format = detect_format(*kept);
  auto module = read_program(*kept, path);
  if (!module) {
    err(render(module.error()));
    code = exit_failed;
    return nullptr;
  }
  program->module = std::move(*module);
  if (with_rules) {
    if (auto status = verify(program->module); !status) {
      code = fail_at(std::move(status).error(), path, exit_failed);
      return nullptr;
    }
  }
  code = exit_ok;
  return program;
}

namespace {

// Nesting of tuples is limited by the readers.
void flatten_shape(const Shape& shape, std::vector<Shape>& out) {
  if (shape.is_tuple()) {
    for (const Shape& element : shape.elements) flatten_shape(element, out);
  } else if (shape.is_array()) {
    out.push_back(shape);
  }
}

void flatten_literal(const Literal& value, std::vector<Literal>& out) {
  if (value.shape().is_tuple()) {
    for (const Literal& element : value.elements()) flatten_literal(element, out);
  } else if (value.shape().is_array()) {
    out.push_back(value);
  }
}

}  // namespace

std::vector<Shape> flatten(const std::vector<Shape>& shapes) {
  std::vector<Shape> out;
  for (const Shape& shape : shapes) flatten_shape(shape, out);
  return out;
}

std::vector<Literal> flatten(const Literal& value) {
  std::vector<Literal> out;
  flatten_literal(value, out);
  return out;
}

Literal unflatten(const Shape& shape, std::vector<Literal>& leaves, size_t& next) {
  if (shape.is_tuple()) {
    std::vector<Literal> elements;
    for (const Shape& element : shape.elements) elements.push_back(unflatten(element, leaves, next));
    return Literal::tuple(std::move(elements));
  }
  if (!shape.is_array()) return Literal::zeros(shape);
  return std::move(leaves[next++]);
}

}  // namespace eutectic::cli
