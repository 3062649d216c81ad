"""What all walks share: steps with a transcript, commands, servers, requests and pictures."""

import contextlib
import io
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import time
import urllib.error
import urllib.parse
import urllib.request

from PIL import Image
from playwright.sync_api import sync_playwright

from map_reader import ARGUMENTS, Reader

CLONE = pathlib.Path(__file__).resolve().parents[2]
MOST_PICTURE_BYTES = 150_000
MOST_LINES = 8
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Answer:
    """A server's answer."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.text = status, headers, body.decode("utf-8", "replace")

    @property
    def json(self):
        return json.loads(self.text)


class Walk:
    """A person's first day. Commands run in a folder of its own, with `waypost` on the path."""

    def __init__(self, title):
        self.folder, self.pictures, self.chromium = map(pathlib.Path, sys.argv[1:4])
        self.program = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 else None
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.environment = os.environ | {"CLONE": str(CLONE), "NO_COLOR": "1"}
        self.servers, self.browser = [], None
        print(f"\n== {title}", flush=True)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, _):
        for server in self.servers:
            self.stop(server)
        if isinstance(error, AssertionError):
            sys.exit(f"walk: {error}")

    # Steps.

    def step(self, text):
        print(f"\n-- {text}", flush=True)

    def check(self, condition, sentence):
        """Says what is so; fails if it is not."""
        assert condition, f"it is not so that {sentence}"
        print(f"   {sentence}", flush=True)

    def show(self, text):
        lines = text.rstrip("\n").splitlines()
        if len(lines) > MOST_LINES:
            lines = [*lines[:MOST_LINES - 2], "…", lines[-1]]
        for line in lines:
            print(f"     {self.short(line)}", flush=True)

    def short(self, text):
        """The text without what differs from machine to machine."""
        for path, name in ((self.folder, "~"), (CLONE, "$CLONE")):
            text = text.replace(str(path), name)
        return text if len(text) <= 110 else text[:109] + "…"

    # Commands.

    def put_on_path(self, program):
        """Makes `waypost` a command of this walk."""
        commands = self.folder / "bin"
        commands.mkdir(exist_ok=True)
        (commands / "waypost").symlink_to(program)
        self.add_to_path(commands)

    def add_to_path(self, folder):
        self.environment["PATH"] = f"{folder}:{self.environment['PATH']}"

    def run(self, command, code=0, quiet=False, cwd=None, **variables):
        """Runs a command as in a shell, and returns what it prints."""
        for number, line in enumerate(textwrap.dedent(command).strip().splitlines()):
            print(f"   {'>' if number else '$'} {self.short(line)}", flush=True)
        run = subprocess.run(
            ["bash", "-c", command], cwd=cwd or self.folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
            env=self.environment | variables)
        if run.returncode != code or not quiet:
            self.show(run.stdout)
        assert run.returncode == code, (
            f"`{command}` ends with code {run.returncode} in place of {code}:\n{run.stdout}")
        return run.stdout

    def write(self, name, text):
        text = textwrap.dedent(text).lstrip("\n")
        (self.folder / name).write_text(text, encoding="utf-8")
        print(f"   writes {name}:", flush=True)
        self.show(text)

    # Servers.

    def serve(self, options):
        """Starts `waypost serve` with options, and waits until it listens."""
        print(f"   $ waypost serve {self.short(options)} &", flush=True)
        log = self.folder / f"server-{len(self.servers) + 1}.log"
        with log.open("w", encoding="utf-8") as file:
            server = subprocess.Popen(
                ["bash", "-c", f"exec waypost serve {options}"], cwd=self.folder,
                env=self.environment, stdin=subprocess.DEVNULL, stdout=file, stderr=file)
        server.log = log
        self.servers.append(server)
        found = self.until(
            lambda: re.search(r"^listening on (http\S*)$", log.read_text(), re.M)
            or server.poll() is not None, 60, "the server starts")
        assert found is not True, f"the server ended:\n{log.read_text()}"
        server.origin = found[1].split("/arcgis/")[0]
        self.show(re.sub(r":\d+/", ":6080/", found[0]))
        return server

    def stop(self, server):
        if server.poll() is None:
            server.send_signal(signal.SIGTERM)
            try:
                server.wait(30)
            except subprocess.TimeoutExpired:
                server.kill()

    def until(self, condition, seconds, sentence):
        end = time.monotonic() + seconds
        while not (found := condition()):
            assert time.monotonic() < end, f"after {seconds} s it is not so that {sentence}"
            time.sleep(0.05)
        return found

    def ask(self, url, fields=None, headers=None):
        """Returns the answer to a request, whatever its status is."""
        data = urllib.parse.urlencode(fields).encode() if fields is not None else None
        request = urllib.request.Request(url, data, headers or {})
        try:
            with OPENER.open(request, timeout=60) as answer:
                return Answer(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, error.headers, error.read())

    # Browsers.

    @contextlib.contextmanager
    def browse(self, origin, height=800):
        """A reader in a browser, whose page loads nothing from elsewhere and has no errors."""
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path=self.chromium, args=ARGUMENTS)
            reader = Reader(browser, origin, self.folder, accept_downloads=True,
                            viewport={"width": 1200, "height": height}, reduced_motion="reduce")
            yield reader
            assert not reader.complaints, f"the browser complains: {reader.complaints}"
            browser.close()

    def picture(self, reader, name):
        """Keeps what the reader sees, with as many colors as fit."""
        image = Image.open(io.BytesIO(reader.page.screenshot())).convert("RGB")
        for colors in (192, 96, 48, 24):
            file = io.BytesIO()
            few = image.quantize(
                colors, method=Image.Quantize.MAXCOVERAGE, kmeans=4, dither=Image.Dither.NONE)
            few.save(file, "PNG", optimize=True)
            if file.tell() <= MOST_PICTURE_BYTES:
                break
        path = self.pictures / f"{name}.png"
        path.write_bytes(file.getvalue())
        self.check(file.tell() <= MOST_PICTURE_BYTES,
                   f"the picture {name}.png has {file.tell() // 1000} kB")
