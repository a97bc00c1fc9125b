# Sourced by what needs a bare Debian 12: a machine is a folder with one. As root.

# Debian's own sources on this machine, as lines of sources.list.
debian_sources() {
  # shellcheck disable=SC2016
  apt-get indextargets --format 'deb $(REPO_URI) $(CODENAME) $(COMPONENT)' \
    'Created-By: Packages' 'Origin: Debian' | grep ' bookworm' | sort -u
}

# why_no_debian: prints what is missing here, if something is.
why_no_debian() {
  local program
  [[ $EUID -eq 0 ]] || { echo "only root may debootstrap"; return; }
  for program in debootstrap dpkg-buildpackage; do
    type "$program" >/dev/null 2>&1 || { echo "there is no $program"; return; }
  done
  debian_sources | grep ' bookworm main$' >/dev/null || echo "apt has no source of bookworm"
}

# make_debian MACHINE: a bare one.
make_debian() {
  local sources mirror
  sources=$(debian_sources)
  mirror=$(sed -n 's/^deb \(.*\) bookworm main$/\1/p' <<<"$sources")
  debootstrap --variant=minbase bookworm "$1" "$mirror" >"$1.log" 2>&1 ||
    { tail -n 20 "$1.log"; return 1; }
  # Whatever way this machine reaches them.
  cp /etc/resolv.conf /etc/hosts "$1/etc"
  cp /etc/apt/apt.conf.d/* "$1/etc/apt/apt.conf.d"
  echo "$sources" >"$1/etc/apt/sources.list"
  run_in "$1" <<<'apt-get -qq update'
}

# run_in MACHINE: the steps in its input. What runs and is mounted there ends with them.
run_in() {
  cat >"$1/steps"
  # shellcheck disable=SC2016
  unshare --mount --pid --fork --kill-child bash -euc '
    mount -t proc proc "$1/proc"
    mount --rbind /dev "$1/dev"
    exec env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
      LC_ALL=C DEBIAN_FRONTEND=noninteractive chroot "$1" bash -euo pipefail /steps' bash "$1"
}

# make_builder CHECKOUT MACHINE: of a bare machine one that builds the packages of both
# architectures. /source has the source package.
make_builder() {
  "$1/tools/debs" "$2/source" --build=source --no-pre-clean --no-check-builddeps >"$2.log" 2>&1 ||
    { tail -n 20 "$2.log"; return 1; }
  # What each of its steps may use.
  cat >"$2/build.bash" <<'END'
# quietly COMMAND...: its messages only if it fails.
quietly() {
  "$@" >/log 2>&1 || { tail -n 40 /log; exit 1; }
}
# build FOLDER OPTION...: the packages, into that folder.
build() {
  echo "--- $*"
  mkdir -p "$1"
  quietly dpkg-source --extract /source/*.dsc "$1/libperfc"
  cd "$1/libperfc"
  quietly dpkg-buildpackage --no-sign --build="${build_type:-binary}" "${@:2}"
  cd /
}
END
  run_in "$2" <<'END'
. /build.bash
dpkg --add-architecture arm64
quietly apt-get -q update
quietly apt-get -q install --yes --no-install-recommends dpkg-dev
quietly dpkg-source --extract /source/*.dsc /needs
quietly apt-get -q build-dep --yes --no-install-recommends /needs
quietly apt-get -q install --yes --no-install-recommends crossbuild-essential-arm64 libstdc++6:arm64
quietly apt-get -q build-dep --yes --no-install-recommends --host-architecture arm64 /needs
END
}
