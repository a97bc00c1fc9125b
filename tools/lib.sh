# Sourced by the tools.

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
