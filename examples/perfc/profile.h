// Samples, added up: by function, and by call chain.
#ifndef PERFC_EXAMPLES_PERFC_PROFILE_H_
#define PERFC_EXAMPLES_PERFC_PROFILE_H_

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "examples/perfc/symbolizer.h"

namespace tool {

struct Sample {
  uint32_t event = 0;  // its place in the list
  std::string comm;
  bool user = false;         // taken in user space
  std::vector<Frame> chain;  // innermost first, never empty
};

// A row of the table.
struct HotFunction {
  uint64_t samples;
  std::string event;
  std::string comm;
  Symbolized function;
};

// Its memory grows with the number of functions. With --folded it also grows
// with the number of call chains: above kMaxChains the chains are merged into
// folded lines, which are far fewer.
class Profile {
 public:
  Profile(Symbolizer* symbolizer, bool with_chains)
      : symbolizer_(symbolizer), with_chains_(with_chains) {}

  void Add(const Sample& sample);

  // The names of the events, for the functions below.
  void SetEvents(std::vector<std::string> names) { events_ = std::move(names); }

  uint64_t samples() const { return samples_; }
  // Of one event.
  uint64_t SamplesOf(uint32_t event) const;
  uint64_t user_samples() const { return user_samples_; }

  // How many of the user samples are in a function that has a name.
  uint64_t NamedUserSamples();

  // The hottest first.
  std::vector<HotFunction> Functions();

  // Lines of the form "comm;outermost;...;innermost COUNT". With several events
  // the event's name stands before the outermost function.
  std::string Folded();

 private:
  static constexpr size_t kMaxChains = 1 << 16;

  struct Leaf {
    uint32_t event;
    uint32_t comm;
    bool user;
    Frame frame;
    bool operator<(const Leaf& other) const {
      return std::tie(event, comm, user, frame) <
             std::tie(other.event, other.comm, other.user, other.frame);
    }
  };
  // Event, comm, frames.
  using Chain = std::tuple<uint32_t, uint32_t, std::vector<Frame>>;

  std::string EventName(uint32_t event) const;
  std::string Fold(const Chain& chain);
  void FoldAll();

  Symbolizer* symbolizer_;
  bool with_chains_;
  std::vector<std::string> events_;
  Names comms_;
  uint64_t samples_ = 0;
  uint64_t user_samples_ = 0;
  std::map<Leaf, uint64_t> leaves_;
  std::map<Chain, uint64_t> chains_;
  std::map<std::string, uint64_t> folded_;
};

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_PROFILE_H_
