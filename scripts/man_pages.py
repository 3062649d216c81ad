"""Writes a man page for the program and for each of its commands.

Usage: man_pages.py HELP FOLDER VERSION

HELP is what `waypost --experimental-dump-help` prints, or - for standard input. FOLDER gets
waypost.1, waypost-solve.1, waypost-network-build.1 and so on. `python3 -m doctest man_pages.py`
checks this file.
"""

import json
import pathlib
import sys


def escaped(text):
    r"""Returns a text as troff shows it unchanged.

    >>> print(escaped("--stops a\\b"))
    \-\-stops a\eb
    >>> print(escaped(".csv by default") + escaped("'a'"))
    \&.csv by default\&\(aqa\(aq
    """
    text = text.replace("\\", "\\e").replace("-", "\\-")
    start = "\\&" if text.startswith((".", "'")) else ""
    return start + text.replace("'", "\\(aq")


def spelled(argument):
    """Returns how an argument is written, in troff.

    >>> print(spelled({"kind": "option", "valueName": "file", "names": [
    ...     {"kind": "short", "name": "o"}, {"kind": "long", "name": "output"}]}))
    \\fB\\-o\\fR, \\fB\\-\\-output\\fR \\fIfile\\fR
    >>> print(spelled({"kind": "positional", "valueName": "stop", "isRepeating": True}))
    \\fIstop\\fR ...
    """
    value = f"\\fI{escaped(argument['valueName'])}\\fR"
    if argument["kind"] == "positional":
        return value + (" ..." if argument.get("isRepeating") else "")
    dashes = {"short": "-", "longWithSingleDash": "-", "long": "--"}
    names = ", ".join(
        f"\\fB{escaped(dashes[name['kind']] + name['name'])}\\fR" for name in argument["names"])
    return names if argument["kind"] == "flag" else f"{names} {value}"


def shown_arguments(command):
    """Returns the arguments of a command that its help shows."""
    return [argument for argument in command.get("arguments", []) if argument["shouldDisplay"]]


def synopsis(command, words):
    """Returns the line that shows how a command is called.

    >>> print(synopsis({"subcommands": [{}]}, ["waypost"]))
    \\fBwaypost\\fR \\fIcommand\\fR
    >>> stop = {"kind": "positional", "valueName": "a", "shouldDisplay": True, "isOptional": True}
    >>> print(synopsis({"arguments": [stop]}, ["waypost", "solve"]))
    \\fBwaypost solve\\fR [\\fIa\\fR]
    """
    parts = [f"\\fB{escaped(' '.join(words))}\\fR"]
    if command.get("subcommands"):
        return " ".join([*parts, "\\fIcommand\\fR"])
    arguments = shown_arguments(command)
    if any(argument["kind"] != "positional" for argument in arguments):
        parts.append("[\\fIoptions\\fR]")
    for argument in arguments:
        if argument["kind"] == "positional":
            name = spelled(argument)
            parts.append(f"[{name}]" if argument.get("isOptional") else name)
    return " ".join(parts)


def paragraphs(text):
    """Yields the troff lines of a discussion, in which commands keep their line breaks.

    >>> list(paragraphs("waypost serve\\nwaypost solve\\n\\nCtrl-C\\nends it."))
    ['.PP', '.nf', 'waypost serve', 'waypost solve', '.fi', '.PP', 'Ctrl\\\\-C', 'ends it.']
    """
    for block in text.strip().split("\n\n"):
        lines = [escaped(line) for line in block.splitlines()]
        is_code = block.startswith(("waypost ", " "))
        yield from [".PP", ".nf", *lines, ".fi"] if is_code else [".PP", *lines]


def options(arguments):
    """Yields the troff lines of a command's arguments, under the headings of its help."""
    sections = {}
    for argument in arguments:
        title = argument.get("sectionTitle") or (
            "Arguments" if argument["kind"] == "positional" else "Options")
        sections.setdefault(title, []).append(argument)
    for title, listed in sections.items():
        yield f".SH {escaped(title.upper())}"
        for argument in listed:
            yield ".TP"
            yield spelled(argument)
            yield escaped(argument.get("abstract", ""))
            if "defaultValue" in argument and argument["kind"] != "flag":
                yield f"(default: {escaped(argument['defaultValue'])})"


def page(command, words, version):
    """Returns the man page of a command.

    >>> print(page({"abstract": "Find routes.", "arguments": []}, ["waypost", "solve"], "1.0"))
    .TH WAYPOST\\-SOLVE 1 "" "waypost 1.0" "Waypost"
    .SH NAME
    waypost\\-solve \\- Find routes
    .SH SYNOPSIS
    \\fBwaypost solve\\fR
    .SH SEE ALSO
    \\fBwaypost\\fR(1)
    """
    name = escaped("-".join(words))
    lines = [f'.TH {name.upper()} 1 "" "waypost {version}" "Waypost"', ".SH NAME",
             f"{name} \\- {escaped(command.get('abstract', '').removesuffix('.'))}",
             ".SH SYNOPSIS", synopsis(command, words)]
    if command.get("discussion"):
        lines += [".SH DESCRIPTION", *paragraphs(command["discussion"])]
    lines += options(shown_arguments(command))
    commands = subcommands(command)
    if commands:
        lines.append(".SH COMMANDS")
        for below in commands:
            lines += [".TP", f"\\fB{name}\\-{escaped(below['commandName'])}\\fR(1)",
                      escaped(below.get("abstract", ""))]
    if len(words) > 1:
        lines += [".SH SEE ALSO", f"\\fB{escaped('-'.join(words[:-1]))}\\fR(1)"]
    return "\n".join(lines)


def subcommands(command):
    """Returns the commands below a command, without the one that prints help."""
    return [below for below in command.get("subcommands", [])
            if below["shouldDisplay"] and below["commandName"] != "help"]


def pages(command, version, above=()):
    """Yields (file name, man page) of a command and of all below it."""
    words = [*above, command["commandName"]]
    yield "-".join(words) + ".1", page(command, words, version) + "\n"
    for below in subcommands(command):
        yield from pages(below, version, words)


def main():
    if len(sys.argv) != 4:
        raise SystemExit(__doc__)
    read, folder, version = sys.argv[1:]
    text = sys.stdin.read() if read == "-" else pathlib.Path(read).read_text(encoding="utf-8")
    for name, written in pages(json.loads(text)["command"], version):
        pathlib.Path(folder, name).write_text(written, encoding="utf-8")


if __name__ == "__main__":
    main()
