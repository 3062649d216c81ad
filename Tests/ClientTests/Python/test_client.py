"""Tests this server with the unchanged ArcGIS API for Python.

Run by scripts/test-clients, which builds the network of Monaco and starts the servers:

    WAYPOST_HTTP    http://127.0.0.1:PORT    services Monaco (open) and Private/Secured
                                             (test_pairs.py has other layers of Monaco)
    WAYPOST_HTTPS   https://127.0.0.1:PORT   the same, and sharing/rest
    WAYPOST_RECORD  a folder for the requests that the client makes, or nothing
"""

import datetime
import inspect
import json
import os
import unittest
import warnings

import loopback  # first: nothing here may reach another machine

warnings.simplefilter("ignore")

import requests  # noqa: E402
from arcgis.auth import EsriPKCEAuth  # noqa: E402
from arcgis.features import Feature, FeatureSet  # noqa: E402
from arcgis.geometry import Point  # noqa: E402
from arcgis.gis import GIS  # noqa: E402
from arcgis.gis._impl._con import Connection  # noqa: E402
from arcgis.network import LocateSettings, NetworkDataset, RouteLayer  # noqa: E402
from arcgis.network import ToleranceUnits, analysis  # noqa: E402

HTTP = os.environ["WAYPOST_HTTP"]
HTTPS = os.environ["WAYPOST_HTTPS"]
OPEN = "/arcgis/rest/services/Monaco/NAServer/Route"
SECURED = "/arcgis/rest/services/Private/Secured/NAServer/Route"
RECORDER = loopback.Recorder(os.environ.get("WAYPOST_RECORD"))

WGS84 = {"wkid": 4326}
STOPS = "7.4188621,43.7330002;7.4239298,43.7371517"
THREE = STOPS + ";7.4164,43.7298"
# Across the boulevard between the two stops.
RING = [[7.4206, 43.7345], [7.4217, 43.7342], [7.4219, 43.7359], [7.4208, 43.736], [7.4206, 43.7345]]


def point(x, y, **attributes):
    return {"geometry": {"x": x, "y": y, "spatialReference": WGS84}, "attributes": attributes}


def feature_set(features, kind):
    return FeatureSet(
        [Feature(geometry=f["geometry"], attributes=f["attributes"]) for f in features],
        geometry_type=kind, spatial_reference=WGS84)


def minutes(answer):
    return answer["routes"]["features"][0]["attributes"]["Total_TravelTime"]


class ClientCase(unittest.TestCase):
    """Records a test's requests, and fails the test if it contacts another machine."""

    @classmethod
    def setUpClass(cls):
        cls.connection = Connection(
            baseurl=f"{HTTP}/arcgis/rest/services", product="SERVER", all_ssl=False)
        cls.layer = RouteLayer(HTTP + OPEN, gis=cls.connection)

    def setUp(self):
        loopback.STRAYED.clear()
        RECORDER.begin()

    def tearDown(self):
        RECORDER.end(self.id().split(".", 1)[1])
        self.assertEqual(loopback.STRAYED, [])


class Discovery(ClientCase):
    def test_layer_properties(self):
        found = RouteLayer(HTTP + OPEN, gis=self.connection).properties
        self.assertEqual(found.layerType, "esriNAServerRouteLayer")
        self.assertEqual(found.layerName, "Route")
        self.assertGreaterEqual(found.currentVersion, 10.81)
        self.assertTrue(found.directionsStyleNames)
        modes = [mode.id for mode in found.supportedTravelModes]
        self.assertIn(found.defaultTravelMode, modes)
        units = {a.name: a.units for a in found.networkDataset.networkAttributes}
        self.assertEqual(units["TravelTime"], "esriNAUMinutes")
        self.assertEqual(units["Kilometers"], "esriNAUKilometers")

    def test_travel_modes(self):
        found = self.layer.retrieve_travel_modes()
        names = [mode["name"] for mode in found["supportedTravelModes"]]
        self.assertIn("Driving Time", names)
        self.assertIn("Walking Time", names)
        self.assertTrue(all(mode["id"] for mode in found["supportedTravelModes"]))

    def test_network_dataset(self):
        found = NetworkDataset(f"{HTTP}/arcgis/rest/services/Monaco/NAServer", gis=self.connection)
        self.assertEqual([layer.properties.layerName for layer in found.route_layers], ["Route"])
        self.assertEqual(found.service_area_layers, [])
        for layers, name in (
                (found.closest_facility_layers, "ClosestFacility"),
                (found.od_cost_matrix_layers, "ODCostMatrix")):
            self.assertEqual([layer.properties.layerName for layer in layers], [name])


