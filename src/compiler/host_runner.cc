#include "compiler/host_runner.h"

#include "ops/evaluator.h"

namespace eutectic::compiler {
namespace {

using runtime::Buffer;

// Nesting of tuples is limited by the readers.
Shape without_layout(const Shape& shape) {
  Shape out{shape.type, shape.dims, std::nullopt, {}};
  for (const Shape& e : shape.elements) out.elements.push_back(without_layout(e));
  return out;
}

Literal from_leaves(const Shape& shape, std::vector<Buffer>& leaves, size_t& next) {
  if (!shape.is_tuple()) return Literal::over(shape, std::move(leaves[next++]));
  std::vector<Literal> elements;
  for (const Shape& e : shape.elements) elements.push_back(from_leaves(e, leaves, next));
  return Literal::tuple(std::move(elements));
}

void take_leaves(Literal& value, std::vector<Buffer>& out) {
  if (!value.shape().is_tuple()) {
    out.push_back(value.take_buffer());
    return;
  }
  for (Literal& e : value.mutable_elements()) take_leaves(e, out);
}

class EvaluatorRunner : public runtime::HostRunner {
 public:
  EvaluatorRunner(std::shared_ptr<const Module> module, std::shared_ptr<const std::vector<HostOp>> ops)
      : module_(std::move(module)), ops_(std::move(ops)), evaluator_(*module_) {}

  Result<std::vector<Buffer>> run(uint32_t number, std::vector<Buffer> operands) override {
    const HostOp& op = (*ops_)[number];
    std::vector<Literal> values;
    values.reserve(op.operands.size());
    size_t next = 0;
    for (const Shape& shape : op.operands) values.push_back(from_leaves(shape, operands, next));
    ASSIGN_OR_RETURN(Literal result, evaluator_.evaluate_instr(op.instr, std::move(values)));
    std::vector<Buffer> out;
    take_leaves(result, out);
    return out;
  }

  std::vector<std::string> take_check_failures() override { return std::move(evaluator_.check_failures()); }

 private:
  std::shared_ptr<const Module> module_;
  std::shared_ptr<const std::vector<HostOp>> ops_;
  Evaluator evaluator_;
};

}  // namespace

std::vector<HostOp> host_ops(const Module& module, const std::vector<InstrId>& instrs) {
  std::vector<HostOp> out;
  for (InstrId id : instrs) {
    HostOp op{id, {}};
    for (InstrId o : module.operands(id)) op.operands.push_back(without_layout(module.shape(o)));
    out.push_back(std::move(op));
  }
  return out;
}

std::unique_ptr<runtime::HostRunner> make_host_runner(std::shared_ptr<const Module> module,
                                                      std::shared_ptr<const std::vector<HostOp>> ops) {
  return std::make_unique<EvaluatorRunner>(std::move(module), std::move(ops));
}

}  // namespace eutectic::compiler
