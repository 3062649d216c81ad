"""Lists the tests that `swift test` skipped, and fails if one of them may not be skipped.

Usage: skipped_tests.py ALLOWED EVENTS...

EVENTS are files that runs without failures wrote with `--event-stream-output-path`, version 0: one
JSON record a line. (The script does not read what the runs print: programs that tests start print to
the same place, and once a pipe lost some lines of a burst.) ALLOWED has a line "NAME | REASON" for
each test or suite that may be skipped; a suite's name stands for all of its tests. Lines that begin
with # are comments. A parameterized test without arguments, a canceled test and a test that began
and never ended prove as little as a skipped one, and count as skipped. If a run was cut off, the
tests that had not ended are named: those of which a case is under way come first.

The last line printed is "N passed, 0 failed". `python3 -m doctest skipped_tests.py` checks this
file.
"""

import collections
import json
import pathlib
import sys


def outcomes(lines):
    """Returns the tests of one run, each as (names, why it proved nothing, or None).

    Each of the names may allow it: its own, then the names of its suites.

    >>> def line(of, **rest): return json.dumps({"kind": of, "payload": rest})
    >>> def id(name): return f"Tests.Streets/{name}()/Streets.swift:1:6"
    >>> def test(name, takes=False): return line(
    ...     "test", kind="function", id=id(name), displayName=f"it {name}", isParameterized=takes)
    >>> def event(kind, name, *texts): return line(
    ...     "event", kind=kind, testID=id(name), messages=[{"text": text} for text in texts])
    >>> outcomes([
    ...     test("runs"), event("testEnded", "runs"),
    ...     test("counts", True), event("testCaseEnded", "counts"), event("testEnded", "counts"),
    ...     test("rests"), event("testSkipped", "rests", 'Test "it rests" skipped: "no data"'),
    ...     test("misses", True), event("testEnded", "misses"),
    ...     test("idles"), event("testCancelled", "idles"), event("testEnded", "idles"),
    ...     test("hangs"), event("testStarted", "hangs"),
    ...     event("runEnded", "")])  # doctest: +NORMALIZE_WHITESPACE
    [(['it runs', 'Streets'], None), (['it counts', 'Streets'], None),
     (['it rests', 'Streets'], '"no data"'), (['it misses', 'Streets'], 'no arguments'),
     (['it idles', 'Streets'], 'cancelled'), (['it hangs', 'Streets'], 'it did not end')]
    >>> outcomes([
    ...     test("waits"), event("testStarted", "waits"),
    ...     test("runs"), event("testStarted", "runs"), event("testCaseStarted", "runs"),
    ...     '{"kind": "ev'])
    Traceback (most recent call last):
    SystemExit: skipped_tests: the run did not end; what had not: it runs, it waits
    """
    tests, reasons, cases, ended, is_over = {}, {}, set(), set(), False
    started, begun = [], collections.Counter()  # tests, many of which wait; cases under way
    for line in filter(str.strip, lines):
        try:
            record = json.loads(line)
        except ValueError:
            break
        payload = record["payload"]
        match record["kind"], payload.get("kind"):
            case "test", "function":
                tests[payload["id"]] = payload
            case "event", "testSkipped" | "testCancelled" as kind:
                text = " ".join(message["text"] for message in payload["messages"])
                reasons[payload["testID"]] = text.partition(": ")[2] or kind[4:].lower()
            case "event", "testStarted" if payload["testID"] in tests:
                started.append(payload["testID"])
            case "event", "testCaseStarted":
                begun[payload["testID"]] += 1
            case "event", "testCaseEnded":
                begun[payload["testID"]] -= 1
                cases.add(payload["testID"])
            case "event", "testEnded":
                ended.add(payload["testID"])
            case "event", "runEnded":
                is_over = True
    if not is_over:
        waiting = [id for id in started if id not in ended and not begun[id]]
        unended = [id for id, count in begun.items() if count > 0] + waiting
        more = f" and {len(unended) - 20} more" if len(unended) > 20 else ""
        raise SystemExit(
            "skipped_tests: the run did not end; what had not: "
            + ", ".join(names(tests[id])[0] for id in unended[:20]) + more)
    found = []
    for id, test in tests.items():
        reason = reasons.get(id)
        if reason is None and id not in ended:
            reason = "it did not end"
        elif reason is None and test["isParameterized"] and id not in cases:
            reason = "no arguments"
        found.append((names(test), reason))
    return found


def names(test):
    """Returns a test's own name, then the names of its suites."""
    return [test.get("displayName") or test["name"], *test["id"].split("/")[0].split(".")[1:]]


def allowed_skips(text):
    """Returns the tests that may be skipped, with the reason.

    >>> allowed_skips('# why\\n\\none test | no peer here\\n')
    {'one test': 'no peer here'}
    >>> allowed_skips('one test')
    Traceback (most recent call last):
    SystemExit: skipped_tests: 'one test' is no line "NAME | REASON"
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


def main():
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    allowed_file, *logs = map(pathlib.Path, sys.argv[1:])
    allowed = allowed_skips(allowed_file.read_text(encoding="utf-8"))
    tests = []
    for log in logs:
        with open(log, encoding="utf-8") as lines:
            tests += outcomes(lines)
    wrong = 0
    for names, reason in tests:
        if reason is not None:
            why = next((allowed[name] for name in names if name in allowed), None)
            wrong += why is None
            print(f"skipped: {names[0]}: {reason} ({why or f'not in {allowed_file}'})")
    if wrong:
        raise SystemExit(
            f"skipped_tests: {wrong} skipped: give them something to run with, or a line and a "
            f"reason in {allowed_file}")
    passed = sum(reason is None for _, reason in tests)
    if passed == 0:
        raise SystemExit("skipped_tests: no test ran")
    print(f"{passed} passed, 0 failed")


if __name__ == "__main__":
    main()