class Inputs(ClientCase):
    def check(self, stops, names=None):
        answer = self.layer.solve(stops=stops, return_stops=True)
        self.assertEqual(len(answer["stops"]["features"]), 2)
        if names:
            found = [s["attributes"]["Name"] for s in answer["stops"]["features"]]
            self.assertEqual(found, names)
        return answer

    def test_text(self):
        self.check(STOPS)

    def test_list_of_features(self):
        stops = [
            Feature(
                geometry=Point({"x": 7.4188621, "y": 43.7330002, "spatialReference": WGS84}),
                attributes={"Name": "Depot"}),
            point(7.4239298, 43.7371517, Name="Customer"),
        ]
        self.check(stops, ["Depot", "Customer"])

    def test_feature_set(self):
        stops = feature_set(
            [point(7.4188621, 43.7330002, Name="A"), point(7.4239298, 43.7371517, Name="B")],
            "esriGeometryPoint")
        self.check(stops, ["A", "B"])

    def test_data_frame(self):
        stops = feature_set(
            [point(7.4188621, 43.7330002, Name="A"), point(7.4239298, 43.7371517, Name="B")],
            "esriGeometryPoint")
        self.check(stops.sdf, ["A", "B"])

    def test_dict(self):
        self.check({"type": "features", "features": [
            point(7.4188621, 43.7330002), point(7.4239298, 43.7371517)]})

    def test_json_text(self):
        self.check(json.dumps({"features": [
            point(7.4188621, 43.7330002), point(7.4239298, 43.7371517)]}))


class Barriers(ClientCase):
    def setUp(self):
        super().setUp()
        self.free = minutes(self.layer.solve(stops=STOPS))

    def test_point(self):
        answer = self.layer.solve(
            stops=STOPS, return_barriers=True,
            barriers=feature_set([point(7.4213, 43.7351, Name="Works")], "esriGeometryPoint"))
        self.assertEqual(answer["barriers"]["features"][0]["attributes"]["Name"], "Works")

    def test_line(self):
        line = {"geometry": {"paths": [RING[:2]], "spatialReference": WGS84}, "attributes": {}}
        answer = self.layer.solve(
            stops=STOPS, return_polyline_barriers=True, polyline_barriers=[line])
        self.assertEqual(len(answer["polylineBarriers"]["features"]), 1)
        self.assertGreaterEqual(minutes(answer), self.free)

    def test_polygon(self):
        area = {"geometry": {"rings": [RING], "spatialReference": WGS84}, "attributes": {}}
        answer = self.layer.solve(
            stops=STOPS, return_polygon_barriers=True,
            polygon_barriers=feature_set([area], "esriGeometryPolygon"))
        self.assertEqual(len(answer["polygonBarriers"]["features"]), 1)
        self.assertGreater(minutes(answer), self.free)

    def test_scaled_polygon(self):
        area = {
            "geometry": {"rings": [RING], "spatialReference": WGS84},
            "attributes": {"Name": "Market", "BarrierType": 1, "Attr_TravelTime": 1.01},
        }
        answer = self.layer.solve(stops=STOPS, polygon_barriers={"features": [area]})
        self.assertGreater(minutes(answer), self.free)


