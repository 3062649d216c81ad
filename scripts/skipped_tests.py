"""Lists the tests that `swift test` skipped, and fails when one is skipped that may not be.

Usage: skipped_tests.py LOG ALLOWED

LOG is what a run printed in which no test failed. ALLOWED has a line "NAME | REASON" for each test
or suite that may be skipped, NAME as in the log; lines that begin with # are comments. A suite stands
for its tests, which are read from the file of its name below the folder of ALLOWED. A test with arguments
that got none, or that was canceled, proves as little as a skipped one and is treated alike.

The last line printed is "N passed, 0 failed". `python3 -m doctest skipped_tests.py` checks this file.
"""

import pathlib
import re
import sys

COLOR = re.compile(r"\x1b\[[0-9;]*m")
NAME = r'\b(Test|Suite) (".+"|\S+)'
CASES = r"(?: with (\d+) test cases?)?"
PASSED = re.compile(NAME + CASES + " passed after ")
SKIPPED = re.compile(NAME + r' skipped(?:\.|: "(.*?)"?)\s*$')
CANCELED = re.compile(NAME + CASES + r' was cancelled after [^:]*(?:: "(.*?)"?)?\s*$')
DECLARED = re.compile(r"@Test\b.*?\bfunc (?:`([^`]+)`|(\w+))", re.DOTALL)
RUN = re.compile(r"\bTest run with (\d+) tests? .*passed after ")


def endings(log):
    """How many tests ran, how many of them passed, and the skipped ones with their reasons.

    >>> endings('''
    ... \u2714 Test "one test" passed after 0.1 seconds.
    ... \u2714 Test "some tests" with 3 test cases passed after 0.1 seconds.
    ... \u25c7 Test "what is skipped is not read" started.
    ... \u2714 Test "what is skipped is not read" passed after 0.1 seconds with 1 known issue.
    ... \u2714 Test plain() passed after 0.1 seconds.
    ... \u2714 Suite Tests passed after 0.2 seconds.
    ... \u27a4 Test run with 4 tests in 1 suite passed after 0.2 seconds.
    ... ''')
    (4, 4, [])
    >>> run, passed, skipped = endings('''
    ... \u279c Test "no reason" skipped.
    ... \u279c Test withReason() skipped: "there is no data"
    ... \x1b[90m\u279c\x1b[0m Suite Tests skipped: "off"
    ... \u2714 Test "no arguments" with 0 test cases passed after 0.1 seconds.
    ... \u279c Test "given up" was cancelled after 0.1 seconds: "late"
    ... left over from a print \u279c Test "a "quoted" name" skipped.
    ... \u2714 Test run with 5 tests in 2 suites passed after 0.2 seconds.
    ... ''')
    >>> run, passed
    (5, 0)
    >>> for name, reason in skipped: print(name, "/", reason)
    "no reason" / None
    withReason() / there is no data
    Tests / off
    "no arguments" / no arguments
    "given up" / late
    "a "quoted" name" / None
    """
    run, passed, skipped = 0, 0, []
    for line in COLOR.sub("", log).splitlines():
        if found := RUN.search(line):
            run += int(found[1])
        elif found := PASSED.search(line):
            if found[3] == "0":
                skipped.append((found[2], "no arguments"))
            elif found[1] == "Test":
                passed += 1
        elif found := SKIPPED.search(line):
            skipped.append((found[2], found[3]))
        elif found := CANCELED.search(line):
            skipped.append((found[2], found[4] or "canceled"))
    return run, passed, skipped


def allowed_skips(text):
    """The tests that may be skipped, with why.

    >>> allowed_skips('# why\\n\\n"one test" | no peer here\\n')
    {'"one test"': 'no peer here'}
    >>> allowed_skips('"one test"')
    Traceback (most recent call last):
    SystemExit: skipped_tests: '"one test"' is no line "NAME | REASON"
    """
    allowed = {}
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        name, _, reason = map(str.strip, line.partition(" | "))
        if not reason:
            raise SystemExit(f"skipped_tests: {line!r} is no line \"NAME | REASON\"")
        allowed[name] = reason
    return allowed


def tests_of(suite, source):
    """The names, as in the log, of the tests of a suite that a source declares.

    >>> tests_of("Streets", '''
    ... @Suite(.enabled(if: isOn)) struct Streets {
    ...     @Test func `a street is found`() throws {
    ...     @Test(arguments: [(1, "func a")].map { $0 })
    ...     func plain(number: Int) {
    ...     private func helper() {
    ... }
    ... @Suite struct Others {
    ...     @Test func `another suite`() {
    ... }
    ... ''')
    ['"a street is found"', 'plain(number:)']
    """
    names = []
    body = re.search(rf"\b(?:struct|class|enum|actor) {suite}\b.*?(?:\n}}|\Z)", source, re.DOTALL)
    source = body[0] if body else ""
    for found in DECLARED.finditer(re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', source)):
        if found[1]:
            names.append(f'"{found[1]}"')
        else:
            labels = source[source.index(found[2] + "(") + len(found[2]) + 1:].split(")")[0]
            words = [label.split(":")[0].split()[0] + ":" for label in labels.split(",") if label]
            names.append(f"{found[2]}({''.join(words)})")
    return names


def with_tests(allowed, sources):
    """What is allowed, with the tests of the suites that are; sources by the names of their files.

    >>> with_tests({"Streets": "off", '"a"': "why"}, {"Streets": "struct Streets { @Test func `b`() {"})
    {'Streets': 'off', '"a"': 'why', '"b"': 'as Streets'}
    """
    tests = {
        name: f"as {suite}" for suite in allowed for name in tests_of(suite, sources.get(suite, ""))}
    return allowed | {name: why for name, why in tests.items() if name not in allowed}


def main():
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    log, allowed_file = map(pathlib.Path, sys.argv[1:])
    run, passed, skipped = endings(log.read_text(encoding="utf-8", errors="replace"))
    sources = {
        file.stem: file.read_text(encoding="utf-8") for file in allowed_file.parent.rglob("*.swift")}
    allowed = with_tests(allowed_skips(allowed_file.read_text(encoding="utf-8")), sources)
    for name, reason in skipped:
        why = allowed.get(name, f"not in {allowed_file}")
        print(f"skipped: {name}{f': {reason}' if reason else ''} ({why})")
    wrong = [name for name, _ in skipped if name not in allowed]
    if wrong:
        raise SystemExit(
            f"skipped_tests: {len(wrong)} skipped: give them something to run with, or a line and a "
            f"reason in {allowed_file}")
    if run == 0:
        raise SystemExit("skipped_tests: the log does not end with a run that passed")
    if passed > run or passed + len(skipped) < run:
        raise SystemExit(
            f"skipped_tests: {run} tests ran, and the log says of {passed} that they passed and of "
            f"{len(skipped)} that they were skipped; its format is another one than is read here")
    print(f"{passed} passed, 0 failed")


if __name__ == "__main__":
    main()
