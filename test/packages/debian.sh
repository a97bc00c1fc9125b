#!/bin/bash
# The Debian packages: built twice they are the same, lintian finds nothing, and on a bare
# Debian 12 they are installed, used, upgraded and purged. They are built with the
# distribution's abseil, too, and cross-built for arm64. As root.
set -euo pipefail
checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$checkout/tools/debian.bash"
missing=$(why_no_debian)
type qemu-aarch64-static >/dev/null 2>&1 || missing="there is no qemu-aarch64-static"
if [[ -n $missing ]]; then echo "SKIP: $missing"; exit 77; fi
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT

echo "=== a bare Debian 12"
make_debian "$work/user"
cp -a "$work/user" "$work/builder"

echo "=== built"
make_builder "$checkout" "$work/builder"
run_in "$work/builder" <<'END'
. /build.bash
build /first
build /elsewhere/and/again
(cd /first && sha256sum ./*.deb) | (cd /elsewhere/and/again && sha256sum --check --quiet)
quietly apt-get -q install --yes --no-install-recommends lintian libabsl-dev
lintian --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs /first/*.changes

build /system -Ppkg.libperfc.system-abseil
dpkg-deb --field /system/libperfc0_*.deb Depends | grep libabsl
[[ -z $(dpkg-deb --contents /system/libperfc-dev_*.deb | grep '\.a$') ]]

build /arm64 --host-arch=arm64 -Pcross,nocheck
quietly apt-get -q install --yes --no-install-recommends /arm64/{libperfc,perfc}*.deb
END

echo "=== arm64, by qemu-user"
cp "$(command -v qemu-aarch64-static)" "$work/builder/usr/bin/emulate"
cp "$checkout"/examples/sampler/sampler{.h,.c,_test.c} "$checkout"/test/linkage/{,profile_}program.c "$work/builder"
run_in "$work/builder" <<'END'
emulate /usr/bin/perfc --version
emulate /usr/bin/perfc list sw | grep -w page-faults
export PKG_CONFIG_LIBDIR=/usr/lib/aarch64-linux-gnu/pkgconfig:/usr/share/pkgconfig
aarch64-linux-gnu-gcc /program.c -lperfc -o program && emulate program
aarch64-linux-gnu-gcc -static /program.c -lperfc -lm -o program && emulate program
aarch64-linux-gnu-gcc /profile_program.c -lperfc-profile -lperfc -o program && emulate program
aarch64-linux-gnu-gcc -static /profile_program.c -lperfc-profile -lzstd -lperfc -lm -o program && emulate program
aarch64-linux-gnu-gcc /sampler.c /sampler_test.c -lperfc-testing -o sampler && emulate sampler
END

echo "=== installed, used, upgraded, purged"
mkdir "$work/user/debs" "$work/user/newer"
cp "$work/builder/first/"*.deb "$work/user/debs"
cp -r "$checkout/examples" "$checkout/test/linkage/profile_program.c" "$work/user"
for deb in "$work/user/debs"/*.deb; do
  rm -rf "$work/newer"
  dpkg-deb --raw-extract "$deb" "$work/newer"
  sed -i -E 's/^Version: .*/&+1/; s/\(= ([^)]*)\)/(= \1+1)/g' "$work/newer/DEBIAN/control"
  dpkg-deb --build "$work/newer" "$work/user/newer" >/dev/null
done
run_in "$work/user" <<'END'
start=$(date +%s%N)
apt-get -qq install --yes --no-install-recommends /debs/{libperfc0,libperfc-profile0,perfc}_*.deb >/dev/null 2>&1
perfc stat ls /debs
echo "From the packages to perfc stat: $((($(date +%s%N) - start) / 1000000)) ms"
perfc stat -x, -e page-faults -o /tmp/counts true
grep -E '^[1-9][0-9]*,.*page-faults' /tmp/counts

apt-get -qq install --yes --no-install-recommends /debs/*.deb gcc libc6-dev pkg-config mandoc >/dev/null 2>&1
cd /tmp
cc /examples/five_verbs.c $(pkg-config --cflags --libs perfc) -o shared
cc -static /examples/five_verbs.c $(pkg-config --static --cflags --libs perfc) -o static 2>/dev/null
./shared | grep -x '[1-9][0-9]* samples'
./static | grep -x '[1-9][0-9]* samples'
cc /profile_program.c $(pkg-config --cflags --libs perfc-profile) -o files
cc -static /profile_program.c $(pkg-config --static --cflags --libs perfc-profile) -o files_static 2>/dev/null
./files
./files_static
cc /examples/sampler/*.c $(pkg-config --cflags --libs perfc-testing) -o sampler
./sampler
python3 - <<'PROGRAM'
import perfc
from perfc import SampleType
with perfc.Event.open("cpu-clock:u", SampleType.IP) as event:
    event.mmap()
    event.enable()
    sum(range(3_000_000))
    event.disable()
    samples = sum(isinstance(record.decode(), perfc.Sample) for record in event.records())
assert samples > 0
print(samples, "samples by Python")
PROGRAM
for page in /usr/share/man/man1/perfc.1.gz /usr/share/man/man3/perfc_open.3.gz \
  /usr/share/man/man7/perfc-events.7.gz /usr/share/doc/libperfc0/copyright; do
  [[ -s $page ]]
done

apt-get -qq install --yes --no-install-recommends /newer/*.deb >/dev/null 2>&1
dpkg-query --show --showformat '${Package} ${Version} ${db:Status-Status}\n' '*perfc*' | tee /tmp/upgraded
[[ $(grep -c '+1 installed$' /tmp/upgraded) -eq $(ls /newer/*.deb | wc -l) ]]
./shared | grep -x '[1-9][0-9]* samples'
perfc stat true

apt-get -qq purge --yes '*perfc*' >/dev/null 2>&1
rm -rf /tmp/{shared,static,files,files_static,sampler,counts}
if find / -xdev ! -path '/proc/*' ! -path '/debs/*' ! -path '/newer/*' ! -path '/examples/*' \
  -name '*perfc*' | grep .; then
  echo "^ was left behind"
  exit 1
fi
END
