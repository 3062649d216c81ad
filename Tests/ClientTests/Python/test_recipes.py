"""Runs the blocks of the guide's recipes that need packages; GuideBlockTests runs the others."""

import os
import pathlib
import re

from test_client import HTTP, HTTPS, ClientCase  # first: it keeps this process on this machine

# A copy of the map page's request, which scripts/test_map.py compares with the page's.
MAP_COPY = pathlib.Path(__file__).parent / "map_copy.txt"
PAGE = pathlib.Path(__file__).parents[3] / "Documentation" / "Recipes.md"


class Recipes(ClientCase):
    """Blocks of Recipes.md, as they stand."""

    def test_blocks(self):
        os.environ["PORTAL"] = f"{HTTPS}/arcgis"
        text = PAGE.read_text(encoding="utf-8")
        blocks = [
            block for block in re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
            if "from arcgis" in block
        ]
        self.assertTrue(blocks)
        for block in blocks:
            exec(compile(block, str(PAGE), "exec"), {})

    def test_copy_of_the_map(self):
        text = MAP_COPY.read_text(encoding="utf-8").replace("http://127.0.0.1:6080", HTTP)
        self.assertIn(HTTP, text)
        names = {}
        exec(compile(text, str(MAP_COPY), "exec"), names)
        [route] = names["answer"]["routes"]["features"]
        self.assertEqual(route["attributes"]["StopCount"], 3)
