"""Tests jobs on stores that several processes share, and kills processes in the middle.

Run by scripts/test-stores. It starts a PostgreSQL server in a temporary folder, and uses it for

1. the Swift tests that need a database;
2. a server with its jobs in a folder, and another with its jobs in the database, each killed three
   times (SIGKILL) while it does many jobs submitted at once;
3. two servers and a worker on the database: first a server is killed, then the database;
4. two servers and two workers on the database that share one day, a job of many routes: first a
   process that helps with its routes is killed, then, on a second day, the process that holds the job;
5. a server with stored layers in the database, which is killed under it.

In the end every job must have succeeded once and have its results once; none may be lost or appear
twice. Every route of a day is in its results once, with the same bytes as from one server alone.
Every acknowledged edit is there, and no route was found without a standing barrier.
"""

import argparse
import concurrent.futures
import contextlib
import functools
import json
import os
import pathlib
import pwd
import random
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

LEASE = 5
TASK = "/arcgis/rest/services/monaco/GPServer/solve"
SWIFT_SUITES = r"^(PostgreSQLTests|JobsTests|FeatureStoreTests|LiveTrafficTests|BatchesTests)\."
# Three routes, so that a job takes a while and stores parts.
STOPS = {"features": [
    {"geometry": {"x": x, "y": y}, "attributes": {"RouteName": f"route {route}"}}
    for route in range(3)
    for x, y in ((7.4189, 43.7311), (7.4246, 43.7394), (7.4206, 43.7345 + route * 0.0005))]}
# Log lines about the beginning and the end of a job.
BEGUN = re.compile(r"job=(j[0-9a-f]{32})[^\n]*job begins")
ENDED = re.compile(r"job=(j[0-9a-f]{32})[^\n]*job ended")
# A log line about the routes that a process found for a job.
FOUND = re.compile(r"job=(j[0-9a-f]{32})[^\n]*parts=([0-9]+)[^\n]*(?:parts of a job end|job ended)")
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def until(condition, seconds, what):
    """Waits for a condition and returns its result."""
    end = time.monotonic() + seconds
    while not (answer := condition()):
        if time.monotonic() > end:
            raise SystemExit(f"test-stores: after {seconds} s: {what}")
        time.sleep(0.02)
    return answer


class TooLate(Exception):
    """The work was over before every process took part, or before one could be killed."""


class Cluster:
    """A PostgreSQL server in a folder, reached only by a socket in that folder."""

    def __init__(self, programs, folder, has_layers=True):
        self.programs, self.folder = pathlib.Path(programs), folder / "pg"
        self.folder.mkdir()
        # The server refuses to run as root.
        self.user = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        if os.getuid() == 0:
            os.chmod(folder, 0o755)
            shutil.chown(self.folder, self.user)
        self.run("initdb", "-D", self.folder / "data", "-A", "trust", "-E", "UTF8",
                 "--locale=C", "-U", self.user)
        self.start()
        self.run("createdb", "-h", self.folder, "jobs")
        if has_layers:
            self.ask("CREATE EXTENSION postgis")

    def run(self, program, *arguments, **options):
        command = [str(self.programs / program), *map(str, arguments)]
        if os.getuid() == 0:
            command = ["runuser", "-u", self.user, "--", *command]
        return subprocess.run(
            command, check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            cwd=self.folder, **options).stdout

    def start(self):
        # Its output goes to a file: a pipe would stay open as long as it runs.
        self.run("pg_ctl", "-D", self.folder / "data", "-w", "-t", "60",
                 "-l", self.folder / "log", "-o",
                 f"-k {self.folder} -c listen_addresses='' -c fsync=on", "start")

    def stop(self):
        self.run("pg_ctl", "-D", self.folder / "data", "-w", "-m", "immediate", "stop")

    def kill(self):
        """Kills every process of the server at once, as a power cut does."""
        main = int((self.folder / "data/postmaster.pid").read_text().split()[0])
        children = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(main)], stdout=subprocess.PIPE, text=True,
            check=False).stdout.split()
        for process in [main, *map(int, children)]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        until(lambda: not pathlib.Path(f"/proc/{main}").exists()
              or pathlib.Path(f"/proc/{main}/stat").read_text().split()[2] == "Z",
              30, "the database does not end")
        # Left by the dead server; if nothing collects ended processes, it would count as alive.
        (self.folder / "data/postmaster.pid").unlink()
        (self.folder / ".s.PGSQL.5432.lock").unlink(missing_ok=True)

    @property
    def url(self):
        folder = urllib.parse.quote(str(self.folder), safe="")
        return f"postgres://{self.user}@/jobs?host={folder}"

    def ask(self, statement):
        """Returns a statement's rows as lists of texts."""
        text = self.run("psql", "-h", self.folder, "-d", "jobs", "-AtF", "\t", "-c", statement)
        return [line.split("\t") for line in text.splitlines()]

    def url_of_schema(self, name):
        self.ask(f"CREATE SCHEMA {name}")
        return f"{self.url}&options=-csearch_path%3D{name}%2Cpublic"


