"""The attacks of scripts/load: what hostile clients send beside light callers.

An attack is a number of clients and what each does: a function that makes the next request, or a
coroutine function that does more than ask, such as sending slowly. All attacks stay on loopback
addresses, and their caller limits their number and time.
"""

import asyncio
import contextlib
import gzip
import json
import multiprocessing
import os
import resource
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.parse

MAXIMUM_CONNECTIONS = 4_096
BOMB_BYTES = 256 << 20


def post(path, body, kind="application/x-www-form-urlencoded"):
    head = (f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n")
    return head.encode() + body


def attacks(requests, host_port=None, place=None):
    """Returns the attacks by name: the number of clients, and what each does. `place` has what a
    server under test was given: the folder, and a token of its user.
    """
    big = 19_800_000
    boundary = b"--zz\r\nContent-Disposition: form-data; name=\"stops\"\r\n\r\n"
    multipart = boundary + b"\r\n-" * (big // 3) + b"\r\n--zz--"
    path = requests.path + "/solve"
    number = iter(range(1 << 40))

    def log_in():
        name = f"user-{os.getpid()}-{next(number)}"
        return post("/arcgis/tokens/generateToken",
                    f"f=json&client=requestip&username={name}&password=guess".encode())

    def well_known_text():
        wkt = ('PROJCS["system %d %d",GEOGCS["g",DATUM["d",SPHEROID["s",6378137,298.257]],'
               'PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],'
               'PROJECTION["Transverse_Mercator"],PARAMETER["central_meridian",%f],'
               'PARAMETER["scale_factor",0.9996],UNIT["metre",1]]'
               % (os.getpid(), next(number), requests.chance.random()))
        return requests.form(stops=requests.stops(2), outSR=json.dumps({"wkt": wkt}))

    def matrix():
        origins, destinations = requests.stops(1_000), requests.stops(1_000)
        return post(
            requests.path.replace("/Route", "/ODCostMatrix") + "/solveODCostMatrix",
            f"f=json&origins={origins}&destinations={destinations}".encode())

    def settings():
        speed = json.dumps([{"attributeName": "WalkTime", "parameterName": "Walking Speed (km/h)",
                             "value": f"{requests.chance.uniform(2, 6):.4f}"}])
        return requests.form(
            stops=requests.stops(2), attributeParameterValues=speed,
            impedanceAttributeName="WalkTime", restrictionAttributeNames="Walking")

    def trace():
        places = requests.chance.choices(requests.places, k=50_000)
        rows = [{"geometry": {"x": x, "y": y}} for x, y in places]
        return post(requests.path + "/match",
                    b"f=json&traces=" + json.dumps({"features": rows}).encode())

    def by_url(resource_name):
        url = f"http://127.0.0.1:{host_port}/{resource_name}/query?f=json"
        return requests.form(stops=json.dumps({"url": url}))

    def rows(**fields):
        query = requests.path.split("/NAServer/")[0] + "/FeatureServer/0/query"
        return post(query, urllib.parse.urlencode({"f": "json", **fields}).encode())

    def parentheses():
        # As deep as the server accepts, and new each time.
        total = "+".join(["1"] * 1_800) + f"+{next(number)}"
        return rows(where="(" * 60 + total + ")" * 60 + " > number", returnCountOnly="true")

    def identifiers():
        chosen = requests.chance.sample(range(1, 100_000), 30_000)
        return rows(objectIds=",".join(map(str, chosen)), returnCountOnly="true")

    def chains():
        # Each stop follows all before it: some 4 MB of names.
        names = [f"s{number}" for number in range(900)]
        features = [
            {"geometry": {"x": x, "y": y},
             "attributes": {"Name": name, "After": ";".join(names[:number])}}
            for number, (name, (x, y)) in enumerate(
                zip(names, requests.chance.choices(requests.places, k=len(names))))]
        return requests.form(stops=json.dumps({"features": features}), findBestSequence="true")

    def windows():
        # Nine short windows and two doors for each stop, a break, and no stop may be late.
        begin = 1_772_434_800_000

        def row(x, y):
            row = {"CurbApproach": 3, "Attr_TravelTime": 2}
            for number in range(1, 10):
                opens = begin + requests.chance.randrange(36_000_000)
                suffix = "" if number == 1 else str(number)
                row["TimeWindowStart" + suffix] = opens
                row["TimeWindowEnd" + suffix] = opens + 600_000
            return {"geometry": {"x": x, "y": y}, "attributes": row}

        places = requests.chance.choices(requests.places, k=150)
        return requests.form(
            stops=json.dumps({"features": [row(x, y) for x, y in places]}),
            findBestSequence="true", useTimeWindows="true", timeWindowsAreUTC="true",
            startTime=begin, startTimeIsUTC="true", maxViolationTime=0, breakDuration=30,
            breakStart=begin + 3_600_000, breakEnd=begin + 14_400_000)

    return {
        "ampersands": (4, lambda: post(path, b"a&" * (big // 2))),
        "plus-signs": (4, lambda: post(path, b"f=" + b"+" * big)),
        "multipart": (3, lambda: post(path, multipart, "multipart/form-data; boundary=zz")),
        "long-lines": (2, lambda: requests.form(
            stops=requests.stops(2), polylineBarriers=requests.zigzag(49_000))),
        "crossing-lines": (2, lambda: requests.form(
            stops=requests.stops(2), polylineBarriers=requests.zigzag(8_000))),
        "sequences": (16, lambda: requests.sequence(1_000)),
        "chains": (8, chains),
        "windows": (16, windows),
        "connections": (140, lambda: requests.sequence(40)),
        "polygons": (16, lambda: requests.form(
            stops=requests.stops(20), polygonBarriers=json.dumps({"features": [
                {"geometry": {"rings": [[[x, y], [x, y + .01], [x + .01, y], [x, y]]]}}
                for x, y in requests.chance.choices(requests.places, k=150)]}))),
        "matrices": (4, matrix),
        "settings": (16, settings),
        "traces": (4, trace),
        "log-ins": (16, log_in),
        "well-known-texts": (8, well_known_text),
        "slow-bodies": (200, slow_body(path)),
        "silent-connections": (MAXIMUM_CONNECTIONS + 100, hold_connection),
        "unread-answers": (64, hold_answers),
        "parentheses": (6, parentheses),
        "long-texts": (6, lambda: rows(where="POSITION(note||'b' IN note||note) > 0")),
        "object-ids": (6, identifiers),
        "url-drips": (32, lambda: by_url("drip")),
        "url-bombs": (8, lambda: by_url("bomb")),
        "streams": (3_500, follow_job(requests)),
        "locked-jobs": (16, while_locked(place, "jobs/jobs.sqlite", submit_job(requests))),
        "deleted-jobs": (8, delete_jobs(requests)),
        "locked-layer": (12, while_locked(place, "closures.gpkg", edit_closure(requests, place))),
        "standing-edits": (9, edit_beside(requests, place, matrix)),
        "queued-feeds": (60, send_feed(requests, place)),
        "pages": (8, lambda: requests.form(f="html", stops=requests.stops(4),
                                           returnDirections="true")),
        "connect-storm": (64, connect_again(requests)),
    }


NEEDS_USERS = {"log-ins"}
NEEDS_HOST = {"url-drips", "url-bombs"}
NEEDS_ROWS = {"parentheses", "long-texts", "object-ids"}
NEEDS_JOBS = {"streams", "locked-jobs", "deleted-jobs"}
NEEDS_LAYERS = {"locked-layer", "standing-edits", "queued-feeds"}


# Attacks that do more than ask

async def connect(target, local, end):
    """Returns a connection, or nothing if there is none to be had."""
    try:
        async with asyncio.timeout(max(0.01, end - time.perf_counter())):
            return await asyncio.open_connection(*target, local_addr=local and (local, 0))
    except OSError:
        await asyncio.sleep(0.2)
        return None


def count_answer(answer, tally):
    if answer.startswith(b"HTTP/1.1 "):
        status = int(answer[9:12])
        tally.statuses[status] = tally.statuses.get(status, 0) + 1


async def closed_within(reader, seconds, tally):
    """Waits for the server to send something; returns whether it closed the connection."""
    try:
        answer = await asyncio.wait_for(reader.read(65_536), max(0.01, seconds))
    except TimeoutError:
        return False
    except OSError:
        return True
    count_answer(answer, tally)
    return True


def slow_body(path):
    """Sends a body of a megabyte at 64 bytes a second, on one connection after the other."""
    head = (f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n\r\n").encode()

    async def loop(target, local, end, tally):
        while time.perf_counter() < end:
            opened = await connect(target, local, end)
            if not opened:
                continue
            reader, writer = opened
            writer.write(head)
            while time.perf_counter() < end:
                writer.write(b"a" * 64)
                if await closed_within(reader, min(1, end - time.perf_counter()), tally):
                    break
            writer.close()

    return loop


async def hold_connection(target, local, end, tally):
    """Opens a connection and says nothing; opens another one when it is closed."""
    while time.perf_counter() < end:
        opened = await connect(target, local, end)
        if not opened:
            continue
        reader, writer = opened
        await closed_within(reader, end - time.perf_counter(), tally)
        writer.close()


async def hold_answers(target, local, end, tally):
    """Asks for many large answers on one connection, and reads none of them."""
    request = b"GET /openapi.json?f=pjson HTTP/1.1\r\nHost: localhost\r\n\r\n"
    opened = await connect(target, local, end)
    if not opened:
        return
    _, writer = opened
    writer.transport.pause_reading()
    writer.write(request * 64)
    await asyncio.sleep(max(0, end - time.perf_counter()))
    writer.transport.abort()


# Jobs, stores and feeds

async def ask(target, local, end, request, tally=None):
    """Sends one request on a new connection; returns the status and the body, or nothing."""
    opened = await connect(target, local, end)
    if not opened:
        return None, b""
    reader, writer = opened
    try:
        async with asyncio.timeout(max(0.01, end - time.perf_counter())):
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            length = [line for line in head.lower().split(b"\r\n")
                      if line.startswith(b"content-length:")]
            body = await reader.readexactly(int(length[0].split(b":")[1])) if length else b""
    except (OSError, asyncio.IncompleteReadError, TimeoutError):
        return None, b""
    finally:
        writer.close()
    if tally:
        count_answer(head, tally)
    return int(head[9:12]), body


def tasks(requests):
    return requests.path.replace("/NAServer/Route", "/GPServer")


def job_path(requests, body):
    return f"{tasks(requests)}/solve/jobs/{json.loads(body)['jobId']}"


def submission(requests, stops):
    return post(tasks(requests) + "/solve/submitJob",
                f"f=json&findBestSequence=true&stops={requests.stops(stops)}".encode())


def follow_job(requests):
    """Follows the events of a job that waits for others, on one connection for as long as the
    server allows; the first client submits the jobs. Clients come within three seconds of each
    other: the cost of so many requests at once is another attack.
    """
    job, first = [], []

    async def loop(target, local, end, tally):
        if not first:
            first.append(True)
            body = b""
            for _ in range(60):
                _, body = await ask(target, local, end, submission(requests, 900))
            if not body:
                sys.exit("the jobs were not submitted in time; attack for longer (--seconds)")
            job.append(job_path(requests, body))
        while not job:
            await asyncio.sleep(0.1)
        await asyncio.sleep(requests.chance.uniform(0, 3))
        head = f"GET {job[0]}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        while time.perf_counter() < end:
            opened = await connect(target, local, end)
            if not opened:
                continue
            reader, writer = opened
            writer.write(head)
            if await closed_within(reader, end - time.perf_counter(), tally):
                # The first events; more follow while the stream is open.
                while time.perf_counter() < end and not reader.at_eof():
                    if await closed_within(reader, end - time.perf_counter(), Uncounted()):
                        await asyncio.sleep(0.2)
            writer.close()

    return loop


class Uncounted:
    """A tally that does not count."""

    def __init__(self):
        self.statuses = {}


def submit_job(requests):
    async def once(target, local, end, tally):
        await ask(target, local, end, submission(requests, 4), tally)

    return once


def delete_jobs(requests):
    """Submits jobs and deletes them."""

    async def loop(target, local, end, tally):
        while time.perf_counter() < end:
            status, body = await ask(target, local, end, submission(requests, 4), tally)
            if status == 200:
                await ask(target, local, end,
                          post(job_path(requests, body) + "/delete", b"f=json"), tally)

    return loop


def while_locked(place, name, once):
    """Asks again and again while another process has locked a database."""
    holder = []

    async def loop(target, local, end, tally):
        if not holder:
            holder.append(sqlite3.connect(place.folder / name, isolation_level=None))
            holder[0].execute("BEGIN IMMEDIATE")
        while time.perf_counter() < end:
            await once(target, local, end, tally)

    return loop


def closure(requests, place):
    x, y = requests.chance.choice(requests.places)
    ring = [[x, y], [x, y + 1e-4], [x + 1e-4, y + 1e-4], [x + 1e-4, y], [x, y]]
    rows = json.dumps([{"geometry": {"rings": [ring]}, "attributes": {"Name": "Works"}}])
    service = requests.path.replace("/NAServer/Route", "/FeatureServer/0")
    return post(service + "/addFeatures",
                f"f=json&token={place.token}&features={urllib.parse.quote(rows)}".encode())


def edit_closure(requests, place):
    async def once(target, local, end, tally):
        await ask(target, local, end, closure(requests, place), tally)

    return once


def feed(requests, place, rows):
    lines = "".join(f"{row},{requests.chance.uniform(3, 90):.1f}\n"
                    for row in requests.chance.choices(place.rows, k=rows))
    text = urllib.parse.quote("way,from_node,to_node,speed_kmh\n" + lines)
    return post(requests.path + "/traffic", f"f=json&token={place.token}&rows={text}".encode())


def send_feed(requests, place):
    """Sends whole feeds of ten thousand rows, one after the other."""

    async def loop(target, local, end, tally):
        while time.perf_counter() < end:
            await ask(target, local, end, feed(requests, place, 10_000), tally)

    return loop


def edit_beside(requests, place, matrix):
    """Edits standing barriers five times a second and sends a feed every three, beside matrices and
    routes.
    """
    number = iter(range(1 << 40))

    async def loop(target, local, end, tally):
        kind = next(number) % 9
        while time.perf_counter() < end:
            start = time.perf_counter()
            if kind < 5:
                await ask(target, local, end, closure(requests, place), tally)
                await asyncio.sleep(max(0, min(1 + start, end) - time.perf_counter()))
            elif kind == 5:
                await ask(target, local, end, feed(requests, place, 1_000), tally)
                await asyncio.sleep(max(0, min(3 + start, end) - time.perf_counter()))
            else:
                await ask(target, local, end, matrix() if kind == 6 else requests.plain(), tally)

    return loop


def connect_again(requests):
    """Sends one request on each connection, as fast as connections open."""

    async def loop(target, local, end, tally):
        while time.perf_counter() < end:
            await ask(target, local, end, requests.plain(), tally)

    return loop


# A host of features that answers slowly, or with far more than it sends

def bomb():
    """Returns the head and body of an answer with 256 MiB of white space in a quarter of one."""
    body = gzip.compress(b" " * BOMB_BYTES, compresslevel=6)
    return (b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n"
            b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body)) + body


def serve_features(listener, seconds):
    answer = bomb()

    async def handle(reader, writer):
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            if head.startswith(b"GET /bomb"):
                writer.write(answer)
            else:
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                             b"Content-Length: 1000000\r\n\r\n{")
                while True:
                    await asyncio.sleep(0.5)
                    writer.write(b" ")
                    await writer.drain()
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass
        writer.close()

    async def serve():
        server = await asyncio.start_server(handle, sock=listener)
        async with server:
            await asyncio.sleep(seconds)

    os.nice(15)
    asyncio.run(serve())


class FeatureHost:
    """A host on a loopback address, in a separate process, for at most so many seconds."""

    def __init__(self, seconds):
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        listener.listen(128)
        self.port = listener.getsockname()[1]
        self.process = multiprocessing.get_context("fork").Process(
            target=serve_features, args=(listener, seconds), daemon=True)
        self.process.start()
        listener.close()

    def end(self):
        self.process.terminate()
        self.process.join()


def raise_descriptors():
    """Allows this process as many connections as the system does."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


# Definitions for the attacked server

class Place:
    """What a server under test was given."""

    def __init__(self, folder, rows=()):
        self.folder, self.rows, self.token = folder, rows, ""

    def log_in(self, target, password):
        """Returns a token for the user in the definitions."""
        with socket.create_connection(target, timeout=30) as connection:
            connection.sendall(post(
                "/arcgis/tokens/generateToken",
                "f=json&client=requestip&username=load&password="
                f"{urllib.parse.quote(password)}".encode()))
            text = connection.recv(65_536).split(b"\r\n\r\n", 1)[1]
        self.token = json.loads(text)["token"]


def layer_definitions(folder, network, name, waypost):
    """Writes a service with standing barriers that its user edits, and feeds that the user sends.
    """
    rings = [[[0, 0], [0, 1e-5], [1e-5, 1e-5], [0, 0]]]
    first = folder / "first.geojson"
    first.write_text(json.dumps({"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"Name": "First"},
         "geometry": {"type": "Polygon", "coordinates": rings}}]}))
    subprocess.run([waypost, "layers", "import", first, "--quiet",
                    "--into", f"{folder / 'closures.gpkg'}#closures"], check=True)
    place = folder / "definitions"
    place.mkdir()
    (place / f"{name}.service.yaml").write_text(
        f"service: {name}\nnetwork: {network}\n"
        "access: { editors: [load], traffic: [load] }\n"
        "storedLayers:\n  - name: closures\n    file: ../closures.gpkg\n"
        "    standing: PolygonBarriers\n    editing: true\n")
    return place


def lengthen_note(file, row, length):
    """Gives a row of a GeoPackage a text longer than any imported table may have."""
    with contextlib.closing(sqlite3.connect(file)) as database:
        # Its triggers name functions of geometries; none of them asks about this column.
        for function in ("ST_IsEmpty", "ST_MinX", "ST_MaxX", "ST_MinY", "ST_MaxY"):
            database.create_function(function, 1, lambda _: 0)
        with database:
            database.execute(
                "UPDATE rows SET note = ? WHERE number = ?", ("a" * length, row))


def definitions(folder, network, name, has_host, waypost=None):
    """Writes two services over one network, of which the second needs a token, and returns their
    folder. With the program, they have a stored layer of 100,000 rows, including one with a text
    of 16 MB.
    """
    place = folder / "definitions"
    place.mkdir()
    if waypost:
        with open(folder / "rows.csv", "w", encoding="ascii") as table:
            table.write("number,note,x,y\n")
            for row in range(100_000):
                table.write(f"{row},{'a' * 8},{row % 360 - 180},{row % 170 - 85}\n")
        subprocess.run([waypost, "layers", "import", folder / "rows.csv", "--into",
                        f"{place}/rows.gpkg#rows"], check=True, stdout=subprocess.DEVNULL)
        lengthen_note(place / "rows.gpkg", 50_000, 16_000_000)
    for service, rule in ((name, ""), (f"{name}-secured", "access: { token: required }\n")):
        text = f"service: {service}\nlayer: Route\nnetwork: {network}\n{rule}"
        if has_host:
            text += "privateFeatureHosts: [127.0.0.1]\n"
        if waypost:
            text += "storedLayers: [{ name: Rows, file: rows.gpkg, layer: rows }]\n"
        (place / f"{service}.service.yaml").write_text(text)
    return place
