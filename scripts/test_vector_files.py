"""Checks that files of other programs can be imported and exported through GDAL.

usage: test_vector_files.py WAYPOST FOLDER   the program, and the folder of
scripts/test-geopackage
"""

import csv
import os
import subprocess
import sys
import unittest
import zipfile

from osgeo import ogr, osr

ogr.UseExceptions()
waypost, folder = sys.argv[1:3]
del sys.argv[1:]

town = f"{folder}/town.gpkg"
PLACES = (("Ada", 7.4188621, 43.7330002), ("Bob", 7.4239298, 43.7371517))


def run(*arguments, code=0, **environment):
    """Returns a command's standard output and error, after checking its exit code."""
    done = subprocess.run([waypost, *arguments], capture_output=True, text=True, timeout=300,
                          env={**os.environ, **environment}, check=False)
    if done.returncode != code:
        raise AssertionError(f"exit code {done.returncode}: {done.stderr}")
    return done.stdout, done.stderr


def written(driver, name, layers=("stops",)):
    """Makes a file with two stops, by GDAL alone."""
    path = f"{folder}/{name}"
    data = ogr.GetDriverByName(driver).CreateDataSource(path)
    system = osr.SpatialReference()
    system.ImportFromEPSG(4326)
    system.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    for title in layers:
        layer = data.CreateLayer(title, system, ogr.wkbPoint)
        layer.CreateField(ogr.FieldDefn("Title", ogr.OFTString))
        layer.CreateField(ogr.FieldDefn("parcels", ogr.OFTInteger))
        for number, (title, x, y) in enumerate(PLACES):
            row = ogr.Feature(layer.GetLayerDefn())
            row.SetField("Title", title)
            if number == 0:
                row.SetField("parcels", 5)
            row.SetGeometry(ogr.CreateGeometryFromWkt(f"POINT ({x} {y})"))
            layer.CreateFeature(row)
        del layer
    del data
    return path


