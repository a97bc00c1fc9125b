// Cases as one file: attrs, ids and records as bytes. README.md has the format.
#ifndef PERFC_TEST_VECTORS_CONTAINER_H_
#define PERFC_TEST_VECTORS_CONTAINER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "perfc/decode.h"
#include "test/encoder/writer.h"
#include "test/vectors/input.h"

namespace vectors {

class ContainerWriter {
 public:
  ContainerWriter();

  void Add(const Case& added, encoder::Order order);
  // Where the records have been encoded already.
  void Add(const Case& added, encoder::Order order, const uint8_t* records,
           size_t size);
  const encoder::Bytes& Finish();

 private:
  uint32_t count_ = 0;
  encoder::Bytes bytes_;
};

// A case as it was read; the pointers go into the container's memory.
struct Stored {
  std::string name;
  uint32_t byte_order = 0;  // PERFC_BYTE_ORDER_*
  uint32_t default_attr = PERFC_PLAN_NO_DEFAULT;
  struct StoredAttr {
    const uint8_t* data;
    size_t size;
    std::vector<uint64_t> ids;
  };
  std::vector<StoredAttr> attrs;
  uint32_t record_count = 0;
  const uint8_t* records = nullptr;
  size_t size = 0;
};

// False if the bytes, which are 8-byte aligned, are no whole container.
bool ReadContainer(const uint8_t* data, size_t size, std::vector<Stored>* out);

}  // namespace vectors

#endif  // PERFC_TEST_VECTORS_CONTAINER_H_
