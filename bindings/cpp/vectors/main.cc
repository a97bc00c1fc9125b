// vectors typed|columns|views FILE.vec...: the canonical JSON of the vectors'
// records, by this binding's typed accessors, its columns, or columns of views.
// vectors aux: see test/conformance/aux.sh.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "aux_area.h"
#include "columns.h"
#include "json.h"
#include "perfc.hpp"
#include "typed.h"

namespace {

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "vectors: %s\n", why.c_str());
  std::exit(2);
}

// Memory of u64s, because records must be aligned like them.
using Words = std::vector<uint64_t>;

perfc::Span<const uint8_t> bytes_of(const Words& words, size_t size) {
  return {reinterpret_cast<const uint8_t*>(words.data()), size};
}

class File {
 public:
  explicit File(const char* path) {
    std::ifstream in(path, std::ios::binary);
    const std::string all{std::istreambuf_iterator<char>(in), {}};
    if (!in || all.compare(0, 8, "PERFCVEC") != 0) {
      fail(std::string(path) + " is no file of vectors");
    }
    words_.resize((all.size() + 7) / 8);
    std::memcpy(words_.data(), all.data(), all.size());
    size_ = all.size();
    at_ = 8;
    if (u32() != 2) fail(std::string(path) + " has another version");
  }

  const uint8_t* skip(size_t size) {
    size = (size + 7) / 8 * 8;
    if (size > size_ - at_) fail("a file of vectors was cut short");
    at_ += size;
    return bytes_of(words_, size_).data() + at_ - size;
  }
  uint32_t u32() {
    uint32_t value;
    if (size_ - at_ < sizeof value) fail("a file of vectors was cut short");
    std::memcpy(&value, bytes_of(words_, size_).data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }

 private:
  Words words_;
  size_t size_ = 0;
  size_t at_ = 0;
};

struct Attr {
  std::vector<uint8_t> bytes;
  Words ids;
};

perfc::Plan make_plan(const std::vector<Attr>& attrs, uint32_t default_attr,
                      uint32_t byte_order) {
  const auto bytes = [](const Attr& attr) {
    return perfc::AttrBytes(attr.bytes.data(), attr.bytes.size());
  };
  perfc::Result<perfc::Plan> plan =
      perfc::Plan::create(bytes(attrs[0]), attrs[0].ids, byte_order);
  if (!plan) fail(plan.error().text());
  for (size_t i = 1; i < attrs.size(); ++i) {
    const perfc::Result<int> added = plan->add(bytes(attrs[i]), attrs[i].ids);
    if (!added) fail(added.error().text());
  }
  if (!plan->set_default(default_attr)) fail("no such default attr");
  return std::move(plan).value();
}

struct Case {
  uint32_t byte_order;
  uint32_t default_attr;
  std::vector<Attr> attrs;
  perfc::Span<const uint8_t> records;
};

Case read_case(File* file) {
  Case out;
  file->skip(48);
  out.byte_order = file->u32();
  out.attrs.resize(file->u32());
  file->u32();
  const uint32_t size = file->u32();
  out.default_attr = file->u32();
  file->u32();
  for (Attr& attr : out.attrs) {
    const uint32_t attr_size = file->u32();
    attr.ids.resize(file->u32());
    const uint8_t* bytes = file->skip(attr_size);
    attr.bytes.assign(bytes, bytes + attr_size);
    for (uint64_t& id : attr.ids) std::memcpy(&id, file->skip(8), 8);
  }
  out.records = {file->skip(size), size};
  return out;
}

// Calls visit(record or error) for each record.
template <typename Visit>
void view_all(const Case& from, perfc::PlanView plan, Visit&& visit) {
  static Words scratch(8192);
  const bool big = from.byte_order == PERFC_BYTE_ORDER_BIG;
  for (size_t at = 0; at < from.records.size();) {
    const uint8_t* data = from.records.data() + at;
    visit(plan.view(
        {data, from.records.size() - at},
        {reinterpret_cast<uint8_t*>(scratch.data()), scratch.size() * 8}));
    at += big ? data[7] | data[6] << 8 : data[6] | data[7] << 8;
  }
}

std::vector<std::string> by_type(const Case& from, perfc::PlanView plan) {
  std::vector<std::string> lines;
  Json json;
  view_all(from, plan, [&](auto viewed) {
    if (viewed) {
      describe(plan, **viewed, &json);
    } else {
      describe_error(viewed.error(), &json);
    }
    lines.push_back(json.take());
  });
  return lines;
}

// Records in this machine's byte order, one behind the other.
Words native_records(const Case& from, perfc::PlanView plan) {
  Words native;
  view_all(from, plan, [&](auto viewed) {
    if (!viewed) fail("a record can't be viewed");
    const size_t at = native.size();
    native.resize(at + (*viewed)->size / 8);
    std::memcpy(&native[at], (*viewed)->data, (*viewed)->size);
  });
  return native;
}

std::vector<std::string> by_columns(const Case& from, perfc::PlanView plan,
                                    uint32_t flags) {
  std::vector<Attr> attrs;
  std::vector<uint64_t> read_formats;
  for (const Attr& attr : from.attrs) {
    const auto index = static_cast<uint32_t>(attrs.size());
    attrs.push_back({*plan.attr(index), attr.ids});
    perfc_attr head;
    std::memcpy(&head, attrs.back().bytes.data(), PERFC_ATTR_SIZE_VER0);
    read_formats.push_back(head.read_format);
  }
  const perfc::Plan native =
      make_plan(attrs, from.default_attr, PERFC_BYTE_ORDER_NATIVE);
  const Words words = native_records(from, plan);
  perfc_batch_options options = {};
  options.flags = flags;
  perfc::Result<perfc::Batch> batch = perfc::Batch::create(options);
  if (!batch) fail(batch.error().text());
  std::vector<std::string> lines;
  for (size_t at = 0, consumed = 0; at < words.size() * 8; at += consumed) {
    const auto all = bytes_of(words, words.size() * 8);
    const perfc::Result<int> filled = batch->fill(
        native.view(), {all.data() + at, all.size() - at}, &consumed);
    if (!filled) fail(filled.error().text());
    describe(*batch, native.view(), read_formats, &lines);
  }
  return lines;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "aux") == 0) {
    const perfc::Result<void> told = tell_aux();
    if (!told) fail(told.error().text());
    return 0;
  }
  const std::string mode = argc > 2 ? argv[1] : "";
  if (mode != "typed" && mode != "columns" && mode != "views") {
    fail("usage: vectors typed|columns|views FILE.vec...");
  }
  for (int i = 2; i < argc; ++i) {
    File file(argv[i]);
    for (uint32_t cases = file.u32(); cases > 0; --cases) {
      const Case one = read_case(&file);
      const perfc::Plan plan =
          make_plan(one.attrs, one.default_attr, one.byte_order);
      const uint32_t flags = mode == "views" ? PERFC_BATCH_VIEWS : 0;
      const auto lines = mode == "typed" ? by_type(one, plan.view())
                                         : by_columns(one, plan.view(), flags);
      for (const std::string& line : lines) std::puts(line.c_str());
    }
  }
  return 0;
}
