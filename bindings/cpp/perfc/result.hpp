// How calls fail: an Error carries the errno and, after a cold call, the facts
// behind it; a Result is a value or an Error.
#ifndef PERFC_RESULT_HPP_
#define PERFC_RESULT_HPP_

#include <cassert>
#include <memory>
#include <new>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>

#include "perfc/error.h"

namespace perfc {

namespace internal {

class Category final : public std::error_category {
 public:
  const char* name() const noexcept override { return "perfc"; }
  // The library's words: of EBADFD that no ring is mapped.
  std::string message(int code) const override;
  std::error_condition default_error_condition(
      int code) const noexcept override {
    return {code, std::generic_category()};
  }
};

}  // namespace internal

// The category of the library's error codes: errnos, the kernel's and its own.
// They compare equal to std::errc.
inline const std::error_category& category() {
  static const internal::Category category;
  return category;
}

namespace internal {

// The text of a function that writes into a buffer as snprintf does. Empty if
// the function fails.
template <typename Write>
std::string text(Write&& write) {
  const int length = write(nullptr, std::size_t{0});
  if (length <= 0) return {};
  std::string text(static_cast<std::size_t>(length) + 1, '\0');
  write(&text[0], text.size());
  text.pop_back();
  return text;
}

inline std::string Category::message(int code) const {
  perfc_error error = {};
  error.code = -code;
  return text([&](char* buffer, std::size_t size) {
    return perfc_error_text(&error, buffer, size);
  });
}

}  // namespace internal

class [[nodiscard]] Error {
 public:
  // result is a function's negative errno.
  explicit Error(int result) : errno_(-result) {}
  Error(int result, const perfc_error& facts)
      : errno_(-result), facts_(new (std::nothrow) perfc_error(facts)) {}

  std::error_code code() const { return {errno_, category()}; }

  // The facts of the failure; NULL after a hot call.
  const perfc_error* facts() const { return facts_.get(); }

  // The failed call, the reason, and a remedy to try.
  std::string text() const {
    perfc_error errno_alone = {};
    errno_alone.code = -errno_;
    const perfc_error* known = facts_ ? facts_.get() : &errno_alone;
    return internal::text([&](char* buffer, std::size_t size) {
      return perfc_error_text(known, buffer, size);
    });
  }

 private:
  int errno_;
  std::unique_ptr<const perfc_error> facts_;
};

// A value, or why there is none. Test it before using either.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : ok_(true) { ::new (&value_) T(std::move(value)); }
  Result(Error error) : ok_(false) { ::new (&error_) Error(std::move(error)); }
  Result(Result&& other) noexcept : ok_(other.ok_) {
    if (ok_) {
      ::new (&value_) T(std::move(other.value_));
    } else {
      ::new (&error_) Error(std::move(other.error_));
    }
  }
  Result& operator=(Result&& other) noexcept {
    if (this == &other) return *this;
    this->~Result();
    return *::new (this) Result(std::move(other));
  }
  ~Result() { ok_ ? value_.~T() : error_.~Error(); }

  // Lets `call` write into a value that wasn't cleared before: clearing a
  // sample costs more than decoding it.
  template <typename Call>
  static Result fill(Call&& call) {
    static_assert(std::is_trivially_copyable<T>::value, "written by C code");
    Result result;
    const int code = call(&result.value_);
    if (code < 0) result = Error(code);
    return result;
  }

  explicit operator bool() const { return ok_; }
  bool ok() const { return ok_; }
  T& value() & { return assert(ok_), value_; }
  const T& value() const& { return assert(ok_), value_; }
  T&& value() && { return assert(ok_), std::move(value_); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  const Error& error() const& { return assert(!ok_), error_; }
  Error&& error() && { return assert(!ok_), std::move(error_); }

 private:
  Result() : ok_(true) { ::new (&value_) T; }

  bool ok_;
  union {
    T value_;
    Error error_;
  };
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() : error_(0) {}
  Result(Error error) : error_(std::move(error)) {}

  explicit operator bool() const { return ok(); }
  bool ok() const { return !error_.code(); }
  const Error& error() const& { return assert(!ok()), error_; }
  Error&& error() && { return assert(!ok()), std::move(error_); }

 private:
  Error error_;
};

namespace internal {

inline Result<void> done(int result) {
  if (result < 0) return Error(result);
  return {};
}

inline Result<int> count(int result) {
  if (result < 0) return Error(result);
  return result;
}

// Of a function that answers 1 or 0.
inline Result<bool> truth(Result<int> result) {
  if (!result) return std::move(result).error();
  return *result != 0;
}

// Calls a function that takes a struct perfc_error *.
template <typename Call>
Result<int> cold(Call&& call) {
  perfc_error facts;
  const int result = call(&facts);
  if (result < 0) return Error(result, facts);
  return result;
}

// As cold, of a function that answers 1 or 0.
template <typename Call>
Result<bool> cold_truth(Call&& call) {
  return truth(cold(std::forward<Call>(call)));
}

template <typename Call>
Result<void> cold_done(Call&& call) {
  Result<int> result = cold(std::forward<Call>(call));
  if (!result) return std::move(result).error();
  return {};
}

// Calls a function that makes a C handle, call(&handle, error), and gives it to
// an Owner.
template <typename Owner, typename Call>
Result<Owner> make(Call&& call) {
  auto handle = Owner(nullptr).get();
  Result<int> made =
      cold([&](perfc_error* error) { return call(&handle, error); });
  if (!made) return std::move(made).error();
  return Owner(handle);
}

// Calls a function that fills a result struct: call(&value, sizeof value).
// Members that an older library doesn't know stay 0.
template <typename T, typename Call>
Result<T> filled(Call&& call) {
  static_assert(std::is_trivially_copyable<T>::value, "written by C code");
  T value = {};
  const int result = call(&value, sizeof value);
  if (result < 0) return Error(result);
  return value;
}

}  // namespace internal
}  // namespace perfc

#endif  // PERFC_RESULT_HPP_
