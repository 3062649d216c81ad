"""Runs the blocks of the guide's recipes that need packages; GuideBlockTests runs the others."""

import os
import pathlib
import re
import unittest

import loopback  # noqa: F401  (the client reaches no other machine)

PAGE = pathlib.Path(__file__).parents[3] / "Documentation" / "Recipes.md"


class Recipes(unittest.TestCase):
    """Blocks of Recipes.md, as they stand."""

    def test_blocks(self):
        os.environ["LAYER"] = (
            os.environ["WAYPOST_HTTP"] + "/arcgis/rest/services/Monaco/NAServer/Route"
        )
        text = PAGE.read_text(encoding="utf-8")
        blocks = [
            block for block in re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
            if "from arcgis" in block
        ]
        self.assertTrue(blocks)
        for block in blocks:
            exec(compile(block, str(PAGE), "exec"), {})
