#!/usr/bin/env python3
"""tools/abidiff: what of a changed ABI breaks programs, and what doesn't."""
import copy
import json
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tools"))
from generator import difference  # noqa: E402

GROWS, FIXED, FUNCTION = "perfc_host_options", "perfc_record", "perfc_next_record"


class Difference(unittest.TestCase):
    def setUp(self):
        self.whole = difference.essence(json.loads((ROOT / "bindings/abi.json").read_text()))
        self.old = self.whole["libraries"]["perfc"]
        self.new = copy.deepcopy(self.old)

    def says(self, added=(), broken=()):
        self.assertEqual(difference.compare(self.old, self.new), (list(added), list(broken)))

    def members(self, struct):
        return self.new["structs"][struct]["members"]

    def grow(self, struct, name="later"):
        whole = self.new["structs"][struct]
        whole["members"].append([name, "uint64_t", whole["size"], 8])
        whole["size"] += 8

    def test_the_same_abi_differs_in_nothing(self):
        self.says()

    def test_a_new_function_is_added_and_one_that_is_gone_breaks(self):
        self.new["functions"]["perfc_later"] = self.new["functions"].pop(FUNCTION)
        self.says(["perfc_later is new"], [f"{FUNCTION} is gone"])

    def test_another_signature_breaks(self):
        was = self.old["functions"][FUNCTION]["signature"]
        self.new["functions"][FUNCTION]["signature"] = "void(void)"
        self.says(broken=[f"{FUNCTION}: {was} became void(void)"])

    def test_another_version_of_a_symbol_breaks(self):
        self.new["functions"][FUNCTION]["version"] = "PERFC_1"
        self.says(broken=[f"{FUNCTION}: PERFC_0 became PERFC_1"])

    def test_a_struct_with_a_size_may_grow_at_its_end(self):
        self.grow(GROWS)
        self.says([f"{GROWS}.later is new"])

    def test_a_struct_without_a_size_may_not(self):
        size = self.old["structs"][FIXED]["size"]
        self.grow(FIXED)
        self.says([f"{FIXED}.later is new"], [f"{FIXED}: its size {size} became {size + 8}"])

    def test_no_struct_may_shrink(self):
        whole = self.new["structs"][GROWS]
        name, _, offset, _ = whole["members"].pop()
        size, whole["size"] = whole["size"], offset
        self.says(broken=[f"{GROWS}: its size {size} became {offset}", f"{GROWS}.{name} is gone"])

    def test_a_member_that_moves_breaks(self):
        member = self.members(FIXED)[1]
        self.members(FIXED)[1] = [member[0], "uint16_t", 2, 2]
        self.says(broken=[f"{FIXED}.{member[0]}: {member[1]} at {member[2]} became uint16_t at 2"])

    def test_a_member_may_take_a_part_of_reserved_bytes(self):
        self.old["structs"]["perfc_new"] = {"size": 16, "alignment": 4, "members": [
            ["a", "uint32_t", 0, 4], ["reserved", "uint32_t[3]", 4, 12]]}
        self.new["structs"]["perfc_new"] = {"size": 16, "alignment": 4, "members": [
            ["a", "uint32_t", 0, 4], ["b", "uint32_t", 4, 4], ["reserved", "uint32_t[2]", 8, 8]]}
        self.says(["perfc_new.b is new"])

    def test_a_constant_with_another_value_breaks_unless_it_counts_what_there_is(self):
        for name in ("PERFC_COLUMN_COUNT", "PERFC_COLUMN_IP"):
            self.new["constants"][name]["value"] += 1
        was = {name: self.old["constants"][name]["value"]
               for name in ("PERFC_COLUMN_COUNT", "PERFC_COLUMN_IP")}
        self.says([f"PERFC_COLUMN_COUNT: {was['PERFC_COLUMN_COUNT']} became "
                   f"{was['PERFC_COLUMN_COUNT'] + 1}"],
                  [f"PERFC_COLUMN_IP: {was['PERFC_COLUMN_IP']} became "
                   f"{was['PERFC_COLUMN_IP'] + 1}"])

    def test_a_constant_that_counts_may_not_shrink(self):
        was = self.old["constants"]["PERFC_COLUMN_COUNT"]["value"]
        self.new["constants"]["PERFC_COLUMN_COUNT"]["value"] -= 1
        self.says(broken=[f"PERFC_COLUMN_COUNT: {was} became {was - 1}"])

    def test_a_header_that_is_gone_breaks(self):
        del self.new["headers"]["perfc/batch.h"]
        self.says(broken=["perfc/batch.h is gone"])

    def may_break(self, old, new, soname="libperfc.so.0", library="perfc"):
        def whole(version, soname):
            sonames = {"perfc": soname, "perfc-profile": "libperfc-profile.so.0"}
            return {"version": version, "libraries": {name: {"soname": one}
                                                      for name, one in sonames.items()}}
        return difference.may_break(whole(old, "libperfc.so.0"), whole(new, soname), library)

    def test_until_the_abi_is_frozen_a_minor_version_may_break_it(self):
        self.assertTrue(self.may_break("0.1.9", "0.2.0"))
        self.assertFalse(self.may_break("0.1.0", "0.1.1"))

    def test_a_frozen_abi_breaks_with_another_soname_only(self):
        self.assertFalse(self.may_break("1.1.0", "1.2.0"))
        self.assertTrue(self.may_break("1.1.0", "2.0.0", "libperfc.so.1"))

    def test_the_soname_of_one_library_is_not_that_of_the_other(self):
        self.assertFalse(self.may_break("1.1.0", "2.0.0", "libperfc.so.1", "perfc-profile"))

    def test_what_one_library_loses_breaks_although_the_other_has_it(self):
        new = copy.deepcopy(self.whole)
        moved = new["libraries"]["perfc"]["functions"].pop(FUNCTION)
        new["libraries"]["perfc-profile"]["functions"][FUNCTION] = moved
        self.assertEqual(difference.differences(self.whole, new),
                         ([f"{FUNCTION} is new"], [f"{FUNCTION} is gone"], []))

    def test_a_library_may_come_and_not_go(self):
        new = copy.deepcopy(self.whole)
        del new["libraries"]["perfc-profile"]
        self.assertEqual(difference.differences(self.whole, new),
                         ([], ["libperfc-profile is gone"], []))
        self.assertEqual(difference.differences(new, self.whole),
                         (["libperfc-profile is new"], [], []))

    def test_the_kept_file_has_a_declaration_on_each_line(self):
        text = difference.to_json(self.whole)
        self.assertEqual(json.loads(text), self.whole)
        line, = (line for line in text.splitlines() if f'"{FUNCTION}"' in line)
        self.assertIn('"signature"', line)


if __name__ == "__main__":
    unittest.main()
