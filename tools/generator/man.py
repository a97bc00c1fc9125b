"""Man pages of section 3: the page that pages.py names for each function, links to these pages, and
the overview."""
import fnmatch
import re

from . import pages, prose, roff
from .clang import Fault
from .libraries import CORE, PROFILE
from .man_parts import (Errors, Page, attributes, constants, member_list, returns, synopsis,
                        threads)
from .texts import ORIGIN

FOLDER = "docs/man/man3/"
OVERVIEW = "perfc"
# The page about the second library as a whole.
SECOND = "perfc_profile"
PROGRAM = "five_verbs"


def write(abi, examples):
    """The text of each page. examples: the programs by name."""
    book = Book(abi, examples)
    texts = {OVERVIEW: overview(book), "libperfc": link(OVERVIEW),
             SECOND: second(book), "libperfc-profile": link(SECOND)}
    for page in book.pages:
        texts[page.name] = render(book, page)
        texts |= {name: link(page.name) for name in page.names if name != page.name}
    return {f"{FOLDER}{name}.3": text for name, text in texts.items()}


def link(page):
    return f".so man3/{page}.3\n"


class Book:
    """All pages, with what each has of the ABI."""

    def __init__(self, abi, examples):
        self.abi, self.examples = abi, examples
        self.titles = {one["name"]: one["documentation"] for one in abi["headers"]}
        self.left = {kind: {one["name"]: one for one in abi[kind]}
                     for kind in ("functions", "structs", "handles", "constants")}
        self.pages = [self.page(*row) for row in pages.PAGES]
        # A new type of records needs no row: it has a page of its own.
        self.pages += [self.page(record["function"].removeprefix("perfc_"),
                                 f"decode a {record['types'][0].replace('PERFC', 'PERF')}",
                                 record["function"].removeprefix("perfc_"),
                                 record["struct"].removeprefix("perfc_"), "")
                       for record in abi["records"] if record["function"] in self.left["functions"]]
        for kind, left in self.left.items():
            if left:
                raise Fault(f"tools/generator/pages.py: on no page are the {kind} " +
                            ", ".join(left))
        self.functions = {function["name"]: page for page in self.pages
                          for function in page.functions}
        self.homes = self.homes_of_names()
        self.meanings = {errno: found.meaning for found in
                         prose.split_errors(self.titles["perfc/error.h"])[1]
                         for errno in found.errnos}
        self.intros = {CORE.header: OVERVIEW, PROFILE.header: SECOND}
        for page in self.pages:
            for header in page.headers:
                self.intros.setdefault(header, page.name)
        self.intros |= {page.header: page.name for page in self.pages if page.header}
        self.decoders = {one["function"] for one in abi["records"]}

    def page(self, name, about, functions, types, patterns, example="", header=""):
        types = [name for one in types.split() for name in self.types_like(one)]
        return Page(f"perfc_{name}", about,
                    [self.take("functions", f"perfc_{one}") for one in functions.split()],
                    [self.take("structs", one) for one in types if one in self.left["structs"]],
                    [self.take("handles", one) for one in types if one not in
                     self.abi_structs()], self.take_constants(patterns.split()),
                    example, header and f"perfc/{header}")

    def types_like(self, name):
        """The types that a page's entry means; @ stands before what isn't the library's own."""
        if "*" in name:
            return fnmatch.filter(self.left["structs"], f"perfc_{name}")
        return [name[1:] if name[0] == "@" else f"perfc_{name}"]

    def homes_of_names(self):
        """The page of each type and constant, and of the patterns that comments name constants
        by."""
        homes = {}
        for page in self.pages:
            for constant in page.constants:
                parts = constant["name"].split("_")
                homes[constant["name"]] = page.name
                for end in range(2, len(parts)):
                    homes.setdefault("_".join(parts[:end]) + "_*", page.name)
            homes |= {name: page.name for name in page.names}
        return homes

    def abi_structs(self):
        return {one["name"] for one in self.abi["structs"]}

    def take(self, kind, name):
        if name not in self.left[kind]:
            raise Fault(f"tools/generator/pages.py: there is no {name}, or it has a page already")
        return self.left[kind].pop(name)

    def take_constants(self, patterns):
        taken = []
        for pattern in patterns:
            found = [one for one in self.left["constants"].values()
                     if one["header"] == f"perfc/{pattern[1:]}" or
                     fnmatch.fnmatchcase(one["name"], f"PERFC_{pattern}")]
            if not found:
                raise Fault(f"tools/generator/pages.py: no PERFC_{pattern} is left")
            taken += [self.take("constants", one["name"]) for one in found]
        return taken

    def prose(self, page):
        return roff.Prose(self.functions, {one["name"] for one in page.functions},
                          self.headers(), page.name)

    def headers(self):
        """The page of each header, as comments name the header."""
        return {header.removeprefix("perfc/"): name for header, name in self.intros.items()}

    def pages_of(self, library):
        """A paragraph for each page of a library."""
        return [line for page in self.pages if page.library == library
                for line in (".TP", rf"\fB{page.name}\fP(3)", page.about)]

    def program_of(self, page):
        """The page with a program that calls one of these functions, and the first of them."""
        for host, example in [(OVERVIEW, PROGRAM), *((one.name, one.example) for one in self.pages
                                                     if one.example)]:
            for function in page.functions:
                if re.search(rf"\b{function['name']}\(", self.examples[example]):
                    return host, function["name"]
        return None


