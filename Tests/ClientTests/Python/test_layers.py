"""Tests stored layers with the ArcGIS API for Python: queries, statistics, edits and calculations.

Run by scripts/test-clients, which imports the layer `deliveries` and serves it as Stored. The
requests are not recorded: ClientTests replays requests against a server without files.
"""

import os
import unittest
import warnings

import loopback  # first: nothing here may reach another machine

warnings.simplefilter("ignore")

from arcgis.features import FeatureLayer, FeatureLayerCollection  # noqa: E402
from arcgis.geometry import Point  # noqa: E402
from arcgis.geometry.filters import intersects  # noqa: E402
from arcgis.gis import GIS  # noqa: E402

SERVICE = os.environ["WAYPOST_HTTPS"] + "/arcgis/rest/services/Stored/FeatureServer"
WGS84 = {"wkid": 4326}


class Layers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.portal = GIS(
            os.environ["WAYPOST_HTTPS"] + "/arcgis", "ann", "correct horse", verify_cert=False)
        cls.layer = FeatureLayer(SERVICE + "/0", gis=cls.portal)

    def setUp(self):
        loopback.STRAYED.clear()

    def tearDown(self):
        self.assertEqual(loopback.STRAYED, [])

    def test_unique_values(self):
        self.assertEqual(self.layer.get_unique_values("driver"), ["Ada", "Ben"])
        self.assertEqual(self.layer.get_unique_values("driver", "parcels > 3"), ["Ben"])

    def test_statistics(self):
        found = self.layer.query(
            group_by_fields_for_statistics="driver", order_by_fields="driver DESC",
            out_statistics=[{"statisticType": "sum", "onStatisticField": "parcels",
                             "outStatisticFieldName": "total"}])
        # The client numbers rows without an id.
        self.assertEqual([(f.attributes["driver"], f.attributes["total"]) for f in found.features],
                         [("Ben", 9), ("Ada", 3)])

    def test_counts_and_extents(self):
        self.assertEqual(self.layer.query("parcels > 1", return_count_only=True), 3)
        self.assertEqual(
            self.layer.query(return_count_only=True, return_distinct_values=True,
                             out_fields="driver"), 2)
        found = self.layer.query(return_extent_only=True)
        extent = found["extent"] if "extent" in found else found
        self.assertAlmostEqual(extent["xmin"], 7.41)

    def test_pages(self):
        found = self.layer.query(
            "1=1", result_offset=1, result_record_count=2, return_all_records=False)
        self.assertEqual([f.attributes["customer"] for f in found.features], ["b", "c"])

    def test_shape(self):
        place = Point({"x": 7.41, "y": 43.73, "spatialReference": WGS84})
        found = self.layer.query(geometry_filter=intersects(place, sr=WGS84))
        self.assertEqual([f.attributes["customer"] for f in found.features], ["a"])
        near = self.layer.query(
            geometry_filter=intersects(place, sr=WGS84), distance=900, units="esriSRUnit_Meter")
        self.assertEqual([f.attributes["customer"] for f in near.features], ["a", "b"])

    def test_data_frame(self):
        frame = self.layer.query(as_df=True)
        self.assertEqual(list(frame["parcels"]), [1, 2, 4, 5])

    def test_calculate(self):
        before = [f.attributes["parcels"] for f in self.layer.query().features]
        answer = self.layer.calculate(
            "driver = 'Ada'", {"field": "parcels", "sqlExpression": "parcels * 10"})
        self.assertEqual((answer["success"], answer["updatedFeatureCount"]), (True, 2))
        self.assertEqual(
            [f.attributes["parcels"] for f in self.layer.query().features],
            [before[0] * 10, before[1] * 10, before[2], before[3]])
        self.layer.calculate(
            "driver = 'Ada'", [{"field": "parcels", "sqlExpression": "parcels / 10"}])
        self.layer.calculate("customer = 'a'", {"field": "driver", "value": "Ada"})

    def test_edits(self):
        added = self.layer.edit_features(adds=[
            {"attributes": {"customer": "e", "driver": "Ada", "parcels": 9},
             "geometry": {"x": 7.45, "y": 43.73, "spatialReference": WGS84}}])
        number = added["addResults"][0]["objectId"]
        self.assertTrue(added["addResults"][0]["success"])
        changed = self.layer.edit_features(
            updates=[{"attributes": {self.layer.properties.objectIdField: number, "parcels": 8}}])
        self.assertTrue(changed["updateResults"][0]["success"])
        self.assertEqual(self.layer.query("parcels = 8", return_count_only=True), 1)
        deleted = self.layer.edit_features(deletes=str(number))
        self.assertTrue(deleted["deleteResults"][0]["success"])
        self.assertEqual(self.layer.query(return_count_only=True), 4)
        refused = self.layer.edit_features(adds=[
            {"attributes": {"customer": "f"}, "geometry": {"x": 1e308, "y": 0}}])
        self.assertFalse(refused["addResults"][0]["success"])

    def test_collection(self):
        collection = FeatureLayerCollection(SERVICE, gis=self.portal)
        self.assertEqual([layer.properties.name for layer in collection.layers], ["Deliveries"])
        found = collection.query(layer_defs_filter={"0": "driver = 'Ben'"})
        self.assertEqual(len(found["layers"][0]["features"]), 2)


if __name__ == "__main__":
    unittest.main()
