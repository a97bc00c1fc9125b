# Sourced by the tools and by tests.

as_root() {
  if [[ $EUID -eq 0 ]]; then "$@"; else sudo "$@"; fi
}

readonly tracefs=/sys/kernel/tracing
tracefs_mounted=0

# Mounts tracefs unless it is mounted; unmount_tracefs leaves it as it was.
mount_tracefs() {
  mountpoint -q "$tracefs" && return
  as_root mount -t tracefs tracefs "$tracefs" && tracefs_mounted=1
}

unmount_tracefs() {
  [[ $tracefs_mounted -eq 0 ]] || as_root umount "$tracefs"
}

# The mirror of this machine's own Debian packages.
debian_mirror() {
  apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' |
    head -n 1
}
