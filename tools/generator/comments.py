"""Finds the comment of a declaration. Clang says where in a header the declaration is."""
import re

# A string may hold what looks like a comment.
TOKEN = re.compile(rb'"(?:\\.|[^"\\\n])*"|/\*.*?\*/|//[^\n]*', re.DOTALL)
BLANK_LINE = re.compile(rb"\n[ \t]*\n")


class Header:
    """The text of a header, in which clang gives places as bytes from the start."""

    def __init__(self, path):
        self.text = path.read_bytes()
        self.comments = [found for found in TOKEN.finditer(self.text) if found[0][:1] == b"/"]

    def line(self, offset):
        return self.text.count(b"\n", 0, offset) + 1

    def line_start(self, offset):
        return self.text.rfind(b"\n", 0, offset) + 1

    def start_of(self, line):
        offset = 0
        for _ in range(line - 1):
            offset = self.text.index(b"\n", offset) + 1
        return offset

    def title(self):
        """The comment that the header begins with."""
        first = self.comments[:1]
        return plain(first[0]) if first and first[0].start() == 0 else ""

    def above(self, offset, shared):
        """The last comment before in the first column, in the same paragraph; with nothing between,
        unless declarations may share it. None: there is none."""
        end = self.line_start(offset)
        for comment in reversed(self.comments):
            if comment.end() <= end and self.line_start(comment.start()) == comment.start():
                between = self.text[comment.end():end]
                apart = BLANK_LINE.search(between) or not shared and between.strip()
                return None if apart else comment
        return None

    def head(self, offset):
        """The comment that begins the paragraph in which a place is."""
        start = self.text.rfind(b"\n\n", 0, offset) + 2
        return next((comment for comment in self.comments if comment.start() == start), None)

    def before_comment(self, comment):
        """Whether another comment begins in the line after it."""
        return comment is not None and any(
            self.text[comment.end():other.start()] == b"\n" for other in self.comments)

    def above_member(self, offset):
        """The comment that ends in the line before, and has its lines for itself."""
        for comment in reversed(self.comments):
            if comment.end() <= offset:
                between = self.text[comment.end():offset]
                before = self.text[self.line_start(comment.start()):comment.start()]
                alone = not before.strip() and re.fullmatch(rb"[ \t]*\n[ \t]*", between)
                return comment if alone else None
        return None

    def behind(self, offset):
        """The comment that begins in the line where a declaration ends."""
        for comment in self.comments:
            if comment.start() >= offset:
                between = self.text[offset:comment.start()]
                return comment if re.fullmatch(rb"[ \t]*;?[ \t]*", between) else None
        return None

    def in_directive(self, line):
        """The comment that begins in a directive, which a backslash continues."""
        begin = self.start_of(line)
        end = re.compile(rb"(?:\\\n|[^\n])*").match(self.text, begin).end()
        for comment in self.comments:
            if begin <= comment.start() < end:
                return comment
        return None


def plain(*comments):
    """The words of comments, line by line, without what marks them as comments."""
    return "\n".join(words(comment[0].decode()) for comment in comments if comment)


def words(comment):
    lines = []
    for line in comment.removeprefix("/*").removeprefix("//").removesuffix("*/").split("\n"):
        line = line.removesuffix("\\").rstrip()
        bare = line.lstrip()
        lines.append(bare.removeprefix("*").removeprefix(" ") if bare[:1] == "*" else bare)
    return "\n".join(lines).strip()
