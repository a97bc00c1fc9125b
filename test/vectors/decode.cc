#include "test/vectors/decode.h"

#include <cerrno>
#include <cstring>

#include "test/vectors/columns.h"
#include "test/vectors/typed.h"

namespace vectors {
namespace {

using encoder::Order;

constexpr size_t kHeader = 8;
constexpr size_t kScratch = 65536;

struct AttrBytes {
  const void* data;
  size_t size;
  const std::vector<uint64_t>* ids;
};

Plan FromAttrs(const std::vector<AttrBytes>& attrs, uint32_t byte_order,
               uint32_t default_attr) {
  perfc_plan* plan = nullptr;
  if (perfc_plan_create(byte_order, &plan, nullptr) != 0) return nullptr;
  for (const AttrBytes& attr : attrs) {
    if (perfc_plan_add_attr(plan, attr.data, attr.size, attr.ids->data(),
                            attr.ids->size(), nullptr) < 0) {
      perfc_plan_destroy(plan);
      return nullptr;
    }
  }
  if (perfc_plan_set_default(plan, default_attr) != 0) {
    perfc_plan_destroy(plan);
    return nullptr;
  }
  return Plan(plan);
}

// The size in a record's header, or 0 if it can't be right.
size_t RecordSize(const uint8_t* data, size_t left, Order order) {
  if (left < kHeader) return 0;
  const size_t low = data[order == Order::kBig ? 7 : 6];
  const size_t high = data[order == Order::kBig ? 6 : 7];
  const size_t size = low | high << 8;
  return size >= kHeader && size % 8 == 0 && size <= left ? size : 0;
}

// What one fill gave, into told. False if it was the last one.
bool TellFill(const perfc_batch* batch, const perfc_plan* plan, int filled,
              uint64_t* sequence, Sink* sink, Told* told) {
  const Rows rows(batch, plan);
  if (rows.count() != static_cast<uint64_t>(filled < 0 ? 0 : filled)) {
    told->problem = "the fill's result isn't the number of rows";
  }
  for (uint64_t row = 0; row < rows.count(); ++row) {
    if (rows.sequence(row) != (*sequence)++) {
      told->problem = "a sequence number isn't the next one";
    }
    if (!rows.Describe(row, sink)) {
      told->problem = "columns contradict the record, or nulls aren't empty";
    }
    told->records.push_back(sink->Take());
  }
  return filled > 0;
}

}  // namespace

Plan MakePlan(const Stored& from) {
  std::vector<AttrBytes> attrs;
  for (const auto& attr : from.attrs) {
    attrs.push_back({attr.data, attr.size, &attr.ids});
  }
  return FromAttrs(attrs, from.byte_order, from.default_attr);
}

Plan MakePlan(const Case& from, Order order) {
  std::vector<encoder::Bytes> bytes;
  std::vector<AttrBytes> attrs;
  for (const auto& attr : from.attrs) bytes.push_back(attr.attr.Encode(order));
  for (size_t i = 0; i < bytes.size(); ++i) {
    attrs.push_back({bytes[i].data(), bytes[i].size(), &from.attrs[i].ids});
  }
  return FromAttrs(
      attrs,
      order == Order::kBig ? PERFC_BYTE_ORDER_BIG : PERFC_BYTE_ORDER_LITTLE,
      from.default_attr);
}

Plan MakeNative(const perfc_plan* plan, const IdLists& ids,
                uint32_t default_attr) {
  std::vector<std::vector<uint8_t>> bytes;
  std::vector<AttrBytes> attrs;
  for (uint32_t i = 0; i < ids.size(); ++i) {
    const int size = perfc_plan_attr(plan, i, nullptr, 0);
    if (size < 0) return nullptr;
    bytes.emplace_back(size);
    perfc_plan_attr(plan, i, bytes.back().data(), bytes.back().size());
  }
  for (size_t i = 0; i < bytes.size(); ++i) {
    attrs.push_back({bytes[i].data(), bytes[i].size(), &ids[i]});
  }
  return FromAttrs(attrs, PERFC_BYTE_ORDER_NATIVE, default_attr);
}

IdLists IdsOf(const Case& from) {
  IdLists ids;
  for (const auto& attr : from.attrs) ids.push_back(attr.ids);
  return ids;
}

IdLists IdsOf(const Stored& from) {
  IdLists ids;
  for (const auto& attr : from.attrs) ids.push_back(attr.ids);
  return ids;
}

Batch MakeBatch(uint32_t flags, uint32_t rows, uint64_t columns) {
  perfc_batch_options options = {};
  options.size = sizeof options;
  options.flags = flags;
  options.rows = rows;
  options.sample_type = columns;
  perfc_batch* batch = nullptr;
  if (perfc_batch_create(&options, &batch, nullptr) != 0) return nullptr;
  return Batch(batch);
}

Aligned EncodeAll(const Case& from, Order order) {
  encoder::Bytes bytes;
  for (const Record& record : from.records) {
    const encoder::Bytes one = Encode(from, record, order);
    bytes.insert(bytes.end(), one.begin(), one.end());
  }
  Aligned all(bytes.size());
  if (!bytes.empty()) memcpy(all.data(), bytes.data(), bytes.size());
  return all;
}

Told TellTyped(const perfc_plan* plan, Order order, const uint8_t* data,
               size_t size, Sink* sink, std::vector<std::string>* native) {
  // Made once, because there may be hundreds of thousands of calls.
  static thread_local Aligned scratch(kScratch);
  Told told;
  while (told.consumed < size) {
    const uint8_t* at = data + told.consumed;
    const size_t next = RecordSize(at, size - told.consumed, order);
    if (next == 0) break;
    perfc_record record = {};
    const int viewed = perfc_plan_view_record(
        plan, at, size - told.consumed, scratch.data(), kScratch, &record);
    if (native != nullptr) native->emplace_back();
    if (viewed == 1) {
      DescribeTyped(plan, record, sink);
      if (native != nullptr) {
        native->back().assign(reinterpret_cast<const char*>(record.data),
                              record.size);
      }
    } else {
      DescribeError(viewed, sink);
    }
    told.records.push_back(sink->Take());
    told.consumed += next;
  }
  return told;
}

Told TellColumns(perfc_batch* batch, const perfc_plan* plan,
                 const uint8_t* data, size_t size, Sink* sink) {
  Told told;
  perfc_batch_info info = {};
  perfc_batch_get_info(batch, &info, sizeof info);
  uint64_t sequence = info.sequence;
  bool more = true;
  while (more && told.consumed < size) {
    size_t consumed = 0;
    const int filled = perfc_batch_fill_bytes(batch, plan, data + told.consumed,
                                              size - told.consumed, &consumed);
    told.consumed += consumed;
    more = TellFill(batch, plan, filled, &sequence, sink, &told);
    if (filled < 0 && filled != -EBADMSG) {
      told.problem = "fill_bytes answered " + std::to_string(filled);
    }
    if ((filled > 0) != (consumed > 0)) {
      told.problem = "rows without bytes, or bytes without rows";
    }
  }
  return told;
}

// The records from the first on that can be right.
std::vector<perfc_stream_record> RecordsOf(const perfc_plan* plan,
                                           const uint8_t* data, size_t size) {
  std::vector<perfc_stream_record> records;
  size_t at = 0;
  while (size_t next = RecordSize(data + at, size - at, Order::kLittle)) {
    perfc_stream_record record = {};
    if (next % 8 != 0 || perfc_plan_view_record(plan, data + at, next, nullptr,
                                                0, &record.record) != 1) {
      break;
    }
    record.plan = plan;
    record.sequence = records.size();
    record.source = 5;
    records.push_back(record);
    at += next;
  }
  return records;
}

Told TellRecords(perfc_batch* batch, const perfc_plan* plan,
                 const uint8_t* data, size_t size, Sink* sink) {
  Told told;
  const std::vector<perfc_stream_record> records = RecordsOf(plan, data, size);
  uint64_t sequence = 0;
  size_t at = 0;
  while (at < records.size()) {
    uint32_t taken = 0;
    const int filled = perfc_batch_fill_records(
        batch, records.data() + at, static_cast<uint32_t>(records.size() - at),
        &taken);
    if (filled <= 0 || static_cast<uint32_t>(filled) != taken) {
      told.problem = "fill_records answered " + std::to_string(filled);
      break;
    }
    if (!TellFill(batch, plan, filled, &sequence, sink, &told)) break;
    for (; taken > 0; --taken) told.consumed += records[at++].record.size;
  }
  return told;
}

}  // namespace vectors
