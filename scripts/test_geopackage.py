"""Checks GeoPackages with GDAL, and edits one while a server has it open.

usage: test_geopackage.py FOLDER SERVICE   the folder of scripts/test-geopackage, the service's
URL
"""

import json
import math
import pathlib
import sys
import time
import unittest
import urllib.parse
import urllib.request
import xml.etree.ElementTree

from osgeo import gdal, ogr
from osgeo_utils.samples import validate_gpkg

ogr.UseExceptions()
gdal.UseExceptions()
folder, service = sys.argv[1:3]
del sys.argv[1:]

day = f"{folder}/day.gpkg"
town = f"{folder}/town.gpkg"


def ask(path, **fields):
    """Returns the server's answer to a request."""
    body = urllib.parse.urlencode({"f": "json", **fields}).encode()
    with urllib.request.urlopen(f"{service}/{path}", data=body, timeout=60) as answer:
        return json.load(answer)


class Files(unittest.TestCase):
    def test_the_validator_finds_nothing(self):
        for file in (day, town):
            validate_gpkg.check(file, extra_checks=True)

    def test_layers_of_a_day_are_read_with_their_systems_and_counts(self):
        data = ogr.Open(day)
        layers = {data.GetLayer(i).GetName(): data.GetLayer(i) for i in range(data.GetLayerCount())}
        self.assertGreaterEqual(layers.keys(), {"routes", "stops", "directions"})
        self.assertEqual(layers["routes"].GetFeatureCount(), 3)
        self.assertEqual(layers["stops"].GetFeatureCount(), 17)
        for name in ("routes", "stops", "directions"):
            self.assertEqual(layers[name].GetSpatialRef().GetAuthorityCode(None), "4326")
        west, east, south, north = layers["routes"].GetExtent()
        self.assertTrue(7.3 < west < east < 7.5 and 43.6 < south < north < 43.8)
        stop = layers["stops"].GetNextFeature()
        self.assertIsNotNone(stop.GetField("ArriveTime"))
        self.assertIsNotNone(stop.GetField("InputID"))

    def test_routes_and_stops_are_related(self):
        data = gdal.OpenEx(day)
        self.assertEqual(list(data.GetRelationshipNames()), ["routes_stops_features"])
        relation = data.GetRelationship("routes_stops_features")
        self.assertEqual(relation.GetLeftTableName(), "routes")
        self.assertEqual(relation.GetRightTableName(), "stops")
        self.assertEqual(relation.GetMappingTableName(), "routes_stops")
        pairs = data.ExecuteSQL("SELECT count(*) FROM routes_stops")
        self.assertEqual(pairs.GetNextFeature().GetField(0), 17)
        data.ReleaseResultSet(pairs)

    def test_styles_are_read_as_those_of_qgis(self):
        data = ogr.Open(day)
        styles = data.GetLayerByName("layer_styles")
        named = set()
        for row in styles:
            named.add(row.GetField("f_table_name"))
            root = xml.etree.ElementTree.fromstring(row.GetField("styleQML"))
            self.assertEqual(root.tag, "qgis")
            self.assertIsNotNone(root.find("renderer-v2"))
        self.assertGreaterEqual(named, {"routes", "stops"})