def head(book, library, name, names, about):
    linked = library.name.replace("-", r"\-")
    return [rf'.\" Written by {ORIGIN}.',
            f'.TH {name} 3 {pages.DATE} "perfc {book.abi["version"]}" "lib{library.name}"',
            ".nh", ".ad l", ".SH NAME", f"{', '.join(names)} {chr(92)}- {about}",
            ".SH LIBRARY", rf"lib{library.name} (\fI\-l{linked}\fP)", ".SH SYNOPSIS", ".nf",
            rf"\fB#include <{library.header}>\fP"]


def render(book, page):
    say = book.prose(page)
    out = head(book, page.library, page.name,
               [page.name, *(one for one in page.names if one != page.name)], page.about)
    out += [*synopsis(page), ".fi", ".SH DESCRIPTION"]
    body = description(book, page, say)
    errors = errors_of(book, page, say)
    out += body[1:] if body[0] == ".PP" else body
    if page.functions:
        out += [".SH RETURN VALUE", *returns(page, say)]
        out += [".SH ERRORS", *errors.lines()] if errors else []
        out += [".SH ATTRIBUTES", *attributes(book, page, say)]
    out += [".SH VERSIONS", *versions(book, page)]
    out += program(book, page)
    return finish(book, page.name, out)


def description(book, page, say):
    out = []
    if book.intros.get(page.header or page.first_header) == page.name:
        out += intro(book, page.header or page.first_header, say)
    elif any(one["name"] in book.decoders for one in page.functions):
        out += [".PP", *say("Each function fills the caller's struct, up to its size, from a "
                            "record. perfc_decode_sample says how members and ranges are read.")]
    for together in page.by_documentation():
        if len(page.functions) > 1:
            out += [f".SS {', '.join(one['name'] + '()' for one in together)}"]
        kept, _, _ = prose.split_errors(together[0]["documentation"])
        body = paragraphs(kept, say)
        out += body if len(page.functions) == 1 else body[1:]
    told = {one["documentation"] for one in page.functions}
    for struct in page.structs:
        out += [f".SS struct {struct['name']}"]
        kept, _, _ = prose.split_errors(struct["documentation"])
        about = [] if struct["documentation"] in told else paragraphs(kept, say)
        out += [*about[1:], *member_list(struct, say)]
    handles = [one for one in page.handles if one["documentation"] and one["name"] in page.names]
    if handles:
        out += [".SS Handles"]
        for handle in handles:
            out += [".TP", roff.bold(handle["name"]), *say(prose.one_line(handle["documentation"]))]
    if page.constants:
        out += [".SS Constants", *constants(page.constants, say)]
    return out


def intro(book, header, say):
    """What a header says about all that it has, less its title and thread rule."""
    title = book.titles[header]
    # The errnos of error.h are those of no function.
    kept = prose.blocks(title) if header == "perfc/error.h" else prose.split_errors(title)[0]
    return paragraphs([one for one in kept[1:] if one not in threads(kept)], say)


def paragraphs(blocks, say):
    out = []
    for kind, content in blocks:
        if kind == "text":
            out += [".PP", *say(content)]
        elif kind == "code":
            out += [".PP", ".in +4n", *roff.code(content), ".in"]
        elif kind == "quote":
            out += [".RS 4"]
            for item in content:
                out += [".PP", *say(item)]
            out += [".RE"]
        elif kind == "bullets":
            for item in content:
                out += [r".IP \(bu 3", *say(item)]
        else:
            for tag, words in content:
                out += [".TP", roff.bold(tag) if tag.isupper() else say.tag(tag), *say(words)]
    return out


