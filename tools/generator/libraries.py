"""The libraries, in the order in which one needs the one before."""
import collections

# Its name, its header that includes all others, the folder of these others, and the linker's map of
# its exports.
Library = collections.namedtuple("Library", "name header folder map")

CORE = Library("perfc", "perfc/perfc.h", "perfc", "impl/capi/perfc.map")
PROFILE = Library("perfc-profile", "perfc/profile.h", "perfc/profile",
                  "impl/profile/capi/profile.map")
LIBRARIES = (CORE, PROFILE)
