"""The sections of a man page."""
import itertools
import re
import sys

from . import prose, roff
from .headers import library_of
from .texts import literal

# The text of a synopsis is indented by 7 columns.
WIDTH = 72
RESULT = re.compile(r"^Returns\b|^Otherwise returns\b|\band returns\b|^The result is\b|\bthe result is the\b|^-?\d+: |"
                    r"^NULL(?::| if | for )")
SIGNALS = re.compile(r"on the same handle:(.*?)It may call these whatever it interrupted:(.*?)"
                     r"It may call no other", re.DOTALL)
ANOTHERS_RESULT = re.compile(r"^Does the same\b|\bresults? (is|are) (that|those) of\b")


class Page:
    def __init__(self, name, about, functions, structs, handles, constants, example, header):
        self.name, self.about, self.functions, self.structs = name, about, functions, structs
        self.handles, self.constants = handles, constants
        self.example, self.header = example, header
        self.headers = list(dict.fromkeys(one["header"] for one in functions))
        self.first_header = next(iter(self.headers), "")
        # All of a page is of one library.
        self.library = library_of((*functions, *structs, *constants)[0]["header"])
        # What one looks a page up by.
        self.names = [one["name"] for one in (*functions, *structs, *handles)
                      if one["name"].startswith("perfc_")]

    def by_documentation(self):
        return [list(group) for _, group in
                itertools.groupby(self.functions, lambda one: one["documentation"])]


def synopsis(page):
    out = []
    for handle in page.handles:
        if handle["name"] in page.names:
            out += [".PP", rf"\fBtypedef struct {handle['name']} {handle['name']};\fP"]
    for function in page.functions:
        out += [".PP", *declaration(function)]
    return out


def declaration(function):
    begin = joined(function["result"]["type"], function["name"]) + "("
    parameters = [(one["type"], one["name"]) for one in function["parameters"]]
    lengths = [len(joined(*one)) + 2 for one in parameters]
    # Behind the parenthesis, or if one of them is too long for that, four columns in.
    column = len(begin) if not lengths or len(begin) + max(lengths) <= WIDTH else 4
    lines, width = [rf"\fB{begin}\fP"], len(begin)
    if column == 4:
        lines, width = [*lines, "    "], 4
    if not parameters:
        return [rf"\fB{begin}void);\fP"]
    for i, (one, length) in enumerate(zip(parameters, lengths)):
        if width + length > WIDTH and width > column:
            lines[-1] = lines[-1].rstrip(" ")
            lines, width = [*lines, " " * column], column
        end = ");" if i + 1 == len(parameters) else ", "
        gap = "" if one[0].endswith("*") else " "
        lines[-1] += rf"\fB{one[0]}{gap}\fP\fI{one[1]}\fP\fB{end}\fP"
        width += length
    return [re.sub(r", \\fP$", r",\\fP", line) for line in lines]


def joined(kind, name):
    return kind + name if kind.endswith("*") else f"{kind} {name}"


def member_list(struct, say):
    out = []
    for member in struct["members"]:
        kind, bracket, length = member["type"].partition("[")
        kind = kind.strip()
        gap = "" if kind.endswith("*") else " "
        out += [".TP", rf"\fB{kind}{gap}\fP\fI{member['name']}\fP{bracket}{length}",
                *say(prose.one_line(member["documentation"]))]
    return out


def constants(taken, say):
    """Constants by their groups: those with words of their own one by one, the others in a row."""
    out = []
    for group, members in itertools.groupby(taken, lambda one: one["group"]):
        members = list(members)
        if group:
            out += [".PP", *say(prose.one_line(group))]
        # What stands first in the header does so here.
        first = bool(members[0]["documentation"])
        members.sort(key=lambda one: bool(one["documentation"]) != first)
        for described, some in itertools.groupby(members, lambda one: bool(one["documentation"])):
            out += listed(some, say) if described else row(list(some))
    return out[1:] if out[0] == ".PP" else out


def listed(members, say):
    return [line for one in members
            for line in (".TP", named(one), *say(prose.one_line(one["documentation"])))]


def row(members):
    return [".RS 4", ".PP", *(named(one) + ("," if one is not members[-1] else "")
                              for one in members), ".RE"]


def named(constant):
    value = literal(constant).replace("-", r"\-")
    return rf"{roff.bold(constant['name'])}\~({value})"


def returns(page, say):
    """What each function gives: the sentences of its comment that say so."""
    out, zero, nothing = [], [], []
    for function in page.functions:
        kept, _, _ = prose.split_errors(function["documentation"])
        told = [sentence for kind, content in kept if kind == "text"
                for sentence in prose.sentences(content)]
        found = [sentence for sentence in told if RESULT.search(sentence)]
        kind = function["result"]["type"]
        if kind != "int" and found[:1] != told[:1]:
            # What the pointer or value is, before when it is NULL.
            found = told[:1] + found
        if kind == "void":
            nothing.append(function["name"])
        elif found or told and told[0].startswith("The "):
            out += [".TP", roff.bold(function["name"]) + "()", *say(" ".join(found or told[:1]))]
        elif any(ANOTHERS_RESULT.search(sentence) for sentence in told):
            sys.exit(f"{function['name']}: the comment names another function and not what this one returns")
        else:
            zero.append(function["name"])
    if zero:
        out += [".TP", names(zero), "0."]
    if nothing:
        out += [".TP", names(nothing), "Nothing."]
    if len(page.functions) == 1 and out:
        out = out[2:]
    if any(one["result"]["type"] == "int" for one in page.functions):
        out += [".PP", *say("After a failure the result is a negative errno, and errno(3) stays as "
                            "it was.")]
    return out