class Arguments(ClientCase):
    """Every argument of `RouteLayer.solve`, each with a value other than its default."""

    VALUES = {
        "stops": STOPS,
        "barriers": {"features": []},
        "polyline_barriers": {"features": []},
        "polygon_barriers": {"features": []},
        "travel_mode": None,  # TravelModes
        "attribute_parameter_values": [{
            "attributeName": "Avoid Toll Roads", "parameterName": "Restriction Usage",
            "value": "AVOID_HIGH"}],
        "return_directions": False,
        "return_routes": False,
        "return_stops": True,
        "return_barriers": True,
        "return_polyline_barriers": True,
        "return_polygon_barriers": True,
        "out_sr": 3857,
        "ignore_invalid_locations": False,
        "output_lines": "esriNAOutputLineStraight",
        "find_best_sequence": True,
        "preserve_first_stop": False,
        "preserve_last_stop": False,
        "use_time_windows": True,
        "start_time": datetime.datetime(2026, 5, 4, 8, 30, tzinfo=datetime.timezone.utc),
        "start_time_is_utc": True,
        "accumulate_attribute_names": ["Kilometers", "Miles"],
        "impedance_attribute_name": "Kilometers",
        "restriction_attribute_names": ["Driving an Automobile", "Oneway"],
        "restrict_u_turns": "esriNFSBNoBacktrack",
        "use_hierarchy": False,
        "directions_language": "fr",
        "directions_output_type": "esriDOTComplete",
        "directions_style_name": "NA Navigation",
        "directions_length_units": "esriNAUMiles",
        "directions_time_attribute_name": "TravelTime",
        "output_geometry_precision": 0,
        "output_geometry_precision_units": "esriFeet",
        "return_z": True,
        "overrides": {},
        "preserve_objectid": True,
        "future": None,  # test_future
        "time_windows_are_utc": True,
        "return_traversed_edges": True,
        "return_traversed_junctions": True,
        "return_traversed_turns": True,
        "geometry_precision": 5,
        "geometry_precision_z": 1,
        "geometry_precision_m": 1,
        "locate_settings": LocateSettings(
            tolerance=500, tolerance_units=ToleranceUnits.meters, allow_auto_relocate=True,
            sources=[{"name": "Streets"}]),
        "return_empty_results": True,
    }

    def test_the_table_has_every_argument(self):
        signature = inspect.signature(RouteLayer.solve)
        self.assertEqual(set(self.VALUES), set(signature.parameters) - {"self"})

    def test_each(self):
        for name, value in self.VALUES.items():
            if value is None:
                continue
            with self.subTest(name):
                answer = self.layer.solve(**{"stops": THREE, name: value})
                self.assertIn("messages", answer)

    def test_out_sr(self):
        answer = self.layer.solve(stops=STOPS, out_sr=3857)
        self.assertEqual(answer["routes"]["spatialReference"]["latestWkid"], 3857)
        self.assertGreater(answer["routes"]["features"][0]["geometry"]["paths"][0][0][0], 800_000)

    def test_no_routes(self):
        self.assertNotIn("routes", self.layer.solve(stops=STOPS, return_routes=False))

    def test_no_directions(self):
        self.assertNotIn("directions", self.layer.solve(stops=STOPS, return_directions=False))

    def test_feature_set_directions(self):
        answer = self.layer.solve(stops=STOPS, directions_output_type="esriDOTFeatureSets")
        self.assertTrue(answer["directionPoints"]["features"])
        self.assertTrue(answer["directionLines"]["features"])

    def test_french(self):
        answer = self.layer.solve(stops=STOPS, directions_language="fr")
        text = json.dumps(answer["directions"], ensure_ascii=False)
        self.assertIn("Tournez", text)

    def test_start_time_is_a_float(self):
        start = datetime.datetime(2026, 5, 4, 8, 30, tzinfo=datetime.timezone.utc)
        answer = self.layer.solve(stops=STOPS, start_time=start, start_time_is_utc=True)
        found = answer["routes"]["features"][0]["attributes"]["StartTimeUTC"]
        self.assertEqual(found, start.timestamp() * 1000)

    def test_start_time_now(self):
        answer = self.layer.solve(stops=STOPS, start_time="now")
        self.assertIsNotNone(answer["routes"]["features"][0]["attributes"]["StartTime"])

    def test_best_sequence(self):
        answer = self.layer.solve(
            stops=THREE, find_best_sequence=True, preserve_last_stop=False, return_stops=True)
        order = sorted(s["attributes"]["Sequence"] for s in answer["stops"]["features"])
        self.assertEqual(order, [1, 2, 3])

    def test_future(self):
        job = self.layer.solve(stops=STOPS, future=True)
        self.assertIn("routes", job.result())


