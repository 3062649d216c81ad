"""The contributor: from a fresh clone to a first case, as the pages say."""

import json
import re
import shutil

from walk import CLONE, Walk

MESSAGE = "is not known and was ignored"
CASE = """\
    # Two stops on the way back: the answer has one route, and its directions in short.
    stops={"features":[{"geometry":{"x":10,"y":50},"attributes":{"Name":"Depot"}},{"geometry":{"x":10.0055791,"y":50},"attributes":{"Name":"Customer"}}]}
    directionsOutputType=esriDOTSummaryOnly
    f=pjson
"""
CASE_NAME = "Tests/ContractTests/Golden/solve/first-case.request.form"
TESTS = r"^ContractTests\."


def read(walk, clone):
    walk.step("Clones the repository, and reads README and CONTRIBUTING")
    walk.run(f'git clone --quiet "{CLONE}" waypost')
    readme = (clone / "README.md").read_text()
    lines = len(readme.splitlines())
    walk.check(lines < 200, f"README has {lines} lines, so one reads it")
    named = set()
    for page in ("README.md", "CONTRIBUTING.md", "Tests/README.md"):
        text = (clone / page).read_text()
        found = set(re.findall(r"(?<![\w/.-])(?:scripts|\.ci)/[\w-]+(?![\w./])", text))
        named |= found
        print(f"   {page} names {len(found)} scripts", flush=True)
    missing = [name for name in sorted(named) if not shutil.which(clone / name)]
    walk.check(not missing, f"each of them is there and can be run ({', '.join(missing) or 'all'})")
    links = re.findall(r"\]\(([^)#:]+)[)#]", (clone / "CONTRIBUTING.md").read_text())
    walk.check(all((clone / link).exists() for link in links), "its links lead somewhere")


def try_short(walk, clone):
    walk.step("Runs what is quick: the examples in scripts, and the format of a file")
    walk.run("python3 -B -m doctest scripts/skipped_tests.py scripts/bundle.py scripts/man_pages.py",
             cwd=clone)
    if shutil.which("swift"):
        walk.run("swift format lint --strict Sources/Guide/GuidePage.swift", cwd=clone)
    else:
        print("   swift is not here: its format is not checked", flush=True)


def blocks(text):
    """Returns each block of bash with the block of JSON or text after it."""
    found = re.findall(r"```(bash|json|text)\n(.*?)```", text, re.DOTALL)
    return [(code, kind, answer) for (first, code), (kind, answer) in zip(found, found[1:])
            if first == "bash" and kind != "bash"]


def has(answer, printed):
    """Whether an answer has what a page prints of it."""
    if isinstance(printed, dict):
        return isinstance(answer, dict) and all(
            key in answer and has(answer[key], value) for key, value in printed.items())
    if isinstance(printed, list):
        return len(answer) >= len(printed) and all(map(has, answer, printed))
    return answer == printed


def examples(walk, clone):
    walk.step("Runs the examples of Documentation/Start-here.md against a server")
    walk.run("waypost network build waypost/SampleData/monaco.osm.pbf --output demo-output/monaco",
             quiet=True)
    shutil.copytree(clone / "ServiceDefinitions", walk.folder / "ServiceDefinitions")
    origin = walk.serve("--port 0").origin
    walk.environment |= {
        "SERVER": origin, "LAYER": f"{origin}/arcgis/rest/services/Monaco/NAServer/Route"}
    examples = blocks((clone / "Documentation/Start-here.md").read_text())
    for code, kind, printed in examples:
        said = walk.run(code, quiet=True)
        same = (has(json.loads(said), json.loads(printed)) if kind == "json"
                else said.strip() == printed.strip())
        walk.check(same, "the answer is as printed")
    walk.check(len(examples) > 4, f"{len(examples)} examples are right")


def find_message(walk, clone):
    walk.step(f'Looks for who says "{MESSAGE}" (Documentation/Life-of-a-request.md)')
    found = walk.run(f'grep -rln "{MESSAGE}" Sources --include=*.swift', cwd=clone).split()
    walk.check(len(found) == 1, "one file says it")
    room = found[0].split("/")[1]
    rooms = (clone / "README.md").read_text().split("## Rooms")[1].split("\n## ")[0]
    walk.check(room in rooms, f"README draws the room {room}")
    walk.check(room in (clone / "Documentation/Life-of-a-request.md").read_text(),
               f"Life of a request says what {room} does with it")
    walk.check((clone / f"Tests/{room}Tests").is_dir(), f"its tests are in Tests/{room}Tests")


def add_case(walk, clone, builds):
    walk.step("Adds a case as Tests/README.md says: a request, whose answer the test writes")
    others = list((clone / "Tests/ContractTests/Golden/solve").glob("*.request.form"))
    walk.write(f"waypost/{CASE_NAME}", CASE)
    fields = [line for line in (clone / CASE_NAME).read_text().splitlines() if line[0] != "#"]
    walk.check(all("=" in line for line in fields), f"it stands beside {len(others)} others")
    if not builds:
        print("   a program was given, so nothing is built: leave --program out to see the test "
              "take it up", flush=True)
        return
    walk.step("Builds, and runs the test until it passes")
    walk.run("scripts/setup && swift build --build-tests", quiet=True, cwd=clone)
    test = f"swift test --skip-build --disable-xctest --filter '{TESTS}'"
    for _ in range(3):  # the answer, then COVERAGE.md
        walk.run(f"{test} >/dev/null 2>&1 || true", quiet=True, cwd=clone, UPDATE="1")
    walk.run(test, quiet=True, cwd=clone)
    changed = walk.run("git status --short", cwd=clone)
    walk.check("first-case.response.json" in changed or "Golden/solve/" in changed,
               "the test has written the answer")


def main():
    with Walk("The contributor: from a clone to a first case") as walk:
        clone = walk.folder / "waypost"
        read(walk, clone)
        try_short(walk, clone)
        find_message(walk, clone)
        add_case(walk, clone, builds=walk.program is None)
        walk.put_on_path(walk.program or clone / ".build/debug/waypost")
        examples(walk, clone)
        print("\nThe contributor has something to push.")


if __name__ == "__main__":
    main()
