"""Runs the blocks of the guide's recipes that need packages; GuideBlockTests runs the others."""

import os
import pathlib
import re

from test_client import HTTPS, ClientCase  # first: it keeps this process on this machine

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