class Sources(unittest.TestCase):
    """What the guide's recipes give to QGIS, which opens it by these drivers."""

    layer = f"{service}/NAServer/Route"

    def test_a_tile_has_streets_where_they_are(self):
        zoom, longitude, latitude = 14, 7.4239, 43.7371
        tiles = 1 << zoom
        x = int((longitude + 180) / 360 * tiles)
        y = int((1 - math.asinh(math.tan(math.radians(latitude))) / math.pi) / 2 * tiles)
        # The driver reads the address from the path.
        file = pathlib.Path(folder, "tiles", str(zoom), str(x), f"{y}.mvt")
        file.parent.mkdir(parents=True)
        with urllib.request.urlopen(f"{self.layer}/tiles/{zoom}/{x}/{y}.mvt", timeout=60) as answer:
            file.write_bytes(answer.read())
        data = gdal.OpenEx(str(file), gdal.OF_VECTOR, allowed_drivers=["MVT"])
        layers = {data.GetLayer(i).GetName(): data.GetLayer(i) for i in range(data.GetLayerCount())}
        self.assertGreaterEqual(layers.keys(), {"streets", "street_labels"})
        streets = layers["streets"]
        self.assertGreater(streets.GetFeatureCount(), 50)
        self.assertEqual(streets.GetSpatialRef().GetAuthorityCode(None), "3857")
        side = 2 * math.pi * 6378137 / tiles
        west, north = (x - tiles / 2) * side, (tiles / 2 - y) * side
        left, right, bottom, top = streets.GetExtent()
        # Lines reach over the tile's edge a little, so that they are drawn as one.
        edge = side / 8
        self.assertTrue(west - edge < left < right < west + side + edge)
        self.assertTrue(north - side - edge < bottom < top < north + edge)
        names = {row.GetField("name") for row in layers["street_labels"]}
        self.assertTrue(any(name and "Avenue" in name for name in names), names)

    def test_a_route_is_a_layer_by_its_url(self):
        data = ogr.Open(f"{self.layer}/solve?stops={Edits.stops}&returnDirections=false&f=geojson")
        kinds = [
            row.GetGeometryRef().GetGeometryName() for i in range(data.GetLayerCount())
            for row in data.GetLayer(i)
        ]
        self.assertTrue({"LINESTRING", "MULTILINESTRING"} & set(kinds), kinds)


class Edits(unittest.TestCase):
    stops = "7.4189,43.7311;7.4246,43.7394"

    def test_an_edit_by_another_program_counts_in_the_next_answer(self):
        count = ask("FeatureServer/0/query", where="1=1", returnCountOnly="true")["count"]
        data = ogr.Open(town, update=1)
        layer = data.GetLayerByName("deliveries")
        row = ogr.Feature(layer.GetLayerDefn())
        row.SetField("customer", "Added by GDAL")
        row.SetField("driver", "Ada")
        row.SetGeometry(ogr.CreateGeometryFromWkt("POINT (7.4200 43.7300)"))
        layer.CreateFeature(row)
        del row, layer, data
        after = ask("FeatureServer/0/query", where="1=1", returnCountOnly="true")["count"]
        self.assertEqual(after, count + 1)
        found = ask("FeatureServer/0/query", geometry="7.4199,43.7299,7.4201,43.7301",
                    where="customer LIKE 'Added%'")
        self.assertEqual(len(found["features"]), 1)

    def test_a_standing_closure_drawn_by_another_program_is_avoided_soon(self):
        def total():
            answer = ask("NAServer/Route/solve", stops=self.stops, returnDirections="false")
            return answer["routes"]["features"][0]["attributes"]["Total_TravelTime"], answer

        before, answer = total()
        path = answer["routes"]["features"][0]["geometry"]["paths"][0]
        x, y = path[len(path) // 2]
        data = ogr.Open(town, update=1)
        layer = data.GetLayerByName("barriers_polygons")
        row = ogr.Feature(layer.GetLayerDefn())
        row.SetField("Name", "Works")
        row.SetField("BarrierType", 0)
        size = 0.0004
        ring = ", ".join(
            f"{x + size * dx} {y + size * dy}"
            for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)))
        row.SetGeometry(ogr.CreateGeometryFromWkt(f"MULTIPOLYGON ((({ring})))"))
        layer.CreateFeature(row)
        number = row.GetFID()
        del row, layer, data
        closed = self.eventually(lambda: total()[0], lambda found: found > before)
        self.assertGreater(closed, before)
        data = ogr.Open(town, update=1)
        layer = data.GetLayerByName("barriers_polygons")
        layer.DeleteFeature(number)
        del layer, data
        opened = self.eventually(lambda: total()[0], lambda found: found == before)
        self.assertEqual(opened, before)

    def eventually(self, look, is_found):
        """Waits up to ten seconds for what `look` must find: the server looks at layers four times
        a second.
        """
        end = time.monotonic() + 10
        while not is_found(found := look()) and time.monotonic() < end:
            time.sleep(0.1)
        return found


if __name__ == "__main__":
    unittest.main()