class TravelModes(ClientCase):
    """Travel modes by id, by name and as a whole; the client looks names up at its portal."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.portal = GIS(f"{HTTPS}/arcgis", verify_cert=False)
        cls.layer = RouteLayer(HTTPS + OPEN, gis=cls.portal)
        cls.modes = cls.layer.retrieve_travel_modes()

    def test_id(self):
        mode = self.modes["defaultTravelMode"]
        self.assertIn("routes", self.layer.solve(stops=STOPS, travel_mode=mode))

    def test_names(self):
        for mode in self.modes["supportedTravelModes"]:
            with self.subTest(mode["name"]):
                answer = self.layer.solve(stops=STOPS, travel_mode=mode["name"])
                self.assertIn("routes", answer)

    def test_dict(self):
        mode = next(m for m in self.modes["supportedTravelModes"] if m["name"] == "Walking Time")
        answer = self.layer.solve(stops=STOPS, travel_mode=mode)
        total = answer["routes"]["features"][0]["attributes"]
        self.assertIsNotNone(total[f"Total_{mode['timeAttributeName']}"])


class Utilities(ClientCase):
    """The geoprocessing tasks that the portal names as its routing utilities."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.portal = GIS(f"{HTTPS}/arcgis", verify_cert=False)

    def test_travel_modes(self):
        found = analysis.get_travel_modes(gis=self.portal)
        modes = [f.attributes for f in found.supported_travel_modes.features]
        self.assertIn("Driving Time", [mode["Name"] for mode in modes])
        self.assertIn(found.default_travel_mode, [mode["TravelModeId"] for mode in modes])
        self.assertIn("impedanceAttributeName", json.loads(modes[0]["TravelMode"]))

    def test_tool_info(self):
        found = analysis.get_tool_info(gis=self.portal)
        info = json.loads(found) if isinstance(found, str) else found
        names = [a["name"] for a in info["networkDataset"]["networkAttributes"]]
        self.assertIn("TravelTime", names)
        self.assertIn("maximumStops", info["serviceLimits"])


class Errors(ClientCase):
    def refused(self, text, **arguments):
        with self.assertRaises(Exception) as raised:
            self.layer.solve(**arguments)
        self.assertIn(text, str(raised.exception))

    def test_one_stop(self):
        self.refused("Need at least 2 valid stops", stops="7.4188621,43.7330002")

    def test_unlocated(self):
        self.refused(
            "is unlocated", stops=STOPS + ";9.0,45.0", ignore_invalid_locations=False)

    def test_unknown_attribute(self):
        self.refused("TravelTim", stops=STOPS, impedance_attribute_name="TravelTim")

    def test_broken_json(self):
        self.refused("stops", stops="{\"features\":[")

    def test_unknown_layer(self):
        with self.assertRaises(Exception):
            RouteLayer(f"{HTTP}/arcgis/rest/services/Nowhere/NAServer/Route",
                       gis=self.connection).solve(stops=STOPS)

    def test_limit(self):
        many = ";".join(["7.4188621,43.7330002"] * 60)
        self.refused("exceeded the maximum of 50 allowed by the service", stops=many)

    def test_token_required(self):
        with self.assertRaises(Exception) as raised:
            RouteLayer(HTTP + SECURED, gis=self.connection).solve(stops=STOPS)
        self.assertIn("Token Required", str(raised.exception))


