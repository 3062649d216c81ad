"""The operator: a server for others, from its settings to a restored backup."""

import json
import os
import shutil
import threading
import urllib.parse

from walk import Walk

PAIR = "7.4188621,43.7330002;7.4239298,43.7371517"
TRACE = "0af7651916cd43dd8448eb211c80319c"
SETTINGS = """\
    definitions: services
    users: users.txt
    token-key: token.key
    jobs: jobs
    port: 0
    public-url: https://example.org/routing
    {form}: json
"""
SERVICES = {
    "services/town.service.yaml": """\
        service: Town
        network: ../region
        timeZone: Europe/Monaco
        access: { editors: [ann] }
        storedLayers:
          - { name: Deliveries, file: ../layers.gpkg, layer: deliveries, editing: true }
    """,
    "services/private.service.yaml": """\
        service: Private
        network: ../region
        access: { token: required }
    """,
}
# A street that is new this week.
CHANGES = """\
    <osmChange version="0.6"><create>
     <node id="12000000001" version="1" lat="43.7305" lon="7.4150"/>
     <node id="12000000002" version="1" lat="43.7309" lon="7.4156"/>
     <way id="12000000003" version="1"><nd ref="12000000001"/><nd ref="12000000002"/>
      <tag k="highway" v="residential"/><tag k="name" v="Rue Nouvelle"/></way>
    </create></osmChange>
"""
DAY = "/arcgis/rest/services/Town/FeatureServer/0"
TASK = "/arcgis/rest/services/Town/GPServer/solve"


def prepare(walk):
    walk.step("Makes a network, a stored layer, a user and a key for tokens")
    walk.run('waypost network build "$CLONE/SampleData/monaco.osm.pbf" --output region', quiet=True)
    walk.run('waypost layers import "$CLONE/SampleData/deliveries.csv" --into layers.gpkg#deliveries')
    walk.run("echo 'correct horse' | waypost users add ann --administrator --file users.txt")
    walk.run("(umask 077 && head -c 32 /dev/urandom >token.key)")
    (walk.folder / "services").mkdir()
    for name, text in SERVICES.items():
        walk.write(name, text)


def check_settings(walk):
    walk.step("Writes the settings with a mistake, checks them, and mends it")
    walk.write("waypost.yaml", SETTINGS.format(form="log-formatt"))
    said = walk.run("waypost serve --settings waypost.yaml --check", code=3)
    walk.check('did you mean "log-format"?' in said and "waypost.yaml:7" in said,
               "the message has the line, and the name that was meant")
    walk.write("waypost.yaml", SETTINGS.format(form="log-format"))
    said = walk.run("waypost serve --settings waypost.yaml --check")
    walk.check("ready to serve 2 layers" in said, "the check lists what will be served")


def probe(walk, server):
    walk.step("Asks the probes")
    origin = server.origin
    said = walk.ask(f"{origin}/readyz")
    walk.show(said.text)
    walk.check(said.status == 200 and said.text.startswith("ok: 2 layers"), "/readyz answers a line")
    walk.ask(f"{origin}/arcgis/rest/services/Town/NAServer/Route/solve",
             {"stops": PAIR, "f": "json"})
    metrics = walk.ask(f"{origin}/metrics").text
    (walk.folder / "metrics.txt").write_text(metrics)
    walk.check('waypost_requests_total{operation="solve",status="200",code="0"} 1' in metrics,
               "/metrics counts the solve")
    if shutil.which("promtool"):
        walk.run("promtool check metrics <metrics.txt")
    else:
        # CI sets these: there, a check that is not made is a fault.
        set_here = [name for name in ("CI", "WAYPOST_CONFIGURATION") if os.environ.get(name)]
        assert not set_here, (
            f"promtool is missing, and {' and '.join(set_here)} is set, as in CI: install Debian's "
            "package prometheus, or put promtool on the path")
        print("   promtool is not here; Debian's package prometheus has it", flush=True)


def prefix(walk, server):
    walk.step("Stands behind a proxy with a path")
    for path in ("/arcgis/rest/services", "/routing/arcgis/rest/services"):
        page = walk.ask(server.origin + path, headers={"Accept": "text/html"})
        walk.check(page.status == 200 and "/routing/guide" in page.text,
                   f"the links of {path} have the path")


def trace(walk, server):
    walk.step("Follows a request from the caller to the log")
    answer = walk.ask(
        f"{server.origin}/arcgis/rest/services/Town/NAServer/Route/solve",
        {"stops": "7.41,43.73", "f": "json"}, {"traceparent": f"00-{TRACE}-b7ad6b7169203331-01"})
    walk.check("error" in answer.json, "the caller has an error")
    found = walk.until(lambda: [line for line in server.log.read_text().splitlines()
                                if TRACE in line], 5, "the log has the trace")
    entry = json.loads(found[0])
    walk.show(json.dumps({key: value for key, value in entry.items() if key != "time"}))
    walk.check(answer.headers["X-Request-ID"] in found[0], "the line has the id of the answer")
    walk.check("400" in json.dumps(entry), "the line has the code of the error")


