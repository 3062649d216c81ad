"""Tests search by name with geopy and the ArcGIS API for Python.

Run by scripts/test-clients. The requests are not recorded: geopy does not send them by requests.
"""

import os
import unittest
import warnings

import loopback  # first: nothing here may reach another machine

warnings.simplefilter("ignore")

from arcgis.geocoding import Geocoder, batch_geocode, geocode, reverse_geocode, suggest  # noqa: E402
from arcgis.gis import GIS  # noqa: E402
from geopy.exc import GeocoderServiceError  # noqa: E402
from geopy.geocoders import ArcGIS  # noqa: E402

SERVICE = "/arcgis/rest/services/Monaco/GeocodeServer"
STREET = "Rue Grimaldi"


class Waypost(ArcGIS):
    """geopy's client; only the path of the service is another."""

    geocode_path = SERVICE + "/findAddressCandidates"
    reverse_path = SERVICE + "/reverseGeocode"


class Geopy(unittest.TestCase):
    def setUp(self):
        loopback.STRAYED.clear()
        scheme, domain = os.environ["WAYPOST_HTTP"].split("://")
        self.client = Waypost(scheme=scheme, domain=domain)

    def tearDown(self):
        self.assertEqual(loopback.STRAYED, [])

    def test_geocode(self):
        found = self.client.geocode(STREET + ", Monaco", out_fields=["StName", "Addr_type"])
        self.assertEqual(found.raw["attributes"], {"Addr_type": "StreetName", "StName": STREET})
        self.assertAlmostEqual(found.longitude, 7.42, delta=0.01)
        self.assertAlmostEqual(found.latitude, 43.735, delta=0.01)
        several = self.client.geocode(STREET, exactly_one=False)
        self.assertEqual(several[0].address, self.client.geocode(STREET).address)

    def test_nothing(self):
        self.assertIsNone(self.client.geocode("Xyzzyplugh"))
        self.assertIsNone(self.client.reverse("0, 0"))
        with self.assertRaises(GeocoderServiceError):
            self.client.reverse("43.735, 7.42", distance=-1)

    def test_reverse(self):
        found = self.client.geocode(STREET)
        address = self.client.reverse(found.point, distance=50)
        self.assertIn(STREET, address.address)
        self.assertAlmostEqual(address.latitude, found.latitude, delta=0.001)


class Python(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        portal = GIS(os.environ["WAYPOST_HTTPS"] + "/arcgis", verify_cert=False)
        cls.geocoder = Geocoder(os.environ["WAYPOST_HTTPS"] + SERVICE, portal)

    def setUp(self):
        loopback.STRAYED.clear()

    def tearDown(self):
        self.assertEqual(loopback.STRAYED, [])

    def test_geocode(self):
        found = geocode(STREET, geocoder=self.geocoder, max_locations=1)
        self.assertEqual(found[0]["attributes"]["StName"], STREET)
        parts = {"Address": STREET, "City": "Monaco", "CountryCode": "MCO"}
        found = geocode(parts, geocoder=self.geocoder, as_featureset=True, out_sr=3857)
        self.assertEqual(found.features[0].attributes["StName"], STREET)
        self.assertAlmostEqual(found.features[0].geometry["x"], 826_000, delta=2_000)
        box = {"xmin": 1, "ymin": 1, "xmax": 2, "ymax": 2, "spatialReference": {"wkid": 4326}}
        self.assertEqual(geocode(STREET, search_extent=box, geocoder=self.geocoder), [])

    def test_suggest(self):
        found = suggest("rue grimal", geocoder=self.geocoder)["suggestions"][0]
        self.assertEqual(found["text"].split(",")[0], STREET)
        again = geocode(found["text"], magic_key=found["magicKey"], geocoder=self.geocoder)
        self.assertEqual(again[0]["address"], found["text"])

    def test_reverse(self):
        place = geocode(STREET, geocoder=self.geocoder, max_locations=1)[0]["location"]
        found = reverse_geocode([place["x"], place["y"]], geocoder=self.geocoder)
        self.assertEqual(found["location"]["spatialReference"]["wkid"], 4326)
        crossing = reverse_geocode(
            dict(place, spatialReference={"wkid": 4326}), distance=500, return_intersection=True,
            geocoder=self.geocoder)
        self.assertEqual(crossing["address"]["Addr_type"], "StreetInt")

    def test_batch(self):
        asked = [STREET, "Xyzzyplugh", {"Address": STREET, "City": "Monaco"}]
        found = batch_geocode(asked, geocoder=self.geocoder)
        self.assertEqual([row["attributes"]["Status"] for row in found], ["M", "U", "M"])
        self.assertEqual([row["attributes"]["ResultID"] for row in found], [0, 1, 2])
        frame = batch_geocode(asked, geocoder=self.geocoder, as_featureset=True).sdf
        self.assertEqual(list(frame["Status"]), ["M", "U", "M"])
        nowhere = batch_geocode(asked, geocoder=self.geocoder, search_extent="1,1,2,2")
        self.assertEqual([row["attributes"]["Status"] for row in nowhere], ["U", "U", "U"])


if __name__ == "__main__":
    unittest.main()
