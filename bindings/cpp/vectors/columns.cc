#include "columns.h"

#include "json.h"
#include "typed.h"

namespace {

namespace columns = perfc::columns;

// One row of the samples table.
class Sample {
 public:
  Sample(perfc::Table table, uint64_t row, Json* out)
      : table_(table), row_(row), out_(out) {}

  void describe(const std::vector<uint64_t>& read_formats) const {
    out_->open(nullptr, '{');
    out_->text("type", "SAMPLE");
    tell(columns::misc);
    out_->small("attr", attr());
    head();
    read(read_formats[attr()]);
    middle();
    tail();
    out_->close('}');
  }

 private:
  uint32_t attr() const { return table_.column(columns::attr_index)[row_]; }

  template <typename View>
  auto get(perfc::ColumnName<View> name) const {
    return table_.column(name).get(row_);
  }

  // A number's width says how it is written.
  void tell(columns::U64 name) const {
    if (const auto value = get(name)) out_->big(name.text(), *value);
  }
  template <typename T>
  void tell(perfc::ColumnName<perfc::Numbers<T>> name) const {
    if (const auto value = get(name)) out_->small(name.text(), *value);
  }
  void tell(columns::Words name) const {
    if (const auto value = get(name)) out_->words(name.text(), *value);
  }
  void tell(columns::Bytes name) const {
    if (const auto value = get(name)) out_->bytes(name.text(), *value);
  }

  void head() const {
    tell(columns::identifier);
    tell(columns::ip);
    tell(columns::pid);
    tell(columns::tid);
    tell(columns::time);
    tell(columns::addr);
    tell(columns::id);
    tell(columns::stream_id);
    tell(columns::cpu);
    tell(columns::period);
  }

  void read(uint64_t read_format) const {
    const auto values = get(columns::read_values);
    if (!values) return;
    out_->open("read", '{');
    tell(columns::time_enabled);
    tell(columns::time_running);
    out_->open("values", '[');
    for (const perfc_read_value& value : *values) {
      ::describe(value, read_format, out_);
    }
    out_->close(']');
    out_->close('}');
  }

  void middle() const {
    tell(columns::callchain);
    tell(columns::raw);
    tell(columns::branch_hw_idx);
    if (const auto branches = get(columns::branches)) {
      out_->open("branches", '[');
      for (const perfc_branch_entry& entry : *branches) {
        ::describe(entry, out_);
      }
      out_->close(']');
    }
    tell(columns::branch_counters);
    tell(columns::user_abi);
    tell(columns::user_regs);
    tell(columns::stack);
    tell(columns::stack_dyn_size);
  }

  void tail() const {
    tell(columns::weight);
    tell(columns::weight_var1_dw);
    tell(columns::weight_var2_w);
    tell(columns::weight_var3_w);
    tell(columns::data_src);
    tell(columns::transaction);
    tell(columns::intr_abi);
    tell(columns::intr_regs);
    tell(columns::phys_addr);
    tell(columns::cgroup);
    tell(columns::data_page_size);
    tell(columns::code_page_size);
    tell(columns::aux);
    tell(columns::rest);
  }

  perfc::Table table_;
  uint64_t row_;
  Json* out_;
};

}  // namespace

void describe(const perfc::Batch& batch, perfc::PlanView plan,
              const std::vector<uint64_t>& read_formats,
              std::vector<std::string>* lines) {
  Json json;
  for (const perfc::Row row : batch.rows()) {
    if (row.table == PERFC_TABLE_SAMPLES) {
      Sample(batch.samples(), row.row, &json).describe(read_formats);
    } else {
      describe(plan, batch.records()[row.row].view(), &json);
    }
    lines->push_back(json.take());
  }
}