class FolderJobs:
    """Jobs in a folder, read beside the server."""

    def __init__(self, folder):
        self.place = str(folder)
        self.path = folder / "jobs.sqlite"

    def ask(self, statement):
        with contextlib.closing(sqlite3.connect(self.path, timeout=30)) as database:
            return database.execute(statement).fetchall()

    def finished(self):
        return self.ask("SELECT count(*) FROM jobs WHERE endedAt IS NOT NULL")[0][0]

    def rows(self):
        """Returns each job's id, state and number of results."""
        return [(a, b, int(c)) for a, b, c in self.ask(
            "SELECT id, state, (SELECT count(*) FROM results r WHERE r.job = j.number)"
            " FROM jobs j")]


class DatabaseJobs:
    """Jobs in a schema of the database."""

    def __init__(self, cluster, schema):
        self.cluster, self.schema = cluster, schema
        self.place = cluster.url_of_schema(schema)

    def finished(self):
        return int(self.cluster.ask(
            f"SELECT count(*) FROM {self.schema}.waypost_jobs"
            " WHERE ended_at IS NOT NULL")[0][0])

    def rows(self):
        return [(a, b, int(c)) for a, b, c in self.cluster.ask(
            "SELECT id, state, (SELECT count(*) FROM"
            f" {self.schema}.waypost_job_results r WHERE r.job = j.number)"
            f" FROM {self.schema}.waypost_jobs j")]


class Process:
    """A server or a worker."""

    running = []

    def __init__(self, name, command, log, **environment):
        self.name, self.log = name, log
        with open(log, "wb") as output:
            self.process = subprocess.Popen(
                command, stdout=output, stderr=subprocess.STDOUT,
                env={**os.environ, **environment})
        Process.running.append(self)

    @staticmethod
    def end_all():
        for process in Process.running:
            if process.process.poll() is None:
                process.kill()

    def text(self):
        return self.log.read_text(errors="replace")

    def wait_for(self, begin):
        def has_begun():
            if self.process.poll() is not None:
                raise SystemExit(f"test-stores: {self.name} has ended:\n{self.text()[-2000:]}")
            return begin in self.text()
        until(has_begun, 120, f"{self.name} does not begin")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.kill()
                raise SystemExit(f"test-stores: {self.name} does not end")


