// How a decoded record is told, field by field, so that what the encoder was
// given, what typed decoding gives and what columns give can be compared: as
// canonical JSON (README.md), or as bytes where speed counts.
#ifndef PERFC_TEST_VECTORS_SINK_H_
#define PERFC_TEST_VECTORS_SINK_H_

#include <cstddef>
#include <cstdint>
#include <string>

namespace vectors {

// Keys are nullptr in lists and at the top.
class Sink {
 public:
  virtual ~Sink() = default;
  // What was told since the last time.
  virtual std::string Take() = 0;

  virtual void Small(const char* key, uint32_t value) = 0;
  virtual void Big(const char* key, uint64_t value) = 0;
  virtual void Bytes(const char* key, const void* data, size_t size) = 0;
  virtual void Text(const char* key, const void* data, size_t size) = 0;
  virtual void BeginObject(const char* key) = 0;
  virtual void EndObject() = 0;
  virtual void BeginList(const char* key) = 0;
  virtual void EndList() = 0;

  // A list of numbers.
  virtual void Words(const char* key, const uint64_t* words, size_t count) = 0;
};

// One line of the canonical form, without a newline.
class JsonSink : public Sink {
 public:
  std::string Take() override;

  void Small(const char* key, uint32_t value) override;
  void Big(const char* key, uint64_t value) override;
  void Bytes(const char* key, const void* data, size_t size) override;
  void Text(const char* key, const void* data, size_t size) override;
  void BeginObject(const char* key) override { Open(key, '{'); }
  void EndObject() override { Close('}'); }
  void BeginList(const char* key) override { Open(key, '['); }
  void EndList() override { Close(']'); }
  void Words(const char* key, const uint64_t* words, size_t count) override;

 private:
  void Key(const char* key);
  void Open(const char* key, char bracket);
  void Close(char bracket);

  std::string text_;
  bool first_ = true;  // in the innermost object or list
};

// The same calls leave the same bytes.
class FlatSink : public Sink {
 public:
  std::string Take() override;

  void Small(const char* key, uint32_t value) override;
  void Big(const char* key, uint64_t value) override;
  void Bytes(const char* key, const void* data, size_t size) override;
  void Text(const char* key, const void* data, size_t size) override;
  void BeginObject(const char* key) override { Key(key); }
  void EndObject() override { flat_ += '}'; }
  void BeginList(const char* key) override { Key(key); }
  void EndList() override { flat_ += ']'; }
  void Words(const char* key, const uint64_t* words, size_t count) override;

 private:
  void Key(const char* key);
  void Number(uint64_t value);

  std::string flat_;
};

}  // namespace vectors

#endif  // PERFC_TEST_VECTORS_SINK_H_
