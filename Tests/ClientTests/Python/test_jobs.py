"""Tests jobs with the unchanged ArcGIS API for Python: the tools of `arcgis.network.analysis`, and
the requests of any geoprocessing client.

Run by scripts/test-clients with test_client.py, whose servers, recorder and inputs these tests
use.
"""

import datetime
import json
import tempfile
import time
import warnings
import zipfile

from test_client import (  # first: it keeps this process on this machine
    HTTP, HTTPS, RING, STOPS, THREE, WGS84, ClientCase, feature_set, point)

import loopback
import requests
from arcgis.gis import GIS
from arcgis.network import analysis

TOOLS = "/arcgis/rest/services/NetworkAnalysis/GPServer"
PLACES = [tuple(map(float, pair.split(","))) for pair in THREE.split(";")]
ENDED = {"esriJobSucceeded", "esriJobFailed", "esriJobCancelled", "esriJobTimedOut"}


def places(**attributes):
    return feature_set(
        [point(x, y, Name="ABC"[i], **attributes) for i, (x, y) in enumerate(PLACES)],
        "esriGeometryPoint")


def rows(features, name):
    return [feature.attributes[name] for feature in features.features]


class JobCase(ClientCase):
    """A client case without a recording, since its requests have job ids."""

    def tearDown(self):
        self.assertEqual(loopback.STRAYED, [])


class Tools(JobCase):
    """The tools, which find their services through the portal."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            cls.portal = GIS(f"{HTTPS}/arcgis", "ann", "correct horse", verify_cert=False)

    def test_find_routes(self):
        found = analysis.find_routes(stops=places(), gis=self.portal)
        self.assertTrue(found.solve_succeeded)
        self.assertEqual(len(found.output_routes.features), 1)
        self.assertGreater(rows(found.output_routes, "Total_Minutes")[0], 0)
        self.assertGreater(rows(found.output_routes, "Total_Kilometers")[0], 0)
        self.assertEqual(rows(found.output_stops, "Name"), ["A", "B", "C"])
        self.assertGreater(len(found.output_directions.features), 2)
        self.assertEqual(json.loads(found.usage_cost)["numObjects"], 1)

    def test_find_routes_with_arguments(self):
        found = analysis.find_routes(
            stops=places(), time_of_day=datetime.datetime(2026, 5, 4, 8, 30),
            reorder_stops_to_find_optimal_routes=True,
            preserve_terminal_stops="Preserve First and Last", travel_mode="Walking Time",
            accumulate_attributes=["Miles"], populate_route_edges=True,
            route_line_simplification_tolerance="5 Meters", measurement_units="Seconds",
            polygon_barriers=feature_set(
                [{"geometry": {"rings": [RING], "spatialReference": WGS84}, "attributes": {}}],
                "esriGeometryPolygon"),
            gis=self.portal)
        self.assertTrue(found.solve_succeeded)
        self.assertGreater(rows(found.output_routes, "Total_Seconds")[0], 60)
        self.assertGreater(len(found.output_route_edges.features), 5)

    def test_files(self):
        found = analysis.generate_origin_destination_cost_matrix(
            origins=places(), destinations=places(), output_format="CSV File", gis=self.portal)
        with tempfile.TemporaryDirectory() as folder:
            archive = found.output_result_file.download(folder)
            with zipfile.ZipFile(archive) as files:
                table = files.read("Output_Origin_Destination_Lines.csv").decode()
        self.assertEqual(len(table.splitlines()), 10)
        self.assertIn("Total_Time", table.splitlines()[0])

    def test_several_routes(self):
        stops = feature_set(
            [point(x, y, RouteName=name) for name in ("one", "two") for x, y in PLACES],
            "esriGeometryPoint")
        found = analysis.find_routes(stops=stops, gis=self.portal)
        self.assertEqual(rows(found.output_routes, "Name"), ["one", "two"])

    def test_future(self):
        job = analysis.find_routes(stops=places(), gis=self.portal, future=True)
        found = job.result()
        self.assertTrue(found.solve_succeeded)
        self.assertTrue(job.messages)

    def test_a_failure_has_its_message(self):
        with self.assertRaises(Exception) as raised:
            analysis.find_routes(stops=places(), travel_mode="Flying", gis=self.portal)
        self.assertIn("Travel_Mode", str(raised.exception))

    def test_find_closest_facilities(self):
        found = analysis.find_closest_facilities(
            incidents=places(), facilities=places(), number_of_facilities_to_find=2,
            gis=self.portal)
        self.assertTrue(found.solve_succeeded)
        self.assertEqual(len(found.output_routes.features), 6)
        self.assertEqual(len(found.output_closest_facilities.features), 6)

    def test_generate_origin_destination_cost_matrix(self):
        found = analysis.generate_origin_destination_cost_matrix(
            origins=places(), destinations=places(), gis=self.portal)
        self.assertTrue(found.solve_succeeded)
        lines = found.output_origin_destination_lines
        self.assertEqual(len(lines.features), 9)
        self.assertTrue(all(value >= 0 for value in rows(lines, "Total_Time")))


class Plain(JobCase):
    """Jobs without a client: submitted, watched, read, removed."""

    def ask(self, path, **fields):
        answer = requests.post(HTTP + path, data={"f": "json", **fields}, timeout=60)
        self.assertEqual(answer.status_code, 200)
        return answer.json()

    def ended(self, job):
        for _ in range(600):
            answer = self.ask(job)
            if answer["jobStatus"] in ENDED:
                return answer
            time.sleep(0.05)
        self.fail(f"{job} does not end")

    def test_plain_job(self):
        task = "/arcgis/rest/services/Monaco/GPServer/solve"
        job = self.ask(f"{task}/submitJob", stops=STOPS, returnStops="true")
        self.assertEqual(job["jobStatus"], "esriJobSubmitted")
        path = f"{task}/jobs/{job['jobId']}"
        ended = self.ended(path)
        self.assertEqual(ended["jobStatus"], "esriJobSucceeded", ended)
        routes = self.ask(f"{path}/{ended['results']['routes']['paramUrl']}")
        self.assertEqual(len(routes["value"]["features"]), 1)
        self.assertEqual(self.ask(f"{path}/delete")["jobStatus"], "esriJobDeleted")
        self.assertEqual(self.ask(path)["jobStatus"], "esriJobFailed")

    def test_job_in_lower_case(self):
        # As arcgis-rest-js and the client in R send it.
        job = self.ask(
            f"{TOOLS}/FindRoutes/submitJob", stops=STOPS, travel_mode="Driving Time")
        path = f"{TOOLS}/FindRoutes/jobs/{job['jobId']}"
        self.assertEqual(self.ended(path)["jobStatus"], "esriJobSucceeded")
        self.assertEqual(
            self.ask(f"{path}/results/output_routes")["paramName"], "Output_Routes")

    def test_events(self):
        task = "/arcgis/rest/services/Monaco/GPServer/solve"
        job = self.ask(f"{task}/submitJob", stops=STOPS)
        events = requests.get(
            f"{HTTP}{task}/jobs/{job['jobId']}/events", timeout=60)
        self.assertTrue(events.headers["Content-Type"].startswith("text/event-stream"))
        self.assertIn("event: state", events.text)
        self.assertIn("esriJobSucceeded", events.text)
