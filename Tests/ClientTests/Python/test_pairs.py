"""Tests cost matrices and closest facilities with the unchanged ArcGIS API for Python.

Run by scripts/test-clients with test_client.py, whose servers, recorder and inputs these tests
use.
"""

import datetime
import inspect
import json
import re

from test_client import (  # first: it keeps this process on this machine
    HTTP, HTTPS, OPEN, RING, STOPS, THREE, WGS84, ClientCase, feature_set, point)
from arcgis.gis import GIS
from arcgis.network import ClosestFacilityLayer, LocateSettings, ODCostMatrixLayer, RouteLayer
from arcgis.network import ToleranceUnits

MATRIX = "/arcgis/rest/services/Monaco/NAServer/ODCostMatrix"
CLOSEST = "/arcgis/rest/services/Monaco/NAServer/ClosestFacility"

MORNING = datetime.datetime(2026, 5, 4, 8, 30, tzinfo=datetime.timezone.utc)
PLACES = [tuple(map(float, pair.split(","))) for pair in THREE.split(";")]
FIRST, SECOND, THIRD = PLACES
POLYGON = {"features": [{
    "geometry": {"rings": [RING], "spatialReference": WGS84}, "attributes": {"Name": "Market"}}]}

# Arguments of both analyses, each with a value other than its default.
COMMON = {
    "barriers": {"features": []},
    "polyline_barriers": {"features": []},
    "polygon_barriers": {"features": []},
    "travel_mode": None,  # TravelModesOfPairs
    "attribute_parameter_values": [{
        "attributeName": "Avoid Toll Roads", "parameterName": "Restriction Usage",
        "value": "AVOID_HIGH"}],
    "return_barriers": True,
    "return_polyline_barriers": True,
    "return_polygon_barriers": True,
    "out_sr": 3857,
    "ignore_invalid_locations": False,
    "default_cutoff": 20,
    "time_of_day": MORNING,
    "time_of_day_is_utc": True,
    "accumulate_attribute_names": ["Kilometers", "Miles"],
    "impedance_attribute_name": "Kilometers",
    "restriction_attribute_names": ["Driving an Automobile", "Oneway"],
    "restrict_u_turns": "esriNFSBNoBacktrack",
    "use_hierarchy": False,
    "return_z": True,
    "overrides": {},
    "future": None,  # test_future
    "geometry_precision": 5,
    "geometry_precision_z": 1,
    "locate_settings": LocateSettings(
        tolerance=500, tolerance_units=ToleranceUnits.meters, allow_auto_relocate=True,
        sources=[{"name": "Streets"}]),
    "return_empty_results": True,
}


def named(*places, **attributes):
    """Returns a list of features, named A, B and so on."""
    return [point(x, y, Name="ABCDEFGH"[i], **attributes) for i, (x, y) in enumerate(places)]


def attributes(answer, key):
    return [feature["attributes"] for feature in answer[key]["features"]]


class PairCase(ClientCase):
    """A client case that fails if an answer says an argument is unknown to the server."""

    def check(self, answer):
        texts = [message["description"] for message in answer["messages"]]
        unknown = [text for text in texts if re.match(r'Parameter "\w+" is not known', text)]
        self.assertEqual(unknown, [])
        return answer

    def refused(self, text, ask, **arguments):
        with self.assertRaises(Exception) as raised:
            ask(**arguments)
        self.assertIn(text, str(raised.exception))