def errors_of(book, page, say):
    errors = Errors(page, book.meanings, say)
    for function in page.functions:
        _, own, others = prose.split_errors(function["documentation"])
        if function["name"] in book.decoders:
            own = own + prose.split_errors(book.titles["perfc/decode.h"])[1]
        errors.add(function["name"], own, others)
    return errors


def versions(book, page):
    since = {}
    for function in page.functions:
        found = re.search(r"\bSince (\d+\.\d+)", function["documentation"])
        since.setdefault(found[1] if found else "0.1", []).append(function["name"])
    if len(since) < 2:
        return [f"lib{page.library.name} {next(iter(since), '0.1')}, on Linux 5.10 and newer."]
    return [f"{', '.join(map(roff.bold, names))}: lib{page.library.name} {version}."
            for version, names in since.items()]


def program(book, page):
    if page.example:
        return [".SH EXAMPLES", *source(book.examples[page.example])]
    found = book.program_of(page)
    if not found:
        return []
    host, function = found
    return [".SH EXAMPLES", f"The program in {roff.bold(host)}(3) calls {roff.bold(function)}()."]


def source(text):
    """A program: the comment that it begins with, and the rest as it is."""
    lines = text.rstrip("\n").split("\n")
    count = next(i for i, line in enumerate(lines) if not line.startswith("//"))
    about = prose.one_line(" ".join(line.removeprefix("//") for line in lines[:count]))
    return [*roff.Prose({}, set(), {}, "")(about), ".PP", *roff.code(lines[count:])]


def finish(book, name, lines):
    """The page with its last section: all other pages that it names."""
    text = "\n".join(lines)
    named = {(int(section), other) for other, section in
             re.findall(r"\\fB([\w\\-]+)\\fP\((\d)\)", text)}
    words = re.findall(r"\\fB(PERFC_\w+\*?|perfc_\w+)\\fP", text)
    named |= {(3, book.homes[word]) for word in words if word in book.homes}
    if name == OVERVIEW:
        named = {(1, "perfc"), (2, "perf_event_open"), (7, r"perfc\-events"),
                 (7, r"perfc\-permissions")}
    else:
        named |= {(3, OVERVIEW)}
    # A function stands for the page that it is on.
    named = {(section, book.functions[other].name if other in book.functions else other)
             for section, other in named} - {(3, name)}
    also = [rf"\fB{other}\fP({section})" for section, other in sorted(named)]
    return text + "\n.SH SEE ALSO\n" + ",\n".join(also) + "\n"


def overview(book):
    say = roff.Prose(book.functions, book.functions.keys(), book.headers(), OVERVIEW)
    title = book.titles[CORE.header]
    opening, *items = re.split(r"^(?=[A-Z]\w* {2,}\S|fork\(\) )", title, flags=re.MULTILINE)
    items[-1], _, last = items[-1].rpartition("\n\n")
    first, *rest = prose.blocks(opening)
    out = head(book, CORE, OVERVIEW, [OVERVIEW, "libperfc"], about_header(first))
    out += [".fi", ".SH DESCRIPTION", *paragraphs(rest, say)[1:]]
    for item in items:
        name, words = re.match(r"(\S+) +(.*)", item, re.DOTALL).groups()
        # The words begin in the tenth column.
        words = re.sub(r"^ {10}", "", words, flags=re.MULTILINE)
        out += [f".SS {name}", *paragraphs(prose.blocks(words), say)[1:]]
    out += [".SS Pages", *book.pages_of(CORE), ".TP", rf"\fB{SECOND}\fP(3)",
            "the second library: perf.data files"]
    out += [".SH VERSIONS", *say(prose.one_line(last))]
    out += [".SH EXAMPLES", *source(book.examples[PROGRAM])]
    return finish(book, OVERVIEW, out)


def about_header(block):
    """What a header's first line says it is."""
    return block[1].partition(" - ")[2].rstrip(".")


def second(book):
    """The page about the second library."""
    say = roff.Prose(book.functions, book.functions.keys(), book.headers(), SECOND)
    first, *rest = prose.blocks(book.titles[PROFILE.header])
    out = head(book, PROFILE, SECOND, [SECOND, "libperfc-profile"],
               about_header(first).removeprefix("libperfc-profile: "))
    out += [".fi", ".SH DESCRIPTION", *paragraphs(rest, say)[1:]]
    out += [".SS Pages", *book.pages_of(PROFILE)]
    out += [".SH VERSIONS", "libperfc-profile 0.1, on Linux 5.10 and newer."]
    return finish(book, SECOND, out)
