#!/bin/bash
# Other readers of perf.data open what the library wrote: perf 6.12 of Debian's backports,
# hotspot's parser, and the crate linux-perf-data. Each must read the same of a file that
# perf wrote and of the library's copy of it; of a file that `perfc record` wrote it must
# read samples.
#
# usage: peers.sh TELL [PERFC], in the checkout; TELL is built of tell.cc, PERFC is the tool
#
# The readers come by apt-get and cargo into a temporary directory, and nothing is
# installed. Exit code 77: none of them could be had.
set -euo pipefail
tell=$(realpath "$1")
perfc=${2:+$(realpath "$2")}
cd "$(dirname "${BASH_SOURCE[0]}")"
readonly tell perfc

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME_OF_CARGO=${CARGO_HOME:-$HOME/.cargo}
readers=() failures=0
readonly patience=60  # seconds

skip() {
  echo "peers.sh: without $1: $2"
}
fail() {
  echo "peers.sh: $*"
  failures=$((failures + 1))
}

# ---- getting the readers

apt_options=()
# Debian's own package lists, with the backports, in a directory of ours.
prepare_apt() {
  local lists=$work/apt
  mkdir -p "$lists/lists/partial" "$lists/parts"
  cp /etc/apt/sources.list.d/* "$lists/parts" 2>/dev/null || true
  [[ ! -s /etc/apt/sources.list ]] || cp /etc/apt/sources.list "$lists/parts/main.list"
  sed -i 's/^Suites: bookworm \(.*\)$/Suites: bookworm bookworm-backports \1/
    s/^\(deb .*\) bookworm \(.*\)$/&\n\1 bookworm-backports \2/' "$lists"/parts/*
  apt_options=(
    -qq -o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$lists/parts"
    -o "Dir::State::Lists=$lists/lists" -o APT::Sandbox::User=
    -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache=
  )
  apt-get "${apt_options[@]}" update
}

# unpack DIRECTORY OPTION... PACKAGE...
unpack() {
  local to=$work/$1 deb
  shift
  mkdir -p "$to/debs"
  (cd "$to/debs" && apt-get "${apt_options[@]}" download "$@") || return
  for deb in "$to"/debs/*.deb; do
    dpkg-deb -x "$deb" "$to" || return
  done
}

# missing_libraries PROGRAM: those that the loader doesn't find, in one line.
missing_libraries() {
  ldd "$1" 2>&1 | sed -n 's/^\s*\(\S*\) => not found/\1/p' | paste -sd' '
}

get_perf() {
  local missing
  unpack newer_perf -t bookworm-backports linux-perf 2>"$work/why" ||
    { skip 'perf 6.12' "$(tail -n 1 "$work/why")"; return; }
  missing=$(missing_libraries "$work/newer_perf/usr/bin/perf")
  [[ -z $missing ]] || { skip 'perf 6.12' "it lacks $missing"; return; }
  readers+=(newer_perf)
}

perfparser() {
  local to=$work/hotspot
  env HOME="$work" LD_LIBRARY_PATH="$(dirname "$(find "$to" -name 'libQt5Core.so.5')")" \
    QT_QPA_PLATFORM=offscreen timeout $patience "$(find "$to" -name hotspot-perfparser)" "$@"
}

get_hotspot() {
  unpack hotspot hotspot libqt5core5a libqt5network5 libdouble-conversion3 libpcre2-16-0 \
    libicu72 2>"$work/why" || { skip "hotspot's parser" "$(tail -n 1 "$work/why")"; return; }
  perfparser --version >/dev/null 2>"$work/why" ||
    { skip "hotspot's parser" "$(tail -n 1 "$work/why")"; return; }
  readers+=(hotspot)
}

get_crate() {
  cp -r peer "$work/peer"
  CARGO_HOME=$HOME_OF_CARGO cargo build --quiet --release --locked \
    --manifest-path "$work/peer/Cargo.toml" --target-dir "$work/peer/target" 2>"$work/why" ||
    { skip linux-perf-data "$(tail -n 1 "$work/why")"; return; }
  readers+=(crate)
}

# ---- what each reads of a file

newer_perf() {
  HOME=$work timeout $patience "$work/newer_perf/usr/bin/perf" script -i "$1" \
    -F +pid,+tid,+time,+period
}

# How many it read. What else it counts depends on the rounds.
hotspot() {
  perfparser --input "$1" --print-stats 2>/dev/null | grep -e '^samples:' -e '^mmaps:'
}

# In an order that isn't left to the records without a time.
crate() {
  timeout $patience "$work/peer/target/release/peer" "$1" | sort
}

# compare READER ORIGINAL COPY
compare() {
  local reader=$1
  if ! "$reader" "$2" >"$work/original" 2>"$work/why"; then
    echo "peers.sh: $reader can't read $(basename "$2"): $(tail -n 1 "$work/why")"
    return
  fi
  "$reader" "$3" >"$work/copy" 2>"$work/why" ||
    { fail "$reader can't read the copy of $(basename "$2"): $(tail -n 1 "$work/why")"; return; }
  diff "$work/original" "$work/copy" >"$work/diff" ||
    fail "$reader reads another $(basename "$2") of the copy: $(sed -n 1,4p "$work/diff")"
  compared=$((compared + 1))
}

# Who reads directories and pipes differs; these forms are everybody's.
readonly forms=(dwarf frame_pointers group several cgroups namespaces switches_of_cpus
  compressed bpf_programs data_addresses clock registers)

compare_copies() {
  local form copy
  PYTHONPATH=$(realpath ../../perf) python3 recordings.py "$work/recordings" >"$work/made"
  for form in "${forms[@]}"; do
    [[ -e $work/recordings/$form.data ]] || { grep "^$form:" "$work/made"; continue; }
    for options in '' --zstd; do
      copy=$work/$form$options.copy
      "$tell" --copy "$copy" $options "$work/recordings/$form.data" >/dev/null
      for reader in "${readers[@]}"; do
        # hotspot 1.3 doesn't know zstd.
        [[ $reader != hotspot || ($form != compressed && -z $options) ]] || continue
        compare "$reader" "$work/recordings/$form.data" "$copy"
      done
    done
  done
}

# perfc record, then each reader.
read_own() {
  local reader
  [[ -n $perfc ]] || return 0
  "$perfc" record -e cpu-clock -o "$work/own.data" -- sh -c 'ls /usr/bin /usr/lib >/dev/null' \
    >"$work/why" 2>&1 || { fail "perfc record: $(tail -n 1 "$work/why")"; return; }
  for reader in "${readers[@]}"; do
    "$reader" "$work/own.data" >"$work/read" 2>"$work/why" && [[ -s $work/read ]] ||
      fail "$reader can't read what perfc record wrote: $(tail -n 1 "$work/why")"
  done
}

compared=0
if prepare_apt 2>"$work/why"; then
  get_perf
  get_hotspot
else
  skip 'perf 6.12 and hotspot' "$(tail -n 1 "$work/why")"
fi
get_crate
if [[ ${#readers[@]} -eq 0 ]]; then
  echo 'peers.sh: no other reader could be had'
  exit 77
fi
compare_copies
read_own
echo "peers.sh: ${#readers[@]} readers, $compared comparisons, $failures failures"
[[ $failures -eq 0 ]]