def secured(walk, server):
    walk.step("Secures a service, and lets a user in")
    layer = f"{server.origin}/arcgis/rest/services/Private/NAServer/Route"
    walk.check(walk.ask(f"{layer}?f=json").json["error"]["code"] == 499,
               "without a token the service says that one is needed")
    answer = walk.ask(f"{server.origin}/arcgis/tokens/generateToken", {
        "username": "ann", "password": "correct horse", "client": "requestip", "f": "json"},
        {"X-Forwarded-Proto": "https"}).json
    walk.check("token" in answer, "the user gets a token")
    solved = walk.ask(f"{layer}/solve", {"stops": PAIR, "f": "json", "token": answer["token"]}).json
    walk.check("routes" in solved, "with it the service answers")
    return answer["token"]


def update(walk, server, token):
    walk.step("Builds this week's network beside the served one, and puts it in place")
    fingerprint = network_of(walk, server)
    walk.write("week.osc", CHANGES)
    walk.run('waypost network build "$CLONE/SampleData/monaco.osm.pbf" week.osc '
             "--output region.new", quiet=True)
    walk.run(f"waypost solve --network region.new '{PAIR.split(';')[0]}' '{PAIR.split(';')[1]}'")
    answers, ends = [], threading.Event()

    def call():
        while not ends.is_set():
            try:
                solved = walk.ask(f"{server.origin}/arcgis/rest/services/Town/NAServer/Route/solve",
                                  {"stops": PAIR, "f": "json"})
                answers.append("routes" in solved.json)
            except OSError:
                answers.append(False)
    callers = [threading.Thread(target=call) for _ in range(2)]
    for caller in callers:
        caller.start()
    try:
        walk.run("mv -f region.new/* region/ && rmdir region.new")
        said = walk.ask(f"{server.origin}/arcgis/admin/services/reload", {"f": "json"},
                        {"X-Esri-Authorization": f"Bearer {token}"}).json
        walk.check(said.get("status") == "success", "an administrator has it reloaded at once")
        walk.until(lambda: network_of(walk, server) != fingerprint, 30,
                   "the server has the new network")
    finally:
        ends.set()
        for caller in callers:
            caller.join()
    walk.check(len(answers) > 3 and all(answers),
               f"{len(answers)} requests meanwhile, and none was lost")


def network_of(walk, server):
    return [line for line in walk.ask(f"{server.origin}/metrics").text.splitlines()
            if line.startswith("waypost_network_info")]


def count(walk, server):
    return walk.ask(f"{server.origin}{DAY}/query?" + urllib.parse.urlencode(
        {"where": "1=1", "returnCountOnly": "true", "f": "json"})).json["count"]


def job(walk, server):
    walk.step("Watches a job")
    fields = {"stops": PAIR, "f": "json"}
    name = walk.ask(f"{server.origin}{TASK}/submitJob", fields).json["jobId"]
    walk.until(lambda: walk.ask(f"{server.origin}{TASK}/jobs/{name}?f=json").json["jobStatus"]
               == "esriJobSucceeded", 30, "the job succeeds")
    walk.check("routes" in walk.ask(f"{server.origin}{TASK}/jobs/{name}?f=json").json["results"],
               "the job has routes")
    return name


def look(walk, server, name):
    walk.step("Looks at the directory and at the job in a browser")
    with walk.browse(server.origin, height=900) as reader:
        reader.page.goto(f"{server.origin}/arcgis/rest/services")
        walk.check("Town" in reader.page.inner_text("main"), "the directory has the services")
        walk.picture(reader, "directory")
        reader.page.goto(f"{server.origin}{TASK}/jobs/{name}")
        walk.check("Succeeded" in reader.page.inner_text("main"), "the job's page says how it ended")
        walk.picture(reader, "job")


def restore(walk, server, token, name):
    walk.step("Backs up, loses the data, and restores it")
    before = count(walk, server)
    walk.run('sqlite3 layers.gpkg ".backup copy.gpkg"' if shutil.which("sqlite3") else
             "python3 -c \"import sqlite3; sqlite3.connect('layers.gpkg')"
             ".backup(sqlite3.connect('copy.gpkg'))\"")
    added = walk.ask(f"{server.origin}{DAY}/addFeatures", {
        "features": '[{"geometry":{"x":7.42,"y":43.73},"attributes":{"customer":"By mistake"}}]',
        "f": "json", "token": token}).json
    walk.check(added["addResults"][0]["success"] and count(walk, server) == before + 1,
               "after the backup a row is added by mistake")
    walk.stop(server)
    walk.run("cp -r jobs jobs.copy && rm -rf jobs layers.gpkg*")
    walk.run("mv jobs.copy jobs && mv copy.gpkg layers.gpkg")
    server = walk.serve("--settings waypost.yaml")
    walk.check(count(walk, server) == before, "the layer has the rows of the backup")
    answer = walk.ask(f"{server.origin}{TASK}/jobs/{name}/results/routes?f=json")
    walk.check("features" in answer.json["value"], "the job has its result")
    solved = walk.ask(f"{server.origin}/arcgis/rest/services/Private/NAServer/Route/solve",
                      {"stops": PAIR, "f": "json", "token": token}).json
    walk.check("routes" in solved, "the token is still valid, since the key was kept")


def main():
    with Walk("The operator: a server for others") as walk:
        walk.put_on_path(walk.program or "waypost")
        prepare(walk)
        check_settings(walk)
        server = walk.serve("--settings waypost.yaml")
        probe(walk, server)
        prefix(walk, server)
        trace(walk, server)
        token = secured(walk, server)
        update(walk, server, token)
        name = job(walk, server)
        look(walk, server, name)
        restore(walk, server, token, name)
        print("\nThe operator can sleep.")


if __name__ == "__main__":
    main()
