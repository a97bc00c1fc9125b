"""Takes bytes of this machine piece by piece, and makes those of the other order."""

import struct
import sys

NATIVE = "<" if sys.byteorder == "little" else ">"
OTHER = ">" if NATIVE == "<" else "<"


class Swapper:
    """Raises struct.error where the data end too early."""

    def __init__(self, data):
        self.data = data
        self.at = 0
        self.out = b""

    def left(self):
        return len(self.data) - self.at

    def numbers(self, layout):
        """Swaps and returns them; layout is of struct's letters."""
        values = struct.unpack_from(NATIVE + layout, self.data, self.at)
        self.at += struct.calcsize(NATIVE + layout)
        self.out += struct.pack(OTHER + layout, *values)
        return values

    def number(self, letter):
        return self.numbers(letter)[0]

    def words(self, count):
        return self.numbers(f"{count}Q")

    def keep(self, size):
        """Bytes that are the same in either order."""
        piece = self.data[self.at:self.at + size]
        self.at += size
        self.out += piece
        return piece

    def replace(self, size, how):
        """By what a function makes of the bytes."""
        self.out += how(self.data[self.at:self.at + size])
        self.at += size

    def rest(self):
        return self.keep(self.left())

    def rest_of_words(self):
        self.words(self.left() // 8)
        self.rest()

    def bits(self, widths):
        """A u64 of bit-fields: the first one stands in the lowest bits on little-endian
        machines, and in the highest ones on big-endian machines."""
        value, = struct.unpack_from(NATIVE + "Q", self.data, self.at)
        self.at += 8
        swapped, place = 0, 0
        for width in widths:
            # Where the field lies from either end of the word.
            low = place if NATIVE == "<" else 64 - place - width
            field = value >> low & (1 << width) - 1
            swapped |= field << 64 - width - low
            place += width
        self.out += struct.pack(OTHER + "Q", swapped)


# ---- the attr

# precise_ip is the one field of two bits.
FLAGS = [1] * 15 + [2] + [1] * 47
# From the flags on: wakeup_events to config4.
BEHIND_FLAGS = ["I", "I", "Q", "Q", "Q", "Q", "I", "i", "Q", "I", "H", "H", "I", "I",
                "Q", "Q", "Q"]
FLAGS_AT = 40


def swap_attr(attr):
    """Of any length."""
    swapper = Swapper(attr)
    swapper.numbers("IIQQQQ")
    swapper.bits(FLAGS)
    for letter in BEHIND_FLAGS:
        if swapper.left() < struct.calcsize("<" + letter):
            break
        swapper.number(letter)
    if any(swapper.data[swapper.at:]):
        raise ValueError("a longer attr than is known")
    swapper.rest()
    return swapper.out


class Attr:
    """What the layout of records depends on."""

    def __init__(self, attr):
        def at(letter, offset):
            size = struct.calcsize("<" + letter)
            return struct.unpack_from(NATIVE + letter, attr[:offset + size].ljust(
                offset + size, b"\0"), offset)[0]
        self.sample_type = at("Q", 24)
        self.read_format = at("Q", 32)
        self.sample_id_all = at("Q", FLAGS_AT) >> 18 & 1
        self.branch_sample_type = at("Q", 72)
        self.regs_user = at("Q", 80)
        self.regs_intr = at("Q", 96)