def names(functions):
    return ", ".join(roff.bold(name) + "()" for name in functions)


class Errors:
    """The errnos of a page's functions, with the meanings that several share written once."""

    def __init__(self, page, meanings, say):
        self.all = len([one for one in page.functions if one["result"]["type"] == "int"])
        self.page, self.meanings, self.say = page, meanings, say
        self.errnos, self.calls, self.passed, self.others = {}, {}, {}, []

    def add(self, function, errors, others):
        for error in errors:
            meaning = re.sub(r"^NULL(?=[,;]|$)", "a NULL argument", error.meaning)
            for errno in error.errnos:
                text = meaning or re.split(r"\. |; ", self.meanings.get(errno, ""))[0]
                self.errnos.setdefault(errno, {}).setdefault(text, []).append(function)
            if error.calls and error.meaning:
                self.calls.setdefault((error.calls, meaning), []).append(function)
            elif error.calls:
                calls = re.findall(r"(\w+)\(2\)", error.calls)
                self.passed |= dict.fromkeys(calls)
                for errno in re.findall(r"such as (-E\w+)", error.calls):
                    text = f"passed on from {calls[-1]}(2)"
                    self.errnos.setdefault(errno, {}).setdefault(text, []).append(function)
        self.others += [(function, other.rstrip(".")) for other in others]

    def __bool__(self):
        return bool(self.errnos or self.calls or self.passed or self.others)

    def lines(self):
        out = []
        for errno in sorted(self.errnos):
            out += [".TP", roff.bold(errno)]
            for i, (meaning, functions) in enumerate(self.errnos[errno].items()):
                out += ([".br"] if i else []) + self.told(functions, meaning)
        for (calls, meaning), functions in self.calls.items():
            out += [".TP", self.say.tag(calls), *self.told(functions, meaning)]
        for function, other in self.others:
            out += [".PP", *self.say(f"{function} also has the errors of {other}.")]
        if self.passed:
            said = [f"{call}(2)" for call in sorted(self.passed)]
            end = f"{', '.join(said[:-1])} and {said[-1]}" if said[1:] else said[0]
            out += [".PP", *self.say(f"Errnos of {end} are passed on unchanged.")]
        return out[1:] if out[0] == ".PP" else out

    def told(self, functions, meaning):
        functions = list(dict.fromkeys(functions))
        who = "" if len(functions) == self.all else ", ".join(functions) + ": "
        end = "" if meaning.endswith((")", ".")) and "." in meaning[-1] else "."
        return self.say(who + self.capital(meaning, who) + end)

    def capital(self, meaning, who):
        """A sentence's first letter, if it isn't the name of an argument."""
        first = re.match(r"[\w*]*", meaning)[0]
        arguments = {one["name"] for function in self.page.functions
                     for one in function["parameters"]}
        return meaning if who or first in arguments else capital(meaning)


def attributes(book, page, say):
    out = []
    for header in page.headers:
        found = threads(prose.blocks(book.titles[header]))
        for kind, content in found:
            if kind == "text":
                out += [".TP", "Threads", *say(capital(content.removeprefix("Threads: ")))]
            else:
                for item in content:
                    out += [".IP", *say(item)]
    out += [".TP", "Signal handlers", *say(signals(book, page))]
    return out


def threads(blocks):
    """A header's thread rule: a paragraph, and the list that it leads to."""
    found = []
    for one in blocks:
        if one[0] == "text" and one[1].startswith("Threads: ") or found and one[0] == "bullets":
            found.append(one)
        elif found:
            break
    return found


def capital(text):
    """A text that begins with a capital, unless it begins with a name."""
    first = text.partition(" ")[0]
    return text if "_" in first or "(" in first else text[:1].upper() + text[1:]


def signals(book, page):
    """Which functions of a page a signal handler may call."""
    found = SIGNALS.search(book.titles["perfc/perfc.h"])
    mine = [one["name"] for one in page.functions]
    some, always = ([name for name in mine if name in fit(part, mine)] for part in found.groups())
    said = []
    if some:
        said.append(f"A handler may call {', '.join(some)}, unless it interrupted another call on "
                    "the same handle.")
    if always:
        condition = " with a NULL error" if always == ["perfc_ioctl"] else ""
        said.append(f"A handler may call {', '.join(always)}{condition}, whatever it interrupted.")
    if not said:
        return "A handler may call no function of this page."
    if len(some + always) < len(mine):
        said.append("It may call no other function of this page.")
    return " ".join(said)


def fit(text, names):
    """The names that a list in perfc.h has: prefix_* stands for several, _x for perfc_noun_x."""
    found, family = set(), ""
    for word in re.findall(r"\bperfc_[a-z_0-9]+\*?|(?<![\w*])_[a-z_]+", text):
        if word.startswith("perfc_"):
            family = re.match(r"perfc_[a-z]+", word)[0]
        else:
            word = family + word
        found |= {name for name in names if name == word or
                  word.endswith("*") and name.startswith(word[:-1])}
    return found