class ODCostMatrix(PairCase):
    VALUES = COMMON | {
        "origins": STOPS,
        "destinations": THREE,
        "default_target_destination_count": 2,
        "output_type": "No Lines",
        "return_origins": True,
        "return_destinations": True,
    }

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.matrices = ODCostMatrixLayer(HTTP + MATRIX, gis=cls.connection)

    def solve(self, **arguments):
        given = {"origins": STOPS, "destinations": THREE} | arguments
        return self.check(self.matrices.solve_od_cost_matrix(**given))

    def minutes(self, answer):
        names = answer["odCostMatrix"]["costAttributeNames"]
        return names.index("TravelTime")

    def test_layer_properties(self):
        found = ODCostMatrixLayer(HTTP + MATRIX, gis=self.connection).properties
        self.assertEqual(found.layerType, "esriNAServerODCostMatrixLayer")
        self.assertEqual(found.layerName, "ODCostMatrix")
        self.assertIn(found.defaultTravelMode, [mode.id for mode in found.supportedTravelModes])

    def test_travel_modes(self):
        found = self.matrices.retrieve_travel_modes()
        self.assertIn("Driving Time", [mode["name"] for mode in found["supportedTravelModes"]])

    def test_the_table_has_every_argument(self):
        signature = inspect.signature(ODCostMatrixLayer.solve_od_cost_matrix)
        self.assertEqual(set(self.VALUES), set(signature.parameters) - {"self"})

    def test_each(self):
        for name, value in self.VALUES.items():
            if value is None:
                continue
            with self.subTest(name):
                self.assertIn("messages", self.solve(**{name: value}))

    def test_sparse_matrix(self):
        answer = self.solve()
        self.assertNotIn("odLines", answer)
        matrix = answer["odCostMatrix"]
        names = matrix["costAttributeNames"]
        self.assertEqual(set(matrix), {"costAttributeNames", "1", "2"})
        for origin in "12":
            self.assertEqual(set(matrix[origin]), {"1", "2", "3"})
            for costs in matrix[origin].values():
                self.assertEqual(len(costs), len(names))
        self.assertEqual(matrix["1"]["1"][self.minutes(answer)], 0)
        self.assertGreater(matrix["1"]["2"][self.minutes(answer)], 0)

    def test_no_lines(self):
        answer = self.solve(output_type="No Lines")
        self.assertNotIn("odCostMatrix", answer)
        rows = attributes(answer, "odLines")
        found = [(row["OriginID"], row["DestinationRank"]) for row in rows]
        self.assertEqual(found, [(origin, rank) for origin in (1, 2) for rank in (1, 2, 3)])
        for before, row in zip(rows, rows[1:]):
            if before["OriginID"] == row["OriginID"]:
                self.assertLessEqual(before["Total_TravelTime"], row["Total_TravelTime"])
        self.assertTrue(all("geometry" not in line for line in answer["odLines"]["features"]))

    def test_straight_lines(self):
        answer = self.solve(output_type="Straight Lines")
        for line in answer["odLines"]["features"]:
            self.assertEqual([len(path) for path in line["geometry"]["paths"]], [2])
        lengths = {row["Name"]: row["Shape_Length"] for row in attributes(answer, "odLines")}
        self.assertGreater(lengths["Location 1 - Location 2"], 0)

    def test_counts_and_cutoffs(self):
        for arguments in ({"default_target_destination_count": 1}, {"default_cutoff": 0.01}):
            with self.subTest(arguments):
                matrix = self.solve(**arguments)["odCostMatrix"]
                found = {origin: list(matrix[origin]) for origin in "12"}
                self.assertEqual(found, {"1": ["1"], "2": ["2"]})

    def test_counts_and_cutoffs_of_origins(self):
        for attribute in ({"TargetDestinationCount": 1}, {"Cutoff_TravelTime": 0.01}):
            with self.subTest(attribute):
                origins = named(FIRST, SECOND)
                origins[0]["attributes"].update(attribute)
                matrix = self.solve(origins=origins)["odCostMatrix"]
                self.assertEqual([len(matrix[origin]) for origin in "12"], [1, 3])

    def test_object_ids(self):
        origins = [point(*FIRST, ObjectID=17), point(*SECOND, ObjectID=4)]
        destinations = [point(*THIRD, ObjectID=23)]
        answer = self.solve(
            origins=origins, destinations=destinations, return_origins=True,
            return_destinations=True)
        matrix = answer["odCostMatrix"]
        self.assertEqual(set(matrix) - {"costAttributeNames"}, {"17", "4"})
        self.assertEqual(list(matrix["17"]), ["23"])
        self.assertEqual([row["ObjectID"] for row in attributes(answer, "origins")], [17, 4])
        self.assertEqual([row["ObjectID"] for row in attributes(answer, "destinations")], [23])

    def test_data_frame_and_feature_set(self):
        found = feature_set(named(FIRST, SECOND), "esriGeometryPoint")
        answer = self.solve(origins=found.sdf, destinations=found, output_type="No Lines")
        names = {row["Name"] for row in attributes(answer, "odLines")}
        self.assertEqual(names, {"A - A", "A - B", "B - A", "B - B"})

    def test_returned_locations(self):
        answer = self.solve(return_origins=True, return_destinations=True)
        for key, count in (("origins", 2), ("destinations", 3)):
            rows = attributes(answer, key)
            self.assertEqual([row["Status"] for row in rows], [0] * count)
            self.assertTrue(all(row["SourceOID"] is not None for row in rows))
            self.assertEqual(answer[key]["spatialReference"]["wkid"], 4326)

    def test_barriers(self):
        free, closed = self.solve(), self.solve(
            polygon_barriers=POLYGON, return_polygon_barriers=True)
        place = self.minutes(free)
        self.assertGreater(
            closed["odCostMatrix"]["1"]["2"][place], free["odCostMatrix"]["1"]["2"][place])
        self.assertEqual(attributes(closed, "polygonBarriers")[0]["Name"], "Market")

    def test_out_sr(self):
        answer = self.solve(output_type="Straight Lines", out_sr=3857, geometry_precision=1)
        self.assertEqual(answer["odLines"]["spatialReference"]["latestWkid"], 3857)
        x = answer["odLines"]["features"][0]["geometry"]["paths"][0][0][0]
        self.assertGreater(x, 800_000)
        self.assertEqual(x, round(x, 1))

    def test_unlocated(self):
        far = THREE + ";9.0,45.0"
        answer = self.solve(destinations=far)
        self.assertEqual(set(answer["odCostMatrix"]["1"]), {"1", "2", "3"})
        self.assertTrue(any("is unlocated" in m["description"] for m in answer["messages"]))
        self.refused(
            "is unlocated", self.solve, destinations=far, ignore_invalid_locations=False)

    def test_errors(self):
        self.refused("destinations", self.solve, destinations="{\"features\":[")
        self.refused("Need at least 1 valid destination", self.solve, destinations="9.0,45.0")
        self.refused("TravelTim", self.solve, impedance_attribute_name="TravelTim")
        self.refused(
            "exceeded the maximum of 50 allowed by the service", self.solve,
            origins=";".join([STOPS] * 30))

    def test_other_layer(self):
        """The client asks nothing of a layer whose type is another."""
        layer = ODCostMatrixLayer(HTTP + OPEN, gis=self.connection)
        with self.assertRaises(TypeError):
            layer.solve_od_cost_matrix(origins=STOPS, destinations=THREE)

    def test_future(self):
        job = self.matrices.solve_od_cost_matrix(origins=STOPS, destinations=THREE, future=True)
        self.assertIn("odCostMatrix", job.result())


