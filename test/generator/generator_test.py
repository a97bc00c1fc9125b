#!/usr/bin/env python3
"""tools/generate: descriptions of small headers, refused declarations, stale files."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tools"))
from generator import abi, tables  # noqa: E402
from generator.clang import Fault  # noqa: E402
from generator.libraries import CORE, LIBRARIES, PROFILE  # noqa: E402
from generator.texts import of_library  # noqa: E402

HEADER = """/* perfc/perfc.h - a small one. */
#include <stddef.h>
#include <stdint.h>
#define PERFC_API __attribute__((visibility("default")))
#define PERFC_VERSION_MAJOR 1
#define PERFC_VERSION_MINOR 2
#define PERFC_VERSION_PATCH 3
"""
TABLE = """
/* struct perfc_a_row, by perfc_make and perfc_take, grouped: some. */
#define PERFC_ROWS_A 0x1
/* struct perfc_a_row, by perfc_take: others. */
#define PERFC_ROWS_B 0x2
struct perfc_a_row { uint64_t a; };
PERFC_API int perfc_make(void);
PERFC_API int perfc_take(void);
"""


class Tree(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for library in LIBRARIES:
            for folder in (f"include/{library.folder}", pathlib.Path(library.map).parent):
                (self.root / folder).mkdir(parents=True)
        (self.root / CORE.map).write_text("OLD_0 { global: perfc_old; };\n"
                                          "NEW_1 { global: perfc_*; local: *; };\n")
        (self.root / PROFILE.map).write_text("SECOND_0 { global: perfc_*; local: *; };\n")
        (self.root / abi.BUILD).write_text('name = "libperfc.so.7",\n'
                                           'name = "libperfc-profile.so.8",\n')
        self.second("")

    def second(self, text):
        """Makes the header of the second library."""
        (self.root / f"include/{PROFILE.header}").write_text(
            f"/* {PROFILE.header} - the second one. */\n{text}")

    def describe(self, text, name="perfc.h"):
        (self.root / "include/perfc" / name).write_text(text)
        return abi.describe(self.root)


class Described(Tree):
    def test_a_small_header_gives_the_expected_json(self):
        told = abi.to_json(self.describe((HERE / "small.h.in").read_text())) + "\n"
        self.assertEqual(told, (HERE / "small.json").read_text())

    def test_other_headers_are_found_through_perfc_h(self):
        (self.root / "include/perfc/a.h").write_text("/* perfc/a.h - A. */\nstruct perfc_a;\n")
        told = self.describe(HEADER + '#include "perfc/a.h"\n')
        self.assertEqual([handle["header"] for handle in told["handles"]], ["perfc/a.h"])

    def test_nothing_of_this_machine_is_in_it(self):
        told = abi.to_json(self.describe((HERE / "small.h.in").read_text()))
        self.assertNotIn(str(self.root), told)

    def test_a_function_is_in_the_version_that_names_it(self):
        told = self.describe(HEADER + "PERFC_API int perfc_old(void);\n"
                                      "PERFC_API int perfc_b(void);\n")
        self.assertEqual([one["version"] for one in told["functions"]], ["OLD_0", "NEW_1"])

    def test_what_another_header_declares_is_in_the_second_library(self):
        self.second('#include "perfc/profile/b.h"\n')
        (self.root / "include/perfc/profile/b.h").write_text(
            "/* perfc/profile/b.h - B. */\n#define PERFC_B 1\nstruct perfc_b { int a; };\n"
            "struct perfc_thing;\nPERFC_API int perfc_b(struct perfc_thing *thing);\n")
        told = self.describe(HEADER + "typedef struct perfc_thing perfc_thing;\n"
                                      "PERFC_API int perfc_a(void);\n")
        self.assertEqual([(one["name"], one["version"]) for one in told["functions"]],
                         [("perfc_a", "NEW_1"), ("perfc_b", "SECOND_0")])
        self.assertEqual([(one["name"], one["library"]) for one in told["headers"]],
                         [("perfc/perfc.h", "perfc"), ("perfc/profile.h", "perfc-profile"),
                          ("perfc/profile/b.h", "perfc-profile")])
        for library, names in ((CORE, ["perfc_thing", "perfc_a"]),
                               (PROFILE, ["PERFC_B", "perfc_b", "perfc_b"])):
            part = of_library(told, library.name)
            self.assertEqual([one["name"] for key in ("constants", "handles", "structs", "functions")
                              for one in part[key] if "VERSION" not in one["name"]], names)

    def test_the_comment_of_a_kind_of_tables_names_its_row(self):
        told = self.describe(HEADER + TABLE)
        self.assertEqual(told["tables"], [
            {"kind": "PERFC_ROWS_A", "struct": "perfc_a_row", "grouped": True,
             "functions": ["perfc_make", "perfc_take"]},
            {"kind": "PERFC_ROWS_B", "struct": "perfc_a_row", "grouped": False,
             "functions": ["perfc_take"]}])

    def test_a_comment_in_front_of_another_is_that_of_the_group(self):
        told = self.describe(HEADER + "\n/* perfc_a.kind */\n/* One. */\n#define PERFC_A_ONE 0x1\n"
                                      "/* Two. */\n#define PERFC_A_TWO 0x2\n")
        self.assertEqual([(one["group"], one["documentation"]) for one in told["constants"]
                          if one["name"].startswith("PERFC_A_")],
                         [("perfc_a.kind", "One."), ("perfc_a.kind", "Two.")])


class Refused(Tree):
    def refuses(self, text, *words):
        """The line is named, and these words are in the message."""
        header = HEADER + text
        line = header[:header.index("HERE")].count("\n") + 1 if "HERE" in header else 8
        with self.assertRaises(Fault) as caught:
            self.describe(header)
        for word in (f"include/perfc/perfc.h:{line}:", *words):
            self.assertIn(word, str(caught.exception))

    def test_an_enum(self):
        self.refuses("enum perfc_e { PERFC_A };\n", "perfc_e", "an enum")

    def test_a_bit_field(self):
        self.refuses("struct perfc_s {\n  uint32_t a;\n  uint32_t HERE : 3;\n};\n", "a bit-field",
                     "perfc_s")

    def test_a_union(self):
        self.refuses("union perfc_u {\n  int a;\n};\n", "perfc_u", "a union")

    def test_a_union_within(self):
        self.refuses("struct perfc_s {\n  union { /* HERE */\n    int a;\n  } b;\n};\n", "perfc_s")

    def test_an_inline_function(self):
        self.refuses("static inline int perfc_f(void) { return 0; }\n", "perfc_f", "has a body")

    def test_a_variadic_function(self):
        self.refuses("PERFC_API int perfc_f(int a, ...);\n", "perfc_f", "variadic")

    def test_a_function_without_a_prototype(self):
        self.refuses("PERFC_API int perfc_f();\n", "perfc_f", "prototype")

    def test_a_function_that_isnt_exported(self):
        self.refuses("int perfc_f(void);\n", "perfc_f", "PERFC_API")

    def test_a_parameter_without_a_name(self):
        self.refuses("PERFC_API int perfc_f(int);\n", "perfc_f", "parameter without a name")

    def test_types_whose_width_c_leaves_open(self):
        self.refuses("PERFC_API long perfc_f(void);\n", "perfc_f", "long")
        self.refuses("struct perfc_s {\n  unsigned int HERE;\n};\n", "unsigned int")

    def test_a_callback(self):
        self.refuses("PERFC_API int perfc_f(int (*call)(void));\n", "call", "int (*)(void)")

    def test_an_aligned_member(self):
        self.refuses("struct perfc_s {\n  int a __attribute__((aligned(16))); /* HERE */\n};\n",
                     "AlignedAttr")

    def test_a_variable(self):
        self.refuses("extern int perfc_v;\n", "perfc_v", "a variable")

    def test_a_typedef_of_a_number(self):
        self.refuses("typedef uint32_t perfc_t;\n", "perfc_t", "typedef")

    def test_a_macro_with_arguments(self):
        self.refuses("#define PERFC_F(x) (x)\n", "PERFC_F", "arguments")

    def test_a_macro_that_is_no_number(self):
        self.refuses('#define PERFC_NAME "name"\n', "PERFC_NAME")
        self.refuses("#define PERFC_TYPE struct perfc_t\n", "PERFC_TYPE")

    def test_a_struct_that_lies_differently_elsewhere(self):
        self.refuses("struct perfc_s {\n"
                     "#ifdef __aarch64__\n  uint64_t a;\n#else\n  uint32_t a; /* HERE */\n#endif\n"
                     "};\n".replace("struct perfc_s {\n", "struct perfc_s { /* HERE */\n"),
                     "4 on x86_64-linux-gnu, 8 on aarch64-linux-gnu")

    def test_a_range_of_nobody_knows_what(self):
        ranges = "struct perfc_range { uint32_t count; };\n"
        self.refuses(ranges + "struct perfc_s {\n  /* Bytes. */\n"
                     "  struct perfc_range r; /* HERE */\n};\n", "r is a range")
        self.refuses(ranges + "struct perfc_s {\n  struct perfc_range r; /* uint9_t[] HERE */\n"
                     "};\n", "r is a range")

    def test_constants_that_there_are_none_of(self):
        self.refuses("struct perfc_s {\n  uint32_t m; /* PERFC_HAS_* HERE */\n};\n", "PERFC_HAS_*")

    def test_a_condition_that_is_no_bit(self):
        self.refuses("#define PERFC_HAS_A 1\nstruct perfc_s {\n  uint32_t mask; /* PERFC_HAS_* */\n"
                     "  uint32_t b; /* PERFC_HAS_B: HERE */\n};\n", "there is no PERFC_HAS_B")

    def test_a_condition_that_two_members_may_say(self):
        self.refuses("#define PERFC_HAS_A 1\nstruct perfc_s {\n  uint32_t mask; /* PERFC_HAS_* */\n"
                     "  uint32_t again; /* PERFC_HAS_* */\n  uint32_t a; /* PERFC_HAS_A: HERE */\n"
                     "};\n", "mask and again may say")

    def decoder(self, comment):
        return ("typedef struct perfc_plan perfc_plan;\nstruct perfc_record;\n"
                f"#define PERFC_RECORD_A 7\n{comment}\nstruct perfc_record_a {{ int a; }};\n"
                "PERFC_API int perfc_decode_a(const perfc_plan *plan, const struct perfc_record *r,"
                " struct perfc_record_a *out, size_t size);\n")

    def test_a_record_of_no_type_or_another_number(self):
        for comment, words in (("/* A record. */", "names no type"),
                               ("/* PERF_RECORD_A (8). */", "PERFC_RECORD_A isn't 8")):
            with self.assertRaisesRegex(Fault, f"perfc/perfc.h: struct perfc_record_a: .*{words}"):
                self.describe(HEADER + self.decoder(comment))

    def test_a_kind_of_tables_without_a_row(self):
        for is_now, was in (("Some rows: ", "struct perfc_a_row, by perfc_take: "),
                            ("struct perfc_b_row, by perfc_take: ",
                             "struct perfc_a_row, by perfc_take: "),
                            ("by perfc_take and perfc_nobody: ", "by perfc_take: ")):
            with self.assertRaisesRegex(Fault, "perfc/perfc.h: the comment of PERFC_ROWS_B must"):
                self.describe(HEADER + TABLE.replace(was, is_now))

    def test_text_that_clang_refuses(self):
        self.refuses("struct perfc_s { uint32_tt a; };\n", "unknown type name")

    def test_a_header_that_perfc_h_leaves_out(self):
        (self.root / "include/perfc/lost.h").write_text("\n")
        with self.assertRaisesRegex(Fault, "include/perfc/lost.h: perfc.h doesn't include it"):
            self.describe(HEADER)

    def test_a_header_that_the_second_librarys_leaves_out(self):
        (self.root / "include/perfc/profile/lost.h").write_text("\n")
        with self.assertRaisesRegex(Fault, "profile/lost.h: profile.h doesn't include it"):
            self.describe(HEADER)

    def test_a_function_that_the_linker_hides(self):
        (self.root / CORE.map).write_text("NEW_1 { global: other_*; local: *; };\n")
        with self.assertRaisesRegex(Fault, "perfc_f is in no version"):
            self.describe(HEADER + "PERFC_API int perfc_f(void);\n")

    def test_a_table_whose_entry_matches_nothing(self):
        tables.check("TABLE", ["A_*"], ["A_1"])
        with self.assertRaisesRegex(Fault, r"tables.py: TABLE: no B_\* is in the headers"):
            tables.check("TABLE", ["A_*", "B_*"], ["A_1"])


class Stale(unittest.TestCase):
    """The script itself, in a copy of the files that it reads and writes."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in ("include", "tools/generator", "examples"):
            shutil.copytree(ROOT / name, self.root / name,
                            ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("tools/generate", abi.BUILD, *(library.map for library in LIBRARIES)):
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.root / name)
        self.run_generator()

    def run_generator(self, *arguments):
        return subprocess.run([self.root / "tools/generate", *arguments], check=False, text=True,
                              capture_output=True)

    def test_all_is_as_it_was_written(self):
        self.assertEqual(self.run_generator("--check").returncode, 0)

    def test_a_file_that_was_changed_or_is_gone_is_named_with_the_command_that_mends_it(self):
        exports = self.root / "test/linkage/exports.txt"
        written = exports.read_text()
        exports.write_text(written + "perfc_more\n")
        (self.root / "bindings/abi.json").unlink()
        done = self.run_generator("--check")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, "not what the headers say:\n  bindings/abi.json\n"
                         "  test/linkage/exports.txt\nrun tools/generate\n")
        self.assertEqual(exports.read_text(), written + "perfc_more\n")
        self.assertEqual(self.run_generator().returncode, 0)
        self.assertEqual(exports.read_text(), written)

    def test_a_header_that_changed_makes_files_stale(self):
        header = self.root / "include/perfc/version.h"
        header.write_text(header.read_text().replace("perfc_version", "perfc_number"))
        pages = self.root / "tools/generator/pages.py"
        pages.write_text(pages.read_text().replace('"version", "",', '"number", "",'))
        stale = self.run_generator("--check").stderr
        for path in ("bindings/abi.json", "test/linkage/exports.txt",
                     "docs/man/man3/perfc_number.3"):
            self.assertIn(f"  {path}\n", stale)

    def test_a_function_without_a_man_page_is_refused(self):
        header = self.root / "include/perfc/version.h"
        header.write_text(header.read_text().replace(
            "PERFC_API uint32_t", "PERFC_API uint32_t perfc_later(void);\nPERFC_API uint32_t"))
        self.assertIn("pages.py: on no page are the functions perfc_later",
                      self.run_generator("--check").stderr)

    def test_a_new_record_type_needs_the_headers_alone(self):
        uapi, decode = (self.root / f"include/perfc/{name}.h" for name in ("uapi", "decode"))
        last = "#define PERFC_RECORD_MAX"
        uapi.write_text(uapi.read_text().replace(
            last, f"#define PERFC_RECORD_WAKEUP 230\n{last}"))
        before, last, after = decode.read_text().rpartition("#ifdef __cplusplus")
        decode.write_text(before + """/* PERF_RECORD_WAKEUP (230). */
struct perfc_record_wakeup {
  /* char[]. */
  struct perfc_range name;
};
PERFC_API int perfc_decode_wakeup(const perfc_plan *plan, const struct perfc_record *record,
                                  struct perfc_record_wakeup *out, size_t out_size);
""" + last + after)
        self.assertEqual(self.run_generator().returncode, 0)
        for path, words in {
                "impl/record/types.h": "ONE(wakeup, WAKEUP)",
                "bindings/cpp/perfc/records.hpp": "struct record_traits<perfc_record_wakeup>",
                "bindings/go/perfc/decode_gen.go": ") DecodeWakeup(plan *Plan) (RecordWakeup,",
                "bindings/python/src/perfc/records.py": "class Wakeup:",
                "bindings/rust/perfc/src/records.rs": "pub struct Wakeup<'a> {",
                "docs/man/man3/perfc_record_wakeup.3": ".so man3/perfc_decode_wakeup.3",
                "bindings/zig/src/records.zig": ".{ c.PERFC_RECORD_WAKEUP, Wakeup }"}.items():
            self.assertIn(words, (self.root / path).read_text())

    def test_after_a_refusal_the_place_is_named_and_nothing_is_written(self):
        header = self.root / "include/perfc/perfc.h"
        header.write_text(header.read_text() + "enum perfc_e { PERFC_A };\n")
        done = self.run_generator()
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"include/perfc/perfc.h:\d+: perfc_e is an enum")
        self.assertEqual(json.loads((self.root / "bindings/abi.json").read_text())["format"], 2)


if __name__ == "__main__":
    unittest.main()