class Reading(unittest.TestCase):
    def imported(self, path, layer):
        """Returns a file's rows after an import, by their titles."""
        target = f"{folder}/imported.gpkg"
        run("layers", "import", path, "--into", f"{target}#{layer}", "--replace", "--quiet")
        # A row of GDAL must not outlive its file.
        data = ogr.Open(target)
        found = {}
        for row in data.GetLayerByName(layer):
            shape = row.GetGeometryRef()
            names = [field.GetName() for field in data.GetLayerByName(layer).schema]
            title = next(name for name in names if name in ("Title", "Name") and row.GetField(name))
            found[row.GetField(title)] = (row.GetField("parcels"), shape.GetX(), shape.GetY())
        return found

    def check(self, path, layer):
        found = self.imported(path, layer)
        self.assertEqual(found.keys(), {title for title, _, _ in PLACES})
        # MapInfo has no missing numbers.
        none = 0 if path.endswith((".tab", ".mif")) else None
        self.assertEqual([found[title][0] for title, _, _ in PLACES], [5, none])
        for title, x, y in PLACES:
            self.assertAlmostEqual(found[title][1], x, 6)
            self.assertAlmostEqual(found[title][2], y, 6)

    def test_files_of_every_format_become_the_same_layer(self):
        for driver, name in (
                ("ESRI Shapefile", "a.shp"), ("FlatGeobuf", "a.fgb"), ("MapInfo File", "a.tab"),
                ("LIBKML", "a.kmz"), ("OpenFileGDB", "a.gdb"), ("GML", "a.gml")):
            with self.subTest(name):
                self.check(written(driver, name), "of_" + name.replace(".", "_"))
        self.check(written("MapInfo File", "b.mif"), "of_b_mif")

    def test_folders_lines_and_zipped_geodatabases_too(self):
        self.check(written("GeoJSONSeq", "lines.geojsonl"), "lines")
        os.makedirs(f"{folder}/shapes", exist_ok=True)
        written("ESRI Shapefile", "shapes/only.shp")
        self.check(f"{folder}/shapes", "shapes")
        base = written("OpenFileGDB", "zipped.gdb")
        with zipfile.ZipFile(base + ".zip", "w") as archive:
            for name in os.listdir(base):
                archive.write(f"{base}/{name}", f"zipped.gdb/{name}")
        self.check(base + ".zip", "zipped")

    def test_a_drawing_has_no_system_and_says_so(self):
        data = ogr.GetDriverByName("DXF").CreateDataSource(f"{folder}/plan.dxf")
        layer = data.CreateLayer("entities")
        row = ogr.Feature(layer.GetLayerDefn())
        row.SetGeometry(ogr.CreateGeometryFromWkt("LINESTRING (691000 5335000, 691010 5335000)"))
        layer.CreateFeature(row)
        del row, layer, data
        arguments = ("layers", "import", f"{folder}/plan.dxf", "--into", f"{folder}/plan.gpkg")
        _, error = run(*arguments, code=3)
        self.assertIn("--sr 25832", error)
        run(*arguments, "--sr", "25832", "--quiet")
        data = ogr.Open(f"{folder}/plan.gpkg")
        self.assertEqual(data.GetLayer(0).GetSpatialRef().GetAuthorityCode(None), "25832")

    def test_a_table_of_trips_and_barriers_are_read_by_their_commands(self):
        data = ogr.GetDriverByName("XLSX").CreateDataSource(f"{folder}/trips.xlsx")
        layer = data.CreateLayer("trips")
        names = ("FromX", "FromY", "ToX", "ToY")
        for name in names:
            layer.CreateField(ogr.FieldDefn(name, ogr.OFTReal))
        row = ogr.Feature(layer.GetLayerDefn())
        for name, value in zip(names, (*PLACES[0][1:], *PLACES[1][1:]), strict=True):
            row.SetField(name, value)
        layer.CreateFeature(row)
        del row, layer, data
        run("batch", "--network", f"{folder}/monaco", "--pairs", f"{folder}/trips.xlsx",
            "-o", f"{folder}/trips.csv", "--quiet")
        with open(f"{folder}/trips.csv", encoding="utf-8") as table:
            self.assertEqual(len(table.readlines()), 2)
        run("layers", "export", f"{town}#barriers_polygons", "-o", f"{folder}/closed.shp",
            "--quiet")
        places = [f"{x},{y}" for _, x, y in PLACES]
        options = ["solve", "--network", f"{folder}/monaco", *places, "--format", "csv", "--table",
                   "routes", "--quiet"]
        free = run(*options)[0]
        closed = run(*options, "--polygon-barriers", f"{folder}/closed.shp")[0]
        self.assertNotEqual(free, closed)

    def test_reading_leaves_nothing_beside_a_file(self):
        path = written("GML", "alone.gml")
        os.remove(f"{folder}/alone.xsd")
        self.check(path, "alone")
        self.assertFalse(os.path.exists(f"{folder}/alone.gfs"))

    def test_archives_are_read_with_and_without_a_folder(self):
        written("ESRI Shapefile", "z.shp")
        for name, inner in (("flat.zip", ""), ("deep.zip", "a folder/"), ("tiny.zip", "d/")):
            path = f"{folder}/{name}"
            with zipfile.ZipFile(path, "w") as archive:
                if inner:
                    archive.writestr(inner, "")
                for suffix in ("shp", "shx", "dbf", "prj"):
                    archive.write(f"{folder}/z.{suffix}", f"{inner}z.{suffix}")
            with self.subTest(name):
                self.check(path, name[:4])

    def test_one_of_several_layers_is_chosen(self):
        path = written("OpenFileGDB", "several.gdb", layers=("mon", "tue"))
        _, error = run("layers", "import", path, "--into", f"{folder}/no.gpkg", code=3)
        self.assertIn("the layers are: mon, tue", error)
        self.check(path + "#tue", "tue")

    def test_stops_of_every_format_make_the_same_route(self):
        def route(path):
            return run("solve", "--network", f"{folder}/monaco", "--stops", path,
                       "--format", "csv", "--table", "routes")[0]

        for driver in ("XLSX", "ODS"):
            data = ogr.GetDriverByName(driver).CreateDataSource(f"{folder}/stops.{driver.lower()}")
            layer = data.CreateLayer("stops")
            for name, kind in (("Name", ogr.OFTString), ("lon", ogr.OFTReal), ("lat", ogr.OFTReal)):
                layer.CreateField(ogr.FieldDefn(name, kind))
            for title, x, y in PLACES:
                row = ogr.Feature(layer.GetLayerDefn())
                for name, value in (("Name", title), ("lon", x), ("lat", y)):
                    row.SetField(name, value)
                layer.CreateFeature(row)
            del row, layer, data
        with open(f"{folder}/stops.csv", "w", encoding="utf-8") as table:
            table.write("Name,lon,lat\n")
            table.writelines(f"{title},{x},{y}\n" for title, x, y in PLACES)
        wanted = route(f"{folder}/stops.csv")
        self.assertEqual(route(f"{folder}/stops.xlsx"), wanted)
        self.assertEqual(route(f"{folder}/stops.ods"), wanted)
        data = ogr.GetDriverByName("ESRI Shapefile").CreateDataSource(f"{folder}/stops.shp")
        layer = data.CreateLayer("stops", None, ogr.wkbPoint)
        layer.CreateField(ogr.FieldDefn("Name", ogr.OFTString))
        for title, x, y in PLACES:
            row = ogr.Feature(layer.GetLayerDefn())
            row.SetField("Name", title)
            row.SetGeometry(ogr.CreateGeometryFromWkt(f"POINT ({x} {y})"))
            layer.CreateFeature(row)
        del row, layer, data
        self.assertEqual(route(f"{folder}/stops.shp"), wanted)

    def test_a_trace_of_another_format_is_read(self):
        path = written("LIBKML", "trace.kmz")
        table = f"{folder}/trace.csv"
        with open(table, "w", encoding="utf-8") as file:
            file.write("lon,lat\n")
            file.writelines(f"{x},{y}\n" for _, x, y in PLACES)
        matched = [run("match", "--network", f"{folder}/monaco", trace)[0].partition(": ")[2]
                   for trace in (path, table)]
        self.assertEqual(*matched)
        self.assertIn("1 trace of 2 positions", matched[0])

    def test_words_of_gdal_are_in_the_message_alone(self):
        path = f"{folder}/broken.shp"
        with open(path, "wb") as file:
            file.write(b"\0" * 40)
        _, error = run("layers", "import", path, "--into", f"{folder}/no.gpkg", code=3)
        self.assertEqual(error.count("\n"), 1, error)
        self.assertIn("a shapefile that GDAL", error)
        self.assertFalse(os.path.exists(f"{folder}/no.gpkg"))

    def test_without_gdal_the_message_says_what_would_work(self):
        path = written("ESRI Shapefile", "lonely.shp")
        for arguments in (("layers", "import", path, "--into", f"{folder}/no.gpkg"),
                          ("solve", "--network", f"{folder}/monaco", "--stops", path)):
            _, error = run(*arguments, code=3, WAYPOST_GDAL="/nowhere/libgdal.so")
            for words in ("lonely.shp", "a shapefile is read by GDAL", "gdal-bin",
                          "ogr2ogr lonely.gpkg lonely.shp"):
                self.assertIn(words, error)


