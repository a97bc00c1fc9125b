"""Words and code as roff writes them in man(7)."""
import errno
import re
import textwrap

WIDTH = 96
# What stands out in a sentence, in the order in which the forms are tried.
WORDS = re.compile(r"""
    (?P<quoted>"[^"]*")
  | `(?P<name>[^`]+)`
  | (?P<document>\bdocs/[a-z]+\.md)
  | (?P<header>\b(?:perfc/)?(?:profile/)?[a-z]+\.h\b)
  | \b(?P<page>[a-z_][a-z_0-9]*)\((?P<section>[1-8])\)
  | (?P<ours>\bperfc_\w+(?:\.[a-z]\w*)?\*?)
  | (?P<constant>\bPERFC?_[A-Z0-9_*]+ | (?<!\w)_[A-Z][A-Z_]+\b)
  | (?P<errno>-?\bE[A-Z0-9]{2,}\b)
  | (?P<path>(?<![\w<])/(?:sys|proc|dev)/[\w/]+)
  | (?P<member>(?<![\w*.<])\*?[a-z]\w*(?:->|\.)[a-z]\w*\b | (?<![\w*])\*[a-z]\w*\b
             | (?<![\w/.<])[a-z]+_\w+\b(?!\.h))
""", re.VERBOSE)
# Documents that are pages of section 7 too.
DOCUMENTS = {"docs/events.md": "perfc-events"}
PLAIN = str.maketrans({"\\": r"\e", "^": r"\(ha", "~": r"\(ti"})
EXACT = str.maketrans({"\\": r"\e", "^": r"\(ha", "~": r"\(ti", "-": r"\-", "'": r"\(aq",
                       "`": r"\(ga", '"': r"\(dq"})


def bold(text):
    return rf"\fB{text.translate(EXACT)}\fP"


def italic(text):
    return rf"\fI{text.translate(EXACT)}\fP"


def plain(text):
    # Only a minus is typed as one: a hyphen isn't.
    return re.sub(r"(?<![\w\\])-(?=\d)", r"\\-", text.translate(PLAIN))


def code(lines):
    """Lines as they are. .EE turns hyphenation on again."""
    return [".EX", *(safe(line.translate(EXACT)) for line in lines), ".EE", ".nh"]


def safe(line):
    """A line that can't be taken for a request."""
    return rf"\&{line}" if line[:1] in (".", "'") else line


class Prose:
    """Sentences of one page, in which the library's names stand out and point to their pages."""

    def __init__(self, functions, own, headers, page):
        self.functions = functions
        # The functions that this page describes, and the page of each header's conventions.
        self.own, self.headers, self.page = own, headers, page

    def __call__(self, text):
        """A text as lines, a sentence on each unless it is long."""
        lines = []
        for sentence in re.split(r"(?<=[.:;]) +", text):
            lines += textwrap.wrap(self.marked(sentence), WIDTH, break_long_words=False,
                                   break_on_hyphens=False)
        return [safe(line) for line in lines]

    def tag(self, text):
        """A tag of a list."""
        return safe(self.marked(text))

    def marked(self, text):
        out, end = [], 0
        for found in WORDS.finditer(text):
            out += [plain(text[end:found.start()]), self.word(found)]
            end = found.end()
        return "".join((*out, plain(text[end:])))

    def word(self, found):
        kind, text = found.lastgroup, found[0]
        if kind == "section":
            return f"{bold(found['page'])}({found['section']})"
        if kind == "name":
            return self.marked(found[2]) if found[2].startswith("perfc_") else italic(found[2])
        if kind == "document":
            page = DOCUMENTS.get(text)
            return f"{bold(page)}(7)" if page else italic(text)
        if kind == "header":
            page = self.headers.get(text.removeprefix("perfc/"))
            if page == self.page:
                return "this page"
            return f"{bold(page)}(3)" if page else plain(text)
        if kind == "ours":
            if text not in self.functions:
                return bold(text)
            return f"{bold(text)}()" if text in self.own else f"{bold(text)}(3)"
        if kind == "errno":
            return bold(text) if text.lstrip("-") in errno.errorcode.values() else text
        return {"constant": bold, "path": italic, "member": italic, "quoted": plain}[kind](text)
