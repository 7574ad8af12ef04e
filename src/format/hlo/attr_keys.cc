#include "format/hlo/attr_keys.h"

#include <algorithm>

#include "ops/op_def.h"

namespace eutectic::hlo {
namespace {

using enum AttrName;

// Attributes that XLA prints on any instruction.
constexpr AttrName common[] = {Sharding,   FrontendAttributes, BackendConfig,        ControlPredecessors, OriginalValue,
                               Statistics, Schedule,           ParameterReplication, ResultAccuracy};

// What XLA prints on each op. OpDef::attrs is asked first; this list adds what has no meaning to us but is
// kept, and decides for keys that several attributes share.
std::span<const AttrName> own(OpKind op) {
#define ATTRS(...)                                    \
  do {                                                \
    static constexpr AttrName list[] = {__VA_ARGS__}; \
    return list;                                      \
  } while (0)
  switch (op) {
    case OpKind::AllGather:
      ATTRS(AllGatherDimension, ReplicaGroups, ChannelId, UseGlobalDeviceIds, ConstrainLayout, CollectiveMode);
    case OpKind::AllReduce:
      ATTRS(ReplicaGroups, ChannelId, UseGlobalDeviceIds, ConstrainLayout, ToApply, CollectiveMode);
    case OpKind::AllToAll:
      ATTRS(SplitDimension, ReplicaGroups, ChannelId, ConstrainLayout, CollectiveMode);
    case OpKind::CollectiveBroadcast:
      ATTRS(ReplicaGroups, ChannelId, CollectiveMode);
    case OpKind::CollectivePermute:
      ATTRS(SourceTargetPairs, ChannelId, GatherSliceSizes, CollectiveMode);
    case OpKind::ReduceScatter:
      ATTRS(ScatterDimension, ReplicaGroups, ChannelId, UseGlobalDeviceIds, ConstrainLayout, ToApply, CollectiveMode);
    case OpKind::AsyncStart:
    case OpKind::AsyncUpdate:
    case OpKind::AsyncDone:
      ATTRS(Calls, AsyncExecutionThread);
    case OpKind::BatchNormGrad:
    case OpKind::BatchNormInference:
    case OpKind::BatchNormTraining:
      ATTRS(Epsilon, FeatureIndex);
    case OpKind::Broadcast:
      ATTRS(BroadcastDimensions);
    case OpKind::Call:
      ATTRS(ToApply, IsComposite, OutputToOperandAliasing);
    case OpKind::Cholesky:
      ATTRS(Lower);
    case OpKind::Compare:
      ATTRS(Direction, CompareType);
    case OpKind::Concatenate:
      ATTRS(ConcatDimension);
    case OpKind::Conditional:
      ATTRS(BranchComputations, TrueComputation, FalseComputation);
    case OpKind::Convolution:
      ATTRS(Window, DimLabels, FeatureGroupCount, BatchGroupCount, OperandPrecision, Algorithm, PaddingType, Sparsity);
    case OpKind::CopyStart:
      ATTRS(CrossProgramPrefetch);
    case OpKind::CustomCall:
      ATTRS(CustomCallTarget, Window, DimLabels, FeatureGroupCount, BatchGroupCount, OperandLayoutConstraints,
            OutputToOperandAliasing, HasSideEffect, ToApply, CalledComputations, ApiVersion, CustomCallSchedule,
            CustomCallLiteral, PaddingType, OperandPrecision, Algorithm);
    case OpKind::Dot:
      ATTRS(LhsBatchDims, LhsContractingDims, RhsBatchDims, RhsContractingDims, OperandPrecision, Algorithm, Sparsity);
    case OpKind::DynamicSlice:
      ATTRS(SliceSizes);
    case OpKind::Fft:
      ATTRS(FftType, FftLength);
    case OpKind::Fusion:
      ATTRS(FusionKind, Calls, OutputToOperandAliasing, OutputFusionKind);
    case OpKind::Gather:
      ATTRS(OffsetDims, CollapsedSliceDims, StartIndexMap, OperandBatchingDims, StartIndicesBatchingDims,
            IndexVectorDim, GatherSliceSizes, IndicesAreSorted);
    case OpKind::GetDimensionSize:
      ATTRS(Dimensions);
    case OpKind::GetTupleElement:
      ATTRS(Index);
    case OpKind::Infeed:
      ATTRS(InfeedConfig);
    case OpKind::Iota:
      ATTRS(IotaDimension);
    case OpKind::Map:
      ATTRS(Dimensions, ToApply);
    case OpKind::Outfeed:
      ATTRS(OutfeedConfig, OutfeedShape);
    case OpKind::Pad:
      ATTRS(Padding);
    case OpKind::Recv:
    case OpKind::RecvDone:
    case OpKind::Send:
    case OpKind::SendDone:
      ATTRS(ChannelId, IsHostTransfer);
    case OpKind::Reduce:
      ATTRS(Dimensions, ToApply);
    case OpKind::ReducePrecision:
      ATTRS(ExponentBits, MantissaBits);
    case OpKind::ReduceWindow:
      ATTRS(Window, ToApply);
    case OpKind::Reshape:
      ATTRS(InferredDimension);
    case OpKind::Reverse:
      ATTRS(Dimensions);
    case OpKind::Rng:
      ATTRS(Distribution);
    case OpKind::RngBitGenerator:
      ATTRS(RngAlgorithm);
    case OpKind::RngGetAndUpdateState:
      ATTRS(Delta);
    case OpKind::Scatter:
      ATTRS(UpdateWindowDims, InsertedWindowDims, ScatterDimsToOperandDims, InputBatchingDims,
            ScatterIndicesBatchingDims, IndexVectorDim, IndicesAreSorted, UniqueIndices, ToApply);
    case OpKind::SelectAndScatter:
      ATTRS(Window, Select, Scatter);
    case OpKind::Slice:
      ATTRS(SliceStarts, SliceLimits, SliceStrides);
    case OpKind::Sort:
      ATTRS(SortDimension, IsStable, ToApply);
    case OpKind::TopK:
      ATTRS(K, Largest);
    case OpKind::Transpose:
      ATTRS(Permutation);
    case OpKind::TriangularSolve:
      ATTRS(LeftSide, Lower, UnitDiagonal, TransposeA);
    case OpKind::While:
      ATTRS(Condition, Body);
    default:
      return {};
  }
#undef ATTRS
}

// Lists whose emptiness is worth stating: an op's dimensions, not its optional index groups.
bool keeps_empty(AttrName name) {
  switch (name) {
    case Dimensions:
    case BroadcastDimensions:
    case Permutation:
    case SliceStarts:
    case SliceLimits:
    case SliceStrides:
    case SliceSizes:
    case GatherSliceSizes:
    case FftLength:
      return true;
    default:
      return false;
  }
}

bool all_default_precision(std::string_view text) {
  while (!text.empty()) {
    size_t start = text.find_first_not_of("{}, ");
    if (start == std::string_view::npos) break;
    size_t end = std::min(text.find_first_of("{}, ", start), text.size());
    if (text.substr(start, end - start) != "default") return false;
    text.remove_prefix(end);
  }
  return true;
}

}  // namespace

std::optional<AttrName> attr_of_key(OpKind op, std::string_view key) {
  if (key.empty()) return std::nullopt;
  for (const AttrSpec& spec : op_def(op).attrs)
    if (info(spec.name).hlo == key) return spec.name;
  for (AttrName name : own(op))
    if (info(name).hlo == key) return name;
  for (AttrName name : common)
    if (info(name).hlo == key) return name;
  return std::nullopt;
}

std::vector<std::string_view> keys_of(OpKind op) {
  std::vector<std::string_view> out;
  auto add = [&](AttrName name) {
    std::string_view key = info(name).hlo;
    if (!key.empty() && std::find(out.begin(), out.end(), key) == out.end()) out.push_back(key);
  };
  for (const AttrSpec& spec : op_def(op).attrs) add(spec.name);
  for (AttrName name : own(op)) add(name);
  for (AttrName name : common) add(name);
  out.push_back("metadata");
  return out;
}

bool is_default(OpKind op, AttrName name, const AttrValue& value) {
  if (const bool* b = std::get_if<bool>(&value)) return !*b;
  if (const Dims* dims = std::get_if<Dims>(&value)) return dims->empty() && !keeps_empty(name);
  if (const int64_t* n = std::get_if<int64_t>(&value))
    return *n == 1 && (name == FeatureGroupCount || name == BatchGroupCount);
  if (const auto* window = std::get_if<eutectic::Window>(&value)) return window->empty() && op != OpKind::ReduceWindow;
  if (const std::string* text = std::get_if<std::string>(&value)) {
    if (name == CompareType) return *text != "TOTALORDER";
    if (name == ApiVersion) return *text == "API_VERSION_ORIGINAL";
    if (name == OperandPrecision) return all_default_precision(*text);
    if (name == CustomCallSchedule) return *text == "SCHEDULE_NONE";
    if (name == PaddingType) return *text == "PADDING_INVALID";
  }
  return false;
}

std::span<const AttrName> always_written(OpKind op) {
  static constexpr AttrName gather[] = {OffsetDims, CollapsedSliceDims, StartIndexMap};
  static constexpr AttrName scatter[] = {UpdateWindowDims, InsertedWindowDims, ScatterDimsToOperandDims};
  static constexpr AttrName topk[] = {Largest};
  static constexpr AttrName broadcast[] = {BroadcastDimensions};
  switch (op) {
    case OpKind::Gather:
      return gather;
    case OpKind::Scatter:
      return scatter;
    case OpKind::TopK:
      return topk;
    case OpKind::Broadcast:
      return broadcast;
    default:
      return {};
  }
}

bool is_comp_list(AttrName name) { return name == BranchComputations || name == CalledComputations; }

}  // namespace eutectic::hlo
