#include "impl/batch/arrow.h"
#include "impl/batch/arrow_node.h"
#include "impl/batch/batch.h"

namespace perfc::batch {
namespace {

constexpr char kBinaryView[] = "vz";
constexpr char kList[] = "+l";
constexpr char kStruct[] = "+s";
constexpr const char* kBranchParts[] = {"from", "to", "flags"};
constexpr const char* kCountParts[] = {"value", "id", "lost"};

const char* FormatOf(const ColumnSpec& spec) {
  if (spec.shape == Shape::kBytes) return kBinaryView;
  if (IsRange(spec)) return kList;
  return spec.width == 8 ? "L" : spec.width == 4 ? "I" : "S";
}

const char* const* PartsOf(const ColumnSpec& spec) {
  return spec.shape == Shape::kCounts ? kCountParts : kBranchParts;
}

bool MakeSchema(ArrowSchema* out, const char* format, const char* name,
                int64_t flags, size_t children) {
  if (MakeNode(out, children) == nullptr) return false;
  out->format = format;
  out->name = name;
  out->flags = flags;
  return true;
}

bool ColumnSchema(const ColumnSpec& spec, ArrowSchema* out) {
  const char* format = FormatOf(spec);
  const bool list = format == kList;
  if (!MakeSchema(out, format, spec.name, ARROW_FLAG_NULLABLE, list)) {
    return false;
  }
  if (!list) return true;
  ArrowSchema* item = out->children[0];
  if (ElementsPerEntry(spec) == 1) return MakeSchema(item, "L", "item", 0, 0);
  if (!MakeSchema(item, kStruct, "item", 0, 3)) return false;
  for (int i = 0; i < 3; ++i) {
    if (!MakeSchema(item->children[i], "L", PartsOf(spec)[i], 0, 0)) {
      return false;
    }
  }
  return true;
}

}  // namespace

int ExportSchema(const Batch& batch, uint32_t which, ArrowSchema* out) {
  const Table& table = batch.table(which);
  size_t child = 0;
  const bool good =
      MakeSchema(out, kStruct, "", 0, CountColumns(table)) &&
      ForColumns(table, [&](uint32_t column) {
        return ColumnSchema(SpecsOf(which)[column], out->children[child++]);
      });
  return Finished(good, out);
}

}  // namespace perfc::batch
