"""Runs the steps of the Dockerfile in copies of file systems, and then its program.

usage: test_docker.py WAYPOST DEBIAN FOLDER   as root in a mount namespace of its own; DEBIAN is a
minimal system, and copies are mounted in FOLDER
"""

import fnmatch
import json
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).parents[1]
FIELDS = {"f": "json", "stops": "7.4188621,43.7330002;7.4239298,43.7371517"}


def instructions(text):
    """Returns the instructions of a Dockerfile: a word and what follows it.

    >>> list(instructions("# a\\nRUN a \\\\\\n    && b\\n\\nUSER c\\n"))
    [('RUN', 'a     && b'), ('USER', 'c')]
    """
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    for line in re.sub(r"\\\n", "", "\n".join(lines)).splitlines():
        if line.strip():
            word, _, rest = line.strip().partition(" ")
            yield word.upper(), rest.strip()


class Stage:
    """A copy of a file system that forgets its changes when this process ends."""

    def __init__(self, lower, place):
        place.mkdir(parents=True, exist_ok=True)
        mount("-t", "tmpfs", "none", place)
        for name in ("changes", "work", "system"):
            (place / name).mkdir()
        self.root = place / "system"
        mount("-t", "overlay", "overlay", self.root, "-o",
              f"lowerdir={lower},upperdir={place}/changes,workdir={place}/work")
        mount("-t", "proc", "proc", self.root / "proc")
        mount("--bind", "/dev", self.root / "dev")
        shutil.copy("/etc/resolv.conf", self.root / "etc/resolv.conf")
        self.folder, self.user = "/", "root"
        self.entry, self.arguments, self.stop = [], [], "SIGTERM"
        self.variables = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8",
        }

    def path(self, text):
        """Returns where a path of the system lies here."""
        return self.root / str(pathlib.PurePosixPath(self.folder, text)).lstrip("/")

    def command(self, words):
        """Returns a command that runs words in the system, as its user."""
        variables = [f"{name}={value}" for name, value in self.variables.items()]
        return ["chroot", str(self.root), "setpriv", "--reuid", self.user, "--regid", self.user,
                "--init-groups", "env", "-i", f"--chdir={self.folder}", *variables, *words]

    def run(self, words):
        """Runs a step. If it fails, its last lines are shown."""
        step = subprocess.run(self.command(words), stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if step.returncode:
            raise SystemExit("\n".join(step.stdout.splitlines()[-20:])
                             + f"\ntest-docker: this step failed: {shlex.join(words)}")


def mount(*words):
    subprocess.run(["mount", *map(str, words)], check=True)


def copy_context(target):
    """Copies the tree without what .dockerignore names, as an engine sends it."""
    ignored = ROOT.joinpath(".dockerignore").read_text(encoding="utf-8").split()
    for entry in ROOT.iterdir():
        if any(fnmatch.fnmatch(entry.name, pattern) for pattern in ignored):
            continue
        if entry.is_dir():
            shutil.copytree(entry, target / entry.name, symlinks=True)
        else:
            shutil.copy(entry, target)


def copy(stages, stage, rest):
    """Does COPY: of the context's root, or of a folder of an earlier stage."""
    words = shlex.split(rest)
    source = None
    if words[0].startswith("--from="):
        source = stages[words.pop(0).removeprefix("--from=")]
    start, end = words
    target = stage.path(end)
    target.mkdir(parents=True, exist_ok=True)
    if source is None:
        if start != ".":
            raise SystemExit(f"test-docker: COPY {rest}: only the whole context is known here")
        copy_context(target)
    else:
        shutil.copytree(source.path(start), target, dirs_exist_ok=True)


def build(program, debian, folder):
    """Runs every step, and returns the last stage."""
    stages, stage = {}, None
    release = pathlib.Path("/etc/os-release").read_text(encoding="utf-8")
    codename = re.search(r"^VERSION_CODENAME=(.*)$", release, re.M)[1]
    for number, (word, rest) in enumerate(instructions(ROOT.joinpath("Dockerfile").read_text())):
        print(f"test-docker: {word} {rest[:70]}", flush=True)
        match word:
            case "FROM":
                image, _, name = rest.partition(" AS ")
                if codename not in image:
                    raise SystemExit(f"test-docker: {image} is not of this system's release, {codename}")
                is_swift = image.startswith("swift:")
                stage = Stage("/" if is_swift else debian, folder / f"{number}")
                stages[name] = stage
                if is_swift:
                    given = stage.root / "given"
                    given.mkdir()
                    shutil.copy(program, given / "waypost")
                    stage.variables |= {"WAYPOST_PROGRAM": "/given/waypost",
                                        "DPKG_DEB_COMPRESSOR_TYPE": "none"}
                    # This system's toolchain need not be on the plain path.
                    swift = pathlib.Path(shutil.which("swift")).parent
                    stage.variables["PATH"] += f":{swift}"
            case "WORKDIR":
                stage.folder = str(pathlib.PurePosixPath(stage.folder, rest))
                stage.path(".").mkdir(parents=True, exist_ok=True)
            case "COPY":
                copy(stages, stage, rest)
            case "RUN":
                stage.run(["/bin/sh", "-c", rest])
            case "USER":
                stage.user = rest
            case "ENTRYPOINT":
                stage.entry = json.loads(rest)
            case "CMD":
                stage.arguments = json.loads(rest)
            case "STOPSIGNAL":
                stage.stop = rest
            case "VOLUME" | "EXPOSE":
                pass
            case _:
                raise SystemExit(f"test-docker: nothing here runs {word}")
    return stage


def use(stage):
    """Does what the head of the Dockerfile says: builds a network, serves it, asks, stops."""
    shutil.copy(ROOT / "SampleData/monaco.osm.pbf", stage.root / "town.osm.pbf")
    stage.run([*stage.entry, "network", "build", "/town.osm.pbf", "--output",
               "/var/lib/waypost/network"])
    # Another program may have the port of the image.
    words = stage.command([*stage.entry, *stage.arguments, "--port", "0"])
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          stdin=subprocess.DEVNULL) as server:
        try:
            lines = []
            for line in server.stdout:
                lines.append(line)
                if found := re.match(r"listening on http://[^/]*?:(\d+)(/\S*)$", line):
                    break
            else:
                raise SystemExit(f"{''.join(lines)}test-docker: the server did not start")
            # It listens on every address, so its own name for itself may be any.
            url = f"http://127.0.0.1:{found[1]}{found[2]}/network/NAServer/Route/solve"
            body = urllib.parse.urlencode(FIELDS).encode()
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            answer = json.load(opener.open(url, body, timeout=60))
            if answer["routes"]["features"][0]["attributes"]["Total_TravelTime"] <= 0:
                raise SystemExit(f"test-docker: no route: {answer}")
        finally:
            server.send_signal(signal.Signals[stage.stop])
            server.stdout.read()
    if server.returncode != 0:
        raise SystemExit(f"test-docker: {stage.stop} ended the server with {server.returncode}")


def main():
    program, debian, folder = map(pathlib.Path, sys.argv[1:4])
    use(build(program, debian, folder))
    print("test-docker: the image's steps ran; it built and served Monaco, and stopped when told")


if __name__ == "__main__":
    main()
