"""Takes the documentation of abi.json apart: paragraphs, lists, code, and the errnos."""
import re

from .clang import Fault

BLANK = re.compile(r"\n[ \t]*\n")
CODE = re.compile(r"(perfc_\w+|while) ?\(|struct \w+ \w+ =|\w+ -> ")
ENTRY = re.compile(r"(\S.*?)(?: {2,}(\S.*))?")
SENTENCE = re.compile(r"(?<=\.) +(?=[A-Z0-9*`-]|[a-z_]+[_(]|[a-z]+ is )")
ERRNOS = r"-E[A-Z0-9]+(?:(?:, and |, | and )-E[A-Z0-9]+)*"
CALLS = r"[a-z_0-9]+\(2\)'s(?:(?:, and |, | and )[a-z_0-9]+\(2\)'s)*"
# An error of a list or of a sentence: errnos, system calls whose errnos are passed on, a meaning.
ERROR = re.compile(rf"(?:Errnos: )?(?:forward stream: )?({ERRNOS})?(?: also)?(?:, and |, | and )?"
                   rf"((?:{CALLS})?(?:[;,] [^:]*)?(?: of [^:]*)?)"
                   r"(?:(?: {2,}|: +)(.*))?\.?", re.DOTALL)
AS = re.compile(r"Errors as (perfc_\w+.*)")


def one_line(text):
    return " ".join(text.split())


def sentences(text):
    return SENTENCE.split(one_line(text))


def blocks(documentation):
    """The parts of a documentation: ("text", words), ("code", lines), ("quote", items),
    ("bullets", items), ("list", pairs of a tag and words) or ("errors", pairs)."""
    found = []
    for part in BLANK.split(documentation):
        run = []
        for line in part.split("\n"):
            if run and run[-1].startswith("  ") != line.startswith("  "):
                found.append(block(run))
                run = []
            run.append(line)
        found.append(block(run))
    return [one for one in found if one[1]]


def block(lines):
    if not lines[0].startswith("  "):
        return "text", one_line(" ".join(lines))
    indent = min(len(line) - len(line.lstrip()) for line in lines)
    lines = [line[indent:] for line in lines]
    if CODE.match(lines[0]):
        return "code", lines
    if lines[0].startswith("- "):
        return "bullets", [item.removeprefix("- ") for item in entries(lines)]
    if not any(line.startswith("-E") or ENTRY.fullmatch(line)[2] for line in lines):
        # A line that ends with a full stop ends an item.
        return "quote", [one_line(item) for item in re.split(r"(?<=\.)\n", "\n".join(lines))]
    kind = "errors" if lines[0].startswith("-E") else "list"
    return kind, [pair(item) for item in entries(lines)]


def entries(lines):
    """The items of a list, whose first lines aren't indented."""
    items = []
    for line in lines:
        if line.startswith(" ") and items:
            items[-1] += " " + line.strip()
        else:
            items.append(line)
    return items


def pair(item):
    tag, words = ENTRY.fullmatch(item).groups()
    return tag, words or ""


class Error:
    """The errnos that an entry names, the system calls whose errnos are passed on, and when."""

    def __init__(self, errnos, calls, meaning):
        self.errnos = re.findall(r"-E[A-Z0-9]+", errnos or "")
        self.calls = (calls or "").strip(" ,;")
        self.meaning = (meaning or "").rstrip(".")


def error(text):
    """The error that a list's entry or a sentence is about; None if it is about something else."""
    found = ERROR.fullmatch(text)
    return Error(*found.groups()) if found and (found[1] or found[2]) else None


def listed(entry):
    it = error(entry)
    if it is None:
        raise Fault(f"an entry in a list of errnos isn't understood: {entry}")
    return it


def split_errors(documentation):
    """A documentation's blocks without its errors, and the errors: those of lists, and the
    sentences at the ends of paragraphs; and whose errors go for it too."""
    kept, errors, others = [], [], []
    for kind, content in blocks(documentation):
        if kind == "errors":
            if kept and kept[-1][0] == "text":
                # What leads to the list goes with it.
                *before, lead = sentences(kept[-1][1])
                if lead.endswith(":"):
                    kept[-1:] = [("text", " ".join(before))] if before else []
                    found = re.findall(CALLS, lead.replace("errnos", ""))
                    errors += [Error("", call, "") for call in found]
            errors += [listed(f"{tag}  {words}" if words else tag) for tag, words in content]
        elif kind == "text":
            told = []
            for sentence in sentences(content):
                it = error(sentence.rstrip())
                if it:
                    errors.append(it)
                elif AS.match(sentence):
                    others.append(AS.match(sentence)[1])
                else:
                    told.append(sentence)
            if told:
                kept.append(("text", " ".join(told)))
        else:
            kept.append((kind, content))
    return kept, errors, others