class ClosestFacility(PairCase):
    VALUES = COMMON | {
        "incidents": STOPS.split(";")[0],
        "facilities": THREE.split(";", 1)[1],
        "return_directions": True,
        "directions_language": "fr",
        "directions_output_type": "esriDOTComplete",
        "directions_style_name": "NA Navigation",
        "directions_length_units": "esriNAUMiles",
        "directions_time_attribute_name": "TravelTime",
        "return_cf_routes": False,
        "return_facilities": True,
        "return_incidents": True,
        "output_lines": "esriNAOutputLineStraight",
        "default_target_facility_count": 2,
        "travel_direction": "esriNATravelDirectionFromFacility",
        "output_geometry_precision": 0,
        "output_geometry_precision_units": "esriFeet",
        "time_of_day_usage": "esriNATimeOfDayUseAsEndTime",
        "preserve_objectid": True,
        "return_traversed_edges": True,
        "return_traversed_junctions": True,
        "return_traversed_turns": True,
        "geometry_precision_m": 1,
    }

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.facilities = ClosestFacilityLayer(HTTP + CLOSEST, gis=cls.connection)

    def solve(self, **arguments):
        given = {
            name: self.VALUES[name] for name in ("incidents", "facilities")} | arguments
        return self.check(self.facilities.solve_closest_facility(**given))

    def routes(self, answer):
        return attributes(answer, "routes")

    def test_layer_properties(self):
        found = ClosestFacilityLayer(HTTP + CLOSEST, gis=self.connection).properties
        self.assertEqual(found.layerType, "esriNAServerClosestFacilityLayer")
        self.assertEqual(found.layerName, "ClosestFacility")
        self.assertEqual(found.defaultTargetFacilityCount, 1)
        self.assertEqual(found.travelDirection, "esriNATravelDirectionToFacility")

    def test_travel_modes(self):
        found = self.facilities.retrieve_travel_modes()
        self.assertIn("Driving Time", [mode["name"] for mode in found["supportedTravelModes"]])

    def test_the_table_has_every_argument(self):
        signature = inspect.signature(ClosestFacilityLayer.solve_closest_facility)
        self.assertEqual(set(self.VALUES), set(signature.parameters) - {"self"})

    def test_each(self):
        for name, value in self.VALUES.items():
            if value is None:
                continue
            with self.subTest(name):
                self.assertIn("messages", self.solve(**{name: value}))

    def test_route(self):
        answer = self.solve()
        for key in ("directions", "facilities", "incidents"):
            self.assertNotIn(key, answer)
        [route] = answer["routes"]["features"]
        self.assertEqual(route["attributes"]["IncidentID"], 1)
        self.assertEqual(route["attributes"]["FacilityRank"], 1)
        facility = route["attributes"]["FacilityID"]
        self.assertEqual(route["attributes"]["Name"], f"Location 1 - Location {facility}")
        self.assertGreater(route["attributes"]["Total_TravelTime"], 0)
        self.assertGreater(len(route["geometry"]["paths"][0]), 2)

    def test_no_routes(self):
        self.assertNotIn("routes", self.solve(return_cf_routes=False))

    def test_counts(self):
        found = self.routes(self.solve(default_target_facility_count=2))
        self.assertEqual([route["FacilityRank"] for route in found], [1, 2])
        self.assertLessEqual(found[0]["Total_TravelTime"], found[1]["Total_TravelTime"])
        own = self.routes(self.solve(incidents=named(FIRST, TargetFacilityCount=2)))
        self.assertEqual(len(own), 2)

    def test_cutoffs(self):
        self.assertEqual(self.routes(self.solve(default_cutoff=0.01)), [])
        own = named(FIRST, Cutoff_TravelTime=0.01)
        self.assertEqual(self.routes(self.solve(incidents=own)), [])

    def test_added_costs(self):
        free = self.routes(self.solve(default_target_facility_count=2))
        nearest = free[0]["FacilityID"]
        facilities = named(SECOND, THIRD)
        facilities[nearest - 1]["attributes"]["Attr_TravelTime"] = 60
        [route] = self.routes(self.solve(facilities=facilities))
        self.assertNotEqual(route["FacilityID"], nearest)

    def test_travel_direction(self):
        [route] = self.routes(self.solve(
            incidents=named(FIRST), facilities=named(SECOND),
            travel_direction="esriNATravelDirectionFromFacility"))
        [other] = self.routes(self.solve(
            incidents=named(SECOND), facilities=named(FIRST),
            travel_direction="esriNATravelDirectionToFacility"))
        self.assertEqual(route["Total_TravelTime"], other["Total_TravelTime"])

    def test_directions(self):
        answer = self.solve(default_target_facility_count=2, return_directions=True)
        names = [item["routeName"] for item in answer["directions"]]
        self.assertEqual(names, [route["Name"] for route in self.routes(answer)])
        answer = self.solve(return_directions=True, directions_language="fr")
        self.assertIn("Tournez", json.dumps(answer["directions"], ensure_ascii=False))

    def test_feature_set_directions(self):
        answer = self.solve(
            return_directions=True, directions_output_type="esriDOTFeatureSets")
        self.assertTrue(answer["directionPoints"]["features"])
        self.assertTrue(answer["directionLines"]["features"])

    def test_returned_locations(self):
        answer = self.solve(return_facilities=True, return_incidents=True)
        for key, count in (("facilities", 2), ("incidents", 1)):
            self.assertEqual([row["Status"] for row in attributes(answer, key)], [0] * count)

    def test_object_ids(self):
        answer = self.solve(
            incidents=[point(*FIRST, ObjectID=17)], facilities=[point(*SECOND, ObjectID=23)],
            preserve_objectid=True)
        [route] = self.routes(answer)
        self.assertEqual((route["IncidentID"], route["FacilityID"]), (17, 23))

    def test_data_frame_and_feature_set(self):
        incidents = feature_set(named(FIRST, SECOND), "esriGeometryPoint")
        facilities = feature_set(named(THIRD), "esriGeometryPoint")
        found = self.routes(self.solve(incidents=incidents.sdf, facilities=facilities))
        self.assertEqual([route["Name"] for route in found], ["A - A", "B - A"])

    def test_time_of_day(self):
        for usage, key in (("Start", "StartTimeUTC"), ("End", "EndTimeUTC")):
            with self.subTest(usage):
                [route] = self.routes(self.solve(
                    time_of_day=MORNING, time_of_day_is_utc=True,
                    time_of_day_usage=f"esriNATimeOfDayUseAs{usage}Time"))
                self.assertEqual(route[key], MORNING.timestamp() * 1000)
                self.assertLess(route["StartTimeUTC"], route["EndTimeUTC"])

    def test_barriers(self):
        places = {"incidents": named(FIRST), "facilities": named(SECOND)}
        [free] = self.routes(self.solve(**places))
        answer = self.solve(polygon_barriers=POLYGON, return_polygon_barriers=True, **places)
        [closed] = self.routes(answer)
        self.assertGreater(closed["Total_TravelTime"], free["Total_TravelTime"])
        self.assertEqual(attributes(answer, "polygonBarriers")[0]["Name"], "Market")

    def test_out_sr(self):
        answer = self.solve(out_sr=3857)
        self.assertEqual(answer["routes"]["spatialReference"]["latestWkid"], 3857)
        self.assertGreater(answer["routes"]["features"][0]["geometry"]["paths"][0][0][0], 800_000)

    def test_traversal(self):
        answer = self.solve(
            return_traversed_edges=True, return_traversed_junctions=True,
            return_traversed_turns=True)
        for key in ("traversedEdges", "traversedJunctions", "traversedTurns"):
            self.assertTrue(answer[key]["features"])

    def test_errors(self):
        self.refused("facilities", self.solve, facilities="{\"features\":[")
        self.refused("Need at least 1 valid facility", self.solve, facilities="9.0,45.0")
        self.refused(
            "is unlocated", self.solve, facilities=STOPS + ";9.0,45.0",
            ignore_invalid_locations=False)
        self.refused("TravelTim", self.solve, impedance_attribute_name="TravelTim")
        self.refused(
            "exceeded the maximum of 50 allowed by the service", self.solve,
            facilities=";".join([STOPS] * 30))

    def test_other_layer(self):
        layer = ClosestFacilityLayer(HTTP + OPEN, gis=self.connection)
        with self.assertRaises(TypeError):
            layer.solve_closest_facility(incidents=STOPS, facilities=THREE)

    def test_future(self):
        job = self.facilities.solve_closest_facility(
            incidents=STOPS, facilities=THREE, future=True)
        self.assertIn("routes", job.result())


