// The shared vectors: cases small enough to keep, made anew the same each time.
#ifndef PERFC_TEST_VECTORS_GROUPS_H_
#define PERFC_TEST_VECTORS_GROUPS_H_

#include <string>
#include <vector>

#include "test/encoder/writer.h"
#include "test/vectors/input.h"

namespace vectors {

struct Group {
  std::string name;
  struct Ordered {
    Case from;
    encoder::Order order;
  };
  std::vector<Ordered> cases;
};

std::vector<Group> MakeGroups();

// The two files of a group.
encoder::Bytes ContainerOf(const Group& group);
std::string JsonOf(const Group& group);

}  // namespace vectors

#endif  // PERFC_TEST_VECTORS_GROUPS_H_
