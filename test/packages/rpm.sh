#!/bin/bash
# rpmbuild makes the packages of packaging/rpm/perfc.spec; installed into a directory they
# work, and erased they leave nothing.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
for program in rpmbuild cmake pkg-config; do
  command -v "$program" >/dev/null || { echo "SKIP: there is no $program"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
version=$(sed -n 's/^ "version": "\(.*\)",$/\1/p' "$root/bindings/abi.json")

"$root/tools/sources" "$work/libperfc-$version"
mkdir "$work/SOURCES"
tar -czf "$work/SOURCES/libperfc-$version.tar.gz" -C "$work" "libperfc-$version"
# rpm doesn't know what dpkg installed.
rpmbuild --nodeps -bb --define "_topdir $work" "$root/packaging/rpm/perfc.spec" >"$work/log" 2>&1 ||
  { tail -n 40 "$work/log"; exit 1; }
find "$work/RPMS" -name '*.rpm' -printf '%f\n' | sort

machine=$work/machine
rpm_there() { rpm --root "$machine" "$@"; }
mkdir "$machine"
rpm_there --install --nodeps "$work"/RPMS/*/*.rpm
[[ $(rpm_there --query perfc-libs) == "perfc-libs-$version-1."* ]]
rpm_there --query --provides perfc-libs | grep -F 'libperfc.so.0(PERFC_0)'
rpm_there --query --requires perfc | grep -F 'libperfc.so.0'
lib=$(dirname "$(find "$machine/usr" -name libperfc.so.0)")
export LD_LIBRARY_PATH=$lib PKG_CONFIG_LIBDIR=$lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$machine

"$machine/usr/bin/perfc" stat true 2>&1 | grep -E '[1-9][0-9]* +page-faults'
cd "$work"
read -ra shared <<<"$(pkg-config --cflags --libs perfc)"
read -ra static <<<"$(pkg-config --static --cflags --libs perfc)"
read -ra testing <<<"$(pkg-config --cflags --libs perfc-testing)"
read -ra files <<<"$(pkg-config --cflags --libs perfc-profile)"
read -ra files_static <<<"$(pkg-config --static --cflags --libs perfc-profile)"
cc "$root/examples/five_verbs.c" "${shared[@]}" -o shared
cc "$root/examples/five_verbs.c" "${static[@]/#-lperfc/-l:libperfc.a}" -o static
cc "$root"/examples/sampler/*.c "${testing[@]}" -o sampler
cc "$root/test/linkage/profile_program.c" "${files[@]}" -o files_shared
cc "$root/test/linkage/profile_program.c" "${files_static[@]/#-lperfc-profile/-l:libperfc-profile.a}" -o files_static
for program in shared static; do
  "./$program" | grep -xE '[1-9][0-9]* samples'
done
./sampler
./files_shared
./files_static
modules=$(dirname "$(find "$machine/usr" -name "perfc-$version.egg-info")")
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$modules python3 -c \
  'import perfc; print(perfc.Event.open("page-faults:u"))'

mapfile -t packages < <(rpm_there --query --all | grep perfc)
[[ ${#packages[@]} -eq 9 ]]
rpm_there --erase --nodeps "${packages[@]}"
if find "$machine" -name '*perfc*' | grep .; then exit 1; fi
