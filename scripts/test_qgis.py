"""Draws a layer's tiles with QGIS and looks at the picture; scripts/test-qgis runs this.

usage: test_qgis.py LAYER FOLDER    LAYER is the layer's URL; the pictures go to FOLDER
"""

import json
import re
import sys
import unittest
import urllib.request
from pathlib import Path

from qgis.core import (
    QgsApplication, QgsCoordinateReferenceSystem, QgsCoordinateTransform, QgsMapRendererParallelJob,
    QgsMapSettings, QgsProject, QgsRectangle,
)
from qgis.PyQt.QtCore import QSize
from qgis.PyQt.QtGui import QColor

url, folder = sys.argv[1:3]
PAGE = Path(__file__).parent.parent / "Documentation/Map.md"
# The harbor and what lies around it: land, buildings, ponds (the sea is not drawn), most streets.
BOX = (7.4175, 43.7335, 7.4295, 43.7405)


def recipe():
    """Runs the page's block, which makes the layer."""
    found = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    [block] = [block for block in found if "from qgis" in block]
    names = {}
    here = re.sub(r"http://127\.0\.0\.1:6080/\S*?/NAServer/Route", url, block)
    exec(compile(here, PAGE.name, "exec"), names)
    return names["layer"]


def read(path):
    with urllib.request.urlopen(f"{url}/{path}", timeout=60) as answer:
        return json.load(answer)


class Drawn(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.layer = recipe()
        project = QgsProject.instance()
        mercator = QgsCoordinateReferenceSystem("EPSG:3857")
        degrees = QgsCoordinateReferenceSystem("EPSG:4326")
        settings = QgsMapSettings()
        settings.setLayers([cls.layer])
        settings.setDestinationCrs(mercator)
        settings.setBackgroundColor(QColor("#ff00ff"))
        settings.setOutputSize(QSize(1100, 900))
        settings.setExtent(QgsCoordinateTransform(degrees, mercator, project)
                           .transformBoundingBox(QgsRectangle(*BOX)))
        job = QgsMapRendererParallelJob(settings)
        job.start()
        job.waitForFinished()
        cls.problems = [error.message for error in job.errors()]
        cls.picture = job.renderedImage()
        cls.picture.save(str(Path(folder, "monaco.png")))
        cls.style = read("style.json")

    def share(self, color, within=3):
        """Returns the share of the picture that has about this color."""
        wanted = QColor(color)
        wide, high = self.picture.width(), self.picture.height()
        count = sum(
            all(abs(a - b) <= within for a, b in zip(
                self.picture.pixelColor(x, y).getRgb()[:3], wanted.getRgb()[:3]))
            for x in range(0, wide, 2) for y in range(0, high, 2))
        return count / (wide // 2 * (high // 2))

    def paint(self, name, key):
        [layer] = [layer for layer in self.style["layers"] if layer["id"] == name]
        return layer["paint"][key]

    def test_the_layer_is_valid_and_its_style_is_read_without_complaint(self):
        self.assertTrue(self.layer.isValid())
        self.assertEqual(self.problems, [])
        kinds = {style.layerName() for style in self.layer.renderer().styles()}
        self.assertGreaterEqual(
            kinds, {"streets", "ferries", "water_polygons", "buildings", "land", "boundaries"})
        labels = {style.layerName() for style in self.layer.labeling().styles()}
        self.assertGreaterEqual(labels, {"street_labels", "place_labels"})

    def test_nothing_is_left_out_of_the_picture(self):
        self.assertLess(self.share("#ff00ff"), 0.001, "the land is not drawn")

    def test_water_buildings_and_streets_have_their_colors(self):
        for name, key, least in (
            ("background", "background-color", 0.05), ("water", "fill-color", 0.0003),
            ("building", "fill-color", 0.05),
        ):
            self.assertGreater(self.share(self.paint(name, key)), least, name)
        colors = [part for part in self.paint("street-ground", "line-color")
                  if isinstance(part, str) and part.startswith("#")]
        shares = {color: self.share(color) for color in colors}
        self.assertGreater(shares[colors[-1]], 0.03, f"minor streets: {shares}")
        # Motorways and trunks do not come here.
        self.assertGreater(max(shares[color] for color in colors[:-1]), 0.003, shares)

    def test_streets_have_names(self):
        color = self.paint("label-name", "text-color")
        self.assertGreater(self.share(color, 40), 0.002)


if __name__ == "__main__":
    application = QgsApplication([], False)
    application.initQgis()
    program = unittest.main(argv=sys.argv[:1], exit=False, verbosity=1)
    application.exitQgis()
    sys.exit(not program.result.wasSuccessful())