class Portal(ClientCase):
    """`GIS("https://HOST/arcgis")`, the usual call."""

    def test_anonymous(self):
        portal = GIS(f"{HTTPS}/arcgis", verify_cert=False)
        self.assertIsNone(portal.users.me)
        self.assertIn("routes", RouteLayer(HTTPS + OPEN, gis=portal).solve(stops=STOPS))

    def test_anonymous_at_a_secured_service(self):
        portal = GIS(f"{HTTPS}/arcgis", verify_cert=False)
        with self.assertRaises(Exception) as raised:
            RouteLayer(HTTPS + SECURED, gis=portal).solve(stops=STOPS)
        self.assertIn("Token Required", str(raised.exception))

    def test_user(self):
        portal = GIS(f"{HTTPS}/arcgis", "ann", "correct horse", verify_cert=False)
        self.assertEqual(portal.users.me.username, "ann")
        self.assertIn("routes", RouteLayer(HTTPS + SECURED, gis=portal).solve(stops=STOPS))

    def test_user_without_permission(self):
        portal = GIS(f"{HTTPS}/arcgis", "ben", "battery staple", verify_cert=False)
        with self.assertRaises(Exception) as raised:
            RouteLayer(HTTPS + SECURED, gis=portal).solve(stops=STOPS)
        self.assertIn("do not have permissions", str(raised.exception))

    def test_wrong_password(self):
        with self.assertRaises(Exception) as raised:
            GIS(f"{HTTPS}/arcgis", "ann", "wrong", verify_cert=False)
        self.assertIn("Invalid username or password", str(raised.exception))

    def test_renewed_token(self):
        portal = GIS(f"{HTTPS}/arcgis", "ann", "correct horse", verify_cert=False)
        login = portal._con._session.auth
        first = login.token
        login._response_type = "code"  # as the log-in went, in the end
        login._refresh()
        self.assertNotEqual(login.token, first)
        self.assertIn("routes", RouteLayer(HTTPS + SECURED, gis=portal).solve(stops=STOPS))


    def test_log_out(self):
        portal = GIS(f"{HTTPS}/arcgis", "ann", "correct horse", verify_cert=False)
        login = portal._con._session.auth
        self.assertTrue(login.suspend())
        answer = requests.get(
            f"{HTTPS}{SECURED}?f=json&token={login._auth_token['access_token']}", verify=False)
        self.assertEqual(answer.json()["error"]["code"], 498)


class GeneratedToken(ClientCase):
    """The same with `generateToken`, which the client calls in its older form."""

    def test_user(self):
        portal = GIS(
            f"{HTTPS}/arcgis", "ann", "correct horse", verify_cert=False, use_gen_token=True)
        self.assertEqual(portal.users.me.username, "ann")
        self.assertIn("routes", RouteLayer(HTTPS + SECURED, gis=portal).solve(stops=STOPS))

    def test_user_without_permission(self):
        portal = GIS(
            f"{HTTPS}/arcgis", "ben", "battery staple", verify_cert=False, use_gen_token=True)
        with self.assertRaises(Exception) as raised:
            RouteLayer(HTTPS + SECURED, gis=portal).solve(stops=STOPS)
        self.assertIn("do not have permissions", str(raised.exception))

    def test_wrong_password(self):
        with self.assertRaises(Exception) as raised:
            GIS(f"{HTTPS}/arcgis", "ann", "wrong", verify_cert=False, use_gen_token=True)
        self.assertNotIn("wrong", str(raised.exception))


class ProofKey(ClientCase):
    """The client's own log-in with PKCE, which takes the code from a redirection."""

    def test_user(self):
        login = EsriPKCEAuth(
            f"{HTTPS}/arcgis", "ann", "correct horse", verify_cert=False)
        login._code_verifier = "w" * 43
        first = login.token
        login._refresh_token()
        self.assertNotEqual(login.token, first)
        answer = requests.get(
            f"{HTTPS}/arcgis/sharing/rest/community/self?f=json", auth=login, verify=False)
        self.assertEqual(answer.json()["username"], "ann")


if __name__ == "__main__":
    unittest.main(verbosity=1)
