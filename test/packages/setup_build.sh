#!/bin/bash
# On a bare Debian 12, tools/setup --build is enough for tools/install, and a program is
# then built and run with nothing else. Prints how long each took. As root.
set -euo pipefail
checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
if [[ $EUID -ne 0 ]]; then echo "only root may debootstrap"; exit 77; fi
if ! type debootstrap >/dev/null 2>&1; then echo "there is no debootstrap"; exit 77; fi
# Debian's own sources on this machine.
sources=$(apt-get indextargets --format 'deb $(REPO_URI) $(CODENAME) $(COMPONENT)' \
  'Created-By: Packages' 'Origin: Debian' | grep ' bookworm' | sort -u) || true
mirror=$(sed -n 's/^deb \(.*\) bookworm main$/\1/p' <<<"$sources")
if [[ -z $mirror ]]; then echo "apt has no source of bookworm"; exit 77; fi
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT

machine=$work/machine
debootstrap --variant=minbase bookworm "$machine" "$mirror" >"$work/log" 2>&1 ||
  { tail -n 20 "$work/log"; exit 1; }
# Whatever way this machine reaches them.
cp /etc/resolv.conf /etc/hosts "$machine/etc"
cp /etc/apt/apt.conf.d/* "$machine/etc/apt/apt.conf.d"
echo "$sources" >"$machine/etc/apt/sources.list"
mkdir "$machine/checkout"
git -C "$checkout" ls-files -z | tar -C "$checkout" --null -T - -cf - | tar -C "$machine/checkout" -xf -

cat >"$machine/steps" <<'END'
set -euo pipefail
cd /checkout
echo "-- tools/setup --build"
time tools/setup --build >/setup.log 2>&1 || { tail -n 20 /setup.log; exit 1; }
unwanted=$(dpkg-query -W -f '${Package}\n' | grep -E '^(qemu|valgrind|golang|rustc|cargo|clang|zsh|fish)' || true)
[[ -z $unwanted ]] || { echo "a build needs none of $unwanted"; exit 1; }
packages=$(dpkg-query -W)

echo "-- tools/install"
find /usr/local | sort >/before
time tools/install --prefix /usr/local >/lines 2>/install.log || { tail -n 20 /install.log; exit 1; }
[[ $(dpkg-query -W) == "$packages" ]] || { echo "tools/install wanted more packages"; exit 1; }
if grep -v '^#' /lines; then echo "needs no such lines here"; exit 1; fi

cd /
cc /checkout/test/linkage/program.c -lperfc -o program
./program
cc -static /checkout/test/linkage/program.c -lperfc -lm -o program
./program
perfc --version
perfc stat -e task-clock -x, -o counts true
grep -q task-clock counts
/checkout/tools/install --uninstall --prefix /usr/local
find /usr/local | sort | diff /before -
END
# What runs there and what is mounted there ends with the script.
# shellcheck disable=SC2016
unshare --mount --pid --fork --kill-child bash -euc '
  mount -t proc proc "$1/proc"
  mount --rbind /dev "$1/dev"
  exec env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C \
    chroot "$1" bash /steps' bash "$machine"
