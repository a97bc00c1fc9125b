// What the library reads of a perf.data file, as JSON lines: a line for each record, one
// for each table, and at last one about the file and how it ended.
//
// usage: tell [--file-order] [--raw] [--window BYTES] [--copy OUT [--zstd]]
//             [--stdin] [PATH]
//
// --raw: FINISHED_ROUND and the like too. --stdin: the file is standard input. --copy
// writes the records into a perf.data file.

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "perfc/profile.h"
#include "test/profile/perf/tables.h"
#include "test/vectors/sink.h"
#include "test/vectors/typed.h"

namespace {

constexpr uint32_t kCapacity = 256;

struct Arguments {
  perfc_file_options file = {};
  perfc_writer_options writer = {};
};

[[noreturn]] void Fail(const char* what, int failed, const perfc_error& error) {
  char text[1024];
  perfc_error_text(&error, text, sizeof text);
  std::fprintf(stderr, "%s: %s: %s\n", what, strerror(-failed), text);
  std::exit(1);
}

bool Parse(int argc, char** argv, Arguments* to) {
  to->file.size = sizeof to->file;
  to->writer.size = sizeof to->writer;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--file-order") {
      to->file.order = PERFC_FILE_ORDER_FILE;
    } else if (word == "--raw") {
      to->file.flags |= PERFC_FILE_RAW;
    } else if (word == "--stdin") {
      to->file.flags |= PERFC_FILE_FD;
    } else if (word == "--window" && i + 1 < argc) {
      to->file.window_bytes = strtoull(argv[++i], nullptr, 0);
    } else if (word == "--copy" && i + 1 < argc) {
      to->writer.path = argv[++i];
      to->file.flags |= PERFC_FILE_TAILS;
    } else if (word == "--zstd") {
      to->writer.zstd_level = 1;
    } else if (to->file.path == nullptr) {
      to->file.path = argv[i];
    } else {
      return false;
    }
  }
  return true;
}

void Tell(const perfc_stream_record& record, vectors::JsonSink* sink) {
  sink->BeginObject(nullptr);
  sink->Big("position", record.position);
  sink->Big("time", record.time);
  sink->Small("source", record.source);
  sink->Small("flags", record.flags);
  sink->Big("tail_size", record.tail_size);
  sink->Bytes("bytes", record.record.data, record.record.size);
  sink->Bytes("tail", record.tail,
              record.tail == nullptr ? 0 : record.tail_size);
  sink->EndObject();
  std::string line = sink->Take();
  line.pop_back();
  vectors::DescribeTyped(record.plan, record.record, sink);
  std::printf("%s,\"told\":%s}\n", line.c_str(), sink->Take().c_str());
}

// How the records ended.
int TellRecords(perfc_file* file, perfc_writer* writer, perfc_error* error) {
  vectors::JsonSink sink;
  perfc_stream_record records[kCapacity];
  int n;
  while ((n = perfc_file_next_records(file, records, kCapacity, error)) > 0) {
    for (int i = 0; i < n; ++i) Tell(records[i], &sink);
    if (writer == nullptr) continue;
    const int failed = perfc_writer_write(writer, records, n, error);
    if (failed < 0) Fail("write", failed, *error);
  }
  return n;
}

void TellInfo(const perfc_file_info& info, vectors::JsonSink* sink) {
  sink->Big("features", info.features);
  sink->Big("records", info.records);
  sink->Big("bytes", info.bytes);
  sink->Big("compressed_bytes", info.compressed_bytes);
  sink->Big("decompressed_bytes", info.decompressed_bytes);
  sink->Big("out_of_order", info.out_of_order);
  sink->Big("lost", info.lost);
  sink->Big("lost_samples", info.lost_samples);
  sink->Big("unmatched", info.unmatched);
  sink->Big("first_time", info.first_time);
  sink->Big("last_time", info.last_time);
  sink->Big("cut_at", info.cut_at);
  sink->Small("byte_order", info.byte_order);
  sink->Small("version", info.version);
  sink->Small("pipe", info.pipe);
  sink->Small("sources", info.sources);
}

void TellAttrs(const perfc_plan* plan, vectors::JsonSink* sink) {
  sink->BeginList("attrs");
  for (int i = 0; i < perfc_plan_attr_count(plan); ++i) {
    uint8_t attr[4096];
    const int size = perfc_plan_attr(plan, i, attr, sizeof attr);
    sink->Bytes(nullptr, attr, size < 0 ? 0 : size);
  }
  sink->EndList();
}

void TellEnd(const perfc_file* file, int end, const perfc_error& error) {
  char text[1024];
  perfc_error_text(&error, text, sizeof text);
  perfc_file_info info = {};
  perfc_file_get_info(file, &info, sizeof info);
  vectors::JsonSink sink;
  sink.BeginObject(nullptr);
  sink.Small("end", -end);
  sink.Text("error", text, end == -ESHUTDOWN ? 0 : strlen(text));
  TellInfo(info, &sink);
  TellAttrs(info.plan, &sink);
  sink.EndObject();
  std::printf("%s\n", sink.Take().c_str());
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  if (!Parse(argc, argv, &arguments)) return 2;
  perfc_error error = {};
  perfc_file* file = nullptr;
  perfc_writer* writer = nullptr;
  int failed = perfc_file_open(&arguments.file, &file, &error);
  if (failed) Fail("open", failed, error);
  if (arguments.writer.path != nullptr) {
    failed = perfc_writer_create(nullptr, &arguments.writer, &writer, &error);
    if (failed) Fail("create", failed, error);
  }
  const int end = TellRecords(file, writer, &error);
  const perfc_error of_end = error;
  tables::TellAll(file);
  TellEnd(file, end, of_end);
  if (writer != nullptr) {
    failed = perfc_writer_finish(writer, 0, nullptr, 0, &error);
    if (failed) Fail("finish", failed, error);
  }
  perfc_writer_destroy(writer);
  perfc_file_close(file);
}
