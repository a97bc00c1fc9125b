#pragma once

namespace perfc::explain {

struct Errno {
  int code;
  char name[16];
  char meaning[52];
};

// NULL if `code` is none of Linux. libc has such functions, too, but older ones
// lack them, and strerror_r may load a translation.
const Errno* FindErrno(int code);

}  // namespace perfc::explain