class Test:
    def __init__(self, waypost, network, folder):
        self.waypost, self.network, self.folder = waypost, network, folder

    def in_time(self, check, jobs, name, count):
        """Runs a check that kills processes while they work, with twice the work if it comes too
        late: how long the work takes depends on the machine."""
        for attempt in range(5):
            try:
                return check(jobs(f"{name}{attempt or ''}"), count << attempt, name)
            except TooLate:
                print(f"test-stores: {name}: the work was over too early; again with twice as much", flush=True)
                Process.end_all()
        raise SystemExit(f"test-stores: {name}: the work is always over too early, or not shared")

    def serve(self, name, place, port):
        server = Process(name, [
            self.waypost, "serve", "--network", self.network, "--jobs", place, "--port",
            str(port), "--job-threads", "2", "--job-lease", str(LEASE)],
            self.folder / f"{name}.log")
        server.wait_for("listening on")
        return server

    def work(self, name, place):
        # The URL is not among the arguments.
        worker = Process(name, [
            self.waypost, "worker", "--network", self.network, "--job-threads", "2",
            "--job-lease", str(LEASE)], self.folder / f"{name}.log", WAYPOST_JOBS=place)
        worker.wait_for("running jobs of")
        return worker

    def submit(self, ports, count):
        """Submits jobs from eight threads; submits a job again if it gets no answer."""
        form = urllib.parse.urlencode({"f": "json", "stops": json.dumps(STOPS)}).encode()

        def one(number):
            end = time.monotonic() + 120
            attempt = 0
            while time.monotonic() < end:
                port = ports[(number + attempt) % len(ports)]
                attempt += 1
                request = urllib.request.Request(
                    f"http://127.0.0.1:{port}{TASK}/submitJob", form,
                    {"Idempotency-Key": f"job {number}"})
                try:
                    with OPENER.open(request, timeout=30) as answer:
                        job = json.load(answer).get("jobId")
                        if job:
                            return job
                except (urllib.error.URLError, ConnectionError, TimeoutError, OSError,
                        json.JSONDecodeError):
                    pass
                time.sleep(0.1)
            raise SystemExit(f"test-stores: job {number} cannot be submitted")

        pool = concurrent.futures.ThreadPoolExecutor(8)
        return pool, [pool.submit(one, number) for number in range(count)]

    def check_unavailable(self, port, job):
        """Checks that a request for a job without a database says when to come again."""
        try:
            OPENER.open(f"http://127.0.0.1:{port}{TASK}/jobs/{job}?f=json", timeout=60)
        except urllib.error.HTTPError as answer:
            assert answer.code == 503 and answer.headers["Retry-After"], answer
        else:
            raise SystemExit("test-stores: a job was read without a database")

    def layers(self, cluster):
        """Kills a database with stored layers: without it nothing is answered, nothing is lost, and
        all continue when it is back.
        """
        start = time.monotonic()
        place = cluster.url_of_schema("layers")
        for name, content in (
                ("deliveries", "customer,lon,lat\na,7.4189,43.7311\nb,7.4246,43.7394\n"),
                ("closures", "kind,wkt\n0,POINT (7.4300 43.7460)\n")):
            table = self.folder / f"{name}.csv"
            table.write_text(content)
            subprocess.run([self.waypost, "layers", "import", table, "--into", f"{place}#{name}"],
                           check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        services, users = self.folder / "services", self.folder / "users.txt"
        services.mkdir()
        for name, layers in (("plain", ""), ("town", f"""
access:
  editors: [ann]
storedLayers:
  - name: deliveries
    store: {place}
    editing: true
  - name: closures
    store: {place}
    standing: PointBarriers
""")):
            (services / f"{name}.service.yaml").write_text(
                f"service: {name}\nnetwork: {self.network}\n{layers}")
        subprocess.run([self.waypost, "users", "add", "ann", "--file", users], check=True,
                       input=b"correct horse\n", stderr=subprocess.DEVNULL)
        port = free_port()
        server = Process("layers", [
            self.waypost, "serve", "--definitions", services, "--users", users, "--port",
            str(port)], self.folder / "layers.log")
        server.wait_for("listening on")

        def ask(path, **fields):
            form = urllib.parse.urlencode({"f": "json", **fields}).encode()
            try:
                with OPENER.open(f"http://127.0.0.1:{port}/arcgis/{path}", form, 60) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as answer:
                return json.load(answer)

        token = ask("tokens/generateToken", username="ann", password="correct horse",
                    client="requestip")["token"]
        rows = "rest/services/town/FeatureServer/0"

        def add(name):
            row = {"attributes": {"customer": name}, "geometry": {"x": 7.42, "y": 43.735}}
            answer = ask(f"{rows}/addFeatures", token=token, features=json.dumps([row]))
            return answer.get("addResults", [{}])[0].get("success", False)

        def names():
            found = ask(f"{rows}/query", where="1=1", outFields="customer").get("features")
            return found and {row["attributes"]["customer"] for row in found}

        def routes(service):
            return ask(f"rest/services/{service}/NAServer/Route/solve",
                       stops="7.4189,43.7311;7.4246,43.7394").get("routes")

        assert add("c") and names() == {"a", "b", "c"} and routes("town"), server.text()
        acknowledged = {"a", "b", "c"}
        for kill in range(3):
            pool = concurrent.futures.ThreadPoolExecutor(4)
            edits = [(f"{kill}.{row}", pool.submit(add, f"{kill}.{row}")) for row in range(40)]
            until(lambda: sum(edit.done() for _, edit in edits) > 8, 60, "layers: no edit ends")
            cluster.kill()
            acknowledged |= {name for name, edit in edits if edit.result()}
            pool.shutdown()
            assert not add("late") and names() is None, "layers: a dead database answers"
            # The barriers in force count for ten seconds after the last look.
            until(lambda: not routes("town"), 30, "layers: routes without standing barriers")
            assert routes("plain"), "layers: another service waits for the database"
            cluster.start()
            until(lambda: names() and routes("town"), 60, "layers: they do not come back")
            lost = acknowledged - names()
            assert not lost, f"layers: acknowledged and lost: {lost}"
        server.stop()
        print(f"test-stores: layers: the database killed three times, {len(acknowledged)} rows"
              f" acknowledged and there, {time.monotonic() - start:.0f} s", flush=True)

    def check(self, jobs, submitted, name):
        ids = [future.result() for future in submitted]
        rows = jobs.rows()
        assert len(set(ids)) == len(ids) == len(rows), f"{name}: {len(rows)} jobs of {len(ids)}"
        assert {row[0] for row in rows} == set(ids), f"{name}: other jobs than were submitted"
        odd = [row for row in rows if row[1] != "succeeded" or row[2] != rows[0][2]]
        assert not odd and rows[0][2] > 0, f"{name}: {odd[:5]}"

    def shared_day(self, jobs, count, name):
        """Lets two servers and two workers share days of many routes, and kills one of them."""
        start = time.monotonic()
        port = free_port()
        alone = self.serve("alone", str(self.folder / "alone"), port)
        whole = Day(count, [port])
        until(whole.is_over, 900, "day: one server does not end it")
        expected = whole.results()
        alone.stop()

        ports = [free_port(), free_port()]
        processes = {
            **{f"server {number}": self.serve(f"server {number}", jobs.place, port)
               for number, port in enumerate(ports)},
            **{f"worker {number}": self.work(f"worker {number}", jobs.place)
               for number in range(2)}}
        for victim in ("a helper", "the holder"):
            day = Day(count, ports)
            until(lambda: day.routes_found() >= count // 4, 600, "day: it does not begin")

            def is_victim(name):
                text = processes[name].text()
                holds = re.search(f"job={day.job}[^\\n]*job begins", text)
                helps = re.search(f"job={day.job}[^\\n]*parts of a job begin", text)
                return bool(holds if victim == "the holder" else helps and not holds)

            name = next((name for name in reversed(processes) if is_victim(name)), None)
            if name is None:
                raise TooLate
            processes[name].kill()
            found = day.routes_found()
            if found == count:
                raise TooLate
            if name.startswith("server"):
                day.ports = [port for number, port in enumerate(ports)
                             if name != f"server {number}"]
            until(day.is_over, 900, f"day: it does not end without {victim}")
            names = [row["attributes"]["Name"] for row in day.value("routes")["features"]]
            assert len(names) == len(set(names)) == count, f"day: {len(names)} routes of {count}"
            results = day.results()
            assert results == expected, "day: other results than those of one server: " + ", ".join(
                name for name in expected if results.get(name) != expected[name])
            # A process that is idle again has written its results.
            time.sleep(1)
            shares = {name: sum(int(parts) for job, parts in FOUND.findall(process.text())
                                if job == day.job) for name, process in processes.items()}
            assert sum(shares.values()) < count + 1, f"day: a route was found twice: {shares}"
            others = [share for other, share in shares.items() if other != name]
            assert sum(1 for share in others if share) > 1, f"day: it is not shared: {shares}"
            print(f"test-stores: day: {count} routes shared by two servers and two workers {shares};"
                  f" {victim}, {name}, killed after {found} routes; the bytes of one server",
                  flush=True)
            processes[name] = (
                self.work(f"{name} again", jobs.place) if name.startswith("worker")
                else self.serve(f"{name} again", jobs.place, ports[int(name.split()[1])]))
        for process in processes.values():
            process.stop()
        print(f"test-stores: day: {time.monotonic() - start:.0f} s", flush=True)

    def killed_client(self, jobs, count, name):
        """Kills a batch that waits for its day's job; it continues with the same job."""
        start = time.monotonic()
        port = free_port()
        server = self.serve("day server", jobs.place, port)
        stops = self.folder / "day.csv"
        places = random.Random(42)
        stops.write_text("RouteName,Name,lon,lat\n" + "".join(
            f"tour {tour},stop {tour}.{stop},{7.4160 + 0.0120 * places.random():.6f},"
            f"{43.7300 + 0.0090 * places.random():.6f}\n"
            for tour in range(count) for stop in range(8)))
        def batch(name, *options):
            return Process(name, [
                self.waypost, "batch", "--server",
                f"http://127.0.0.1:{port}/arcgis/rest/services/monaco/NAServer/Route", "--stops",
                stops, "--best-sequence", "--set", "deterministic=true", "--table",
                "stops", "-o", self.folder / f"{name.split()[0]}-{count}.csv", *options],
                self.folder / f"{name}.log")

        def begun():
            return set(BEGUN.findall(server.text()))

        killed = batch("killed batch")
        until(begun, 120, "client: the job does not begin")
        killed.kill()
        if (self.folder / f"killed-{count}.csv").exists():
            raise TooLate
        again = batch("killed batch again", "--resume")
        assert again.process.wait(600) == 0, again.text()
        assert len(begun()) == 1, f"client: the day became {len(begun())} jobs"
        whole = batch("whole batch")
        assert whole.process.wait(600) == 0, whole.text()
        results = [(self.folder / f"{name}-{count}.csv").read_bytes() for name in ("killed", "whole")]
        assert results[0] == results[1] and results[0].count(b"\n") > 8 * count, "client: results"
        server.stop()
        print(f"test-stores: day: a batch of {count} routes killed while it waits finds its job again"
              f" with --resume, {time.monotonic() - start:.0f} s", flush=True)

    def killed_server(self, jobs, count, name):
        """Kills one server three times while it does many jobs."""
        start = time.monotonic()
        port = free_port()
        server = self.serve(name, jobs.place, port)
        pool, submitted = self.submit([port], count)
        for kill in range(1, 4):
            until(lambda limit=kill * count // 5: jobs.finished() >= limit, 600,
                  f"{name}: {jobs.finished()} of {count} jobs are finished")
            if jobs.finished() == count:
                raise TooLate
            server.kill()
            server = self.serve(name, jobs.place, port)
        until(lambda: jobs.finished() == count, 600, f"{name}: not all jobs end")
        pool.shutdown()
        self.check(jobs, submitted, name)
        server.stop()
        print(f"test-stores: {name}: {count} jobs, each done once, the server killed three times,"
              f" {time.monotonic() - start:.0f} s", flush=True)

    def shared(self, jobs, count, name):
        """Runs two servers and a worker; kills one server, then the database."""
        start = time.monotonic()
        ports = [free_port(), free_port()]
        first = self.serve("first", jobs.place, ports[0])
        second = self.serve("second", jobs.place, ports[1])
        worker = self.work("worker", jobs.place)
        pool, submitted = self.submit(ports, count)
        until(lambda: jobs.finished() >= count // 4, 600, "shared: the jobs do not begin")
        first.kill()
        until(lambda: jobs.finished() >= count // 2, 600, "shared: the jobs do not go on")
        if jobs.finished() == count:
            raise TooLate
        jobs.cluster.kill()
        self.check_unavailable(ports[1], submitted[0].result())
        jobs.cluster.start()
        until(lambda: jobs.finished() == count, 600, "shared: not all jobs end")
        pool.shutdown()
        self.check(jobs, submitted, "shared")
        second.stop()
        worker.stop()
        parts = [ENDED.findall(process.text()) for process in (first, second, worker)]
        shares = [len(part) for part in parts]
        assert len(set().union(*parts)) == sum(shares), "shared: a job was ended twice"
        if not all(shares):
            raise TooLate
        print(f"test-stores: shared: {count} jobs, each done once by two servers and a worker"
              f" {shares}, one killed and the database restarted,"
              f" {time.monotonic() - start:.0f} s", flush=True)


class Day:
    """A job of many routes."""

    def __init__(self, count, ports):
        self.ports, self.count = ports, count
        places = random.Random(41)
        stops = {"features": [
            {"geometry": {"x": 7.4160 + 0.0120 * places.random(),
                          "y": 43.7300 + 0.0090 * places.random()},
             "attributes": {"RouteName": f"tour {tour}", "Name": f"stop {tour}.{stop}"}}
            for stop in range(8) for tour in range(count)]}
        self.job = self.ask("/submitJob", stops=json.dumps(stops), findBestSequence="true",
                            deterministic="true", returnStops="true",
                            returnTraversedEdges="true")["jobId"]

    def ask(self, path, **fields):
        """Returns the reply of the first server that answers."""
        form = urllib.parse.urlencode({"f": "json", **fields}).encode()
        for port in self.ports:
            try:
                with OPENER.open(f"http://127.0.0.1:{port}{TASK}{path}", form, 60) as answer:
                    return json.load(answer)
            except (urllib.error.URLError, ConnectionError, TimeoutError, OSError):
                continue
        raise SystemExit("test-stores: day: no server answers")

    def status(self):
        return self.ask(f"/jobs/{self.job}")

    def routes_found(self):
        status = self.status()
        if status["jobStatus"] == "esriJobSucceeded":
            return self.count
        return status.get("progress", {}).get("done", 0)

    def is_over(self):
        status = self.status()
        assert status["jobStatus"] in (
            "esriJobSubmitted", "esriJobWaiting", "esriJobExecuting", "esriJobSucceeded"), status
        return status["jobStatus"] == "esriJobSucceeded"

    def value(self, name):
        return self.ask(f"/jobs/{self.job}/results/{name}")["value"]

    def results(self):
        """Returns each result's value, and the messages of the routes."""
        status = self.status()
        values = {name: self.value(name) for name in status["results"]}
        texts = [message["description"] for message in status["messages"]]
        values["messages"] = [text for text in texts if not text.startswith("Resumed after")]
        return values


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", required=True)
    parser.add_argument("--waypost", required=True)
    parser.add_argument("--jobs", type=int, default=60)
    parser.add_argument("--routes", type=int, default=160)
    parser.add_argument("--only-day", action="store_true")
    parser.add_argument("--skip-swift", action="store_true")
    parser.add_argument("--only-swift", action="store_true")
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="stores-"))
    cluster = None
    try:
        cluster = Cluster(options.programs, folder, has_layers=not options.only_day)
        if not options.skip_swift and not options.only_day:
            # Not by `swift test`: two that begin in the same second find the build's database locked.
            tests = pathlib.Path(
                ".build", os.environ.get("WAYPOST_CONFIGURATION", "debug"),
                "WaypostPackageTests.xctest")
            subprocess.run(
                [tests.resolve(), "--testing-library", "swift-testing", "--filter", SWIFT_SUITES,
                 "--experimental-maximum-parallelization-width", "8"],
                # On a busy machine the server may not answer in the usual five seconds.
                check=True, env={**os.environ, "WAYPOST_TEST_POSTGRES":
                                 f"{cluster.url}&connect_timeout=60"})
        if options.only_swift:
            return
        network = folder / "monaco"
        subprocess.run(
            [options.waypost, "network", "build", "SampleData/monaco.osm.pbf", "--output",
             network, "--quiet"], check=True)
        test = Test(options.waypost, network, folder)

        def folder_jobs(name):
            return FolderJobs(folder / f"{name}-jobs")

        database = functools.partial(DatabaseJobs, cluster)
        if not options.only_day:
            test.in_time(test.killed_server, folder_jobs, "folder", options.jobs)
            test.in_time(test.killed_server, database, "database", options.jobs)
            test.in_time(test.shared, database, "shared", options.jobs)
        test.in_time(test.killed_client, folder_jobs, "client", options.routes)
        test.in_time(test.shared_day, database, "day", options.routes)
        if options.only_day:
            return
        test.layers(cluster)
    finally:
        Process.end_all()
        if cluster:
            cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