class Writing(unittest.TestCase):
    def test_a_layer_is_written_and_comes_back_the_same(self):
        def rows(path, layer):
            return run("layers", "query", f"{path}#{layer}", "--format", "csv", "--where", "1=1",
                       "--order-by", "fid")[0]

        wanted = rows(town, "deliveries")
        for suffix in ("shp", "fgb", "xlsx"):
            with self.subTest(suffix):
                path = f"{folder}/out.{suffix}"
                for _ in range(2):  # the second one replaces the first
                    run("layers", "export", f"{town}#deliveries", "-o", path, "--quiet")
                back = f"{folder}/back.gpkg#{suffix}"
                types = ["--type", "day=date"] if suffix != "fgb" else []
                run("layers", "import", path, "--into", back, "--replace", "--quiet", *types)
                found = rows(f"{folder}/back.gpkg", suffix)
                if suffix == "shp":  # names of ten letters
                    found, wanted_now = (text.partition("\n")[2] for text in (found, wanted))
                else:
                    wanted_now = wanted
                self.assertEqual(found, wanted_now)
        left = [name for name in os.listdir(folder) if "partial" in name]
        self.assertEqual(left, [])

    def test_an_answer_is_an_input_and_opens_in_other_programs(self):
        answer, sheets = f"{folder}/answer.csv", f"{folder}/answer.xlsx"
        lines = [f"{folder}/answer.{suffix}" for suffix in ("shp", "fgb")]
        places = [f"{title}={x},{y}" for title, x, y in PLACES]
        options = ["solve", "--network", f"{folder}/monaco", "--quiet"]
        outputs = [part for path in (answer, sheets, *lines) for part in ("-o", path)]
        run(*options, *places, *outputs)
        again = f"{folder}/again.csv"
        run(*options, "--stops", sheets, "-o", again)
        with open(answer, encoding="utf-8") as one, open(again, encoding="utf-8") as two:
            rows = list(zip(csv.reader(one), csv.reader(two), strict=True))
        self.assertEqual(len(rows), 3)
        for wanted, found in rows:
            for cell, other in zip(wanted, found, strict=True):
                # Snapped again, a place moves by less than a hair.
                same = cell == other or abs(float(cell) - float(other)) < 1e-5
                self.assertTrue(same, f"{cell} {other}")
        for path in lines:
            data = ogr.Open(path)
            self.assertEqual(data.GetLayer(0).GetFeatureCount(), 1)
            row = data.GetLayer(0).GetFeature(0)
            self.assertGreater(row.GetGeometryRef().Length(), 0.005)
        matrix = f"{folder}/matrix.xlsx"
        run("matrix", "--network", f"{folder}/monaco", "--origins", sheets + "#stops", "-o", matrix)
        data = ogr.Open(matrix)
        self.assertIn("odLines", [data.GetLayer(n).GetName() for n in range(data.GetLayerCount())])
        _, error = run(*options, *places, "-o", "-", "--format", "xlsx", code=2)
        self.assertIn("not a stream", error)

    def test_other_programs_read_what_is_written(self):
        for suffix, driver in (("shp", "ESRI Shapefile"), ("fgb", "FlatGeobuf")):
            path = f"{folder}/seen.{suffix}"
            run("layers", "export", f"{town}#barriers_polygons", "-o", path, "--quiet")
            data = ogr.Open(path)
            self.assertEqual(data.GetDriver().GetName(), driver)
            layer = data.GetLayer(0)
            self.assertEqual(layer.GetSpatialRef().GetAuthorityCode(None), "4326")
            self.assertTrue(layer.GetFeatureCount() > 0)
            for row in layer:
                self.assertTrue(row.GetGeometryRef().IsValid())


if __name__ == "__main__":
    unittest.main(verbosity=1)