class TravelModesOfPairs(PairCase):
    """Travel modes as a whole, and by names and ids, which the client looks up at its portal."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        portal = GIS(f"{HTTPS}/arcgis", verify_cert=False)
        cls.matrices = ODCostMatrixLayer(HTTPS + MATRIX, gis=portal)
        cls.facilities = ClosestFacilityLayer(HTTPS + CLOSEST, gis=portal)
        # The client's matrix layer returns its modes in a form that it does not accept.
        cls.modes = RouteLayer(HTTPS + OPEN, gis=portal).retrieve_travel_modes()

    def solve(self, travel_mode):
        matrix = self.matrices.solve_od_cost_matrix(
            origins=STOPS, destinations=THREE, travel_mode=travel_mode)
        routes = self.facilities.solve_closest_facility(
            incidents=STOPS, facilities=THREE, travel_mode=travel_mode)
        return (
            self.check(matrix)["odCostMatrix"]["costAttributeNames"],
            attributes(self.check(routes), "routes")[0])

    def test_dict(self):
        mode = next(m for m in self.modes["supportedTravelModes"] if m["name"] == "Walking Time")
        names, route = self.solve(mode)
        self.assertIn(mode["impedanceAttributeName"], names)
        self.assertIsNotNone(route[f"Total_{mode['impedanceAttributeName']}"])

    def test_id(self):
        names, _ = self.solve(self.modes["defaultTravelMode"])
        self.assertIn("TravelTime", names)

    def test_name(self):
        names, _ = self.solve("Walking Time")
        self.assertIn("WalkTime", names)
