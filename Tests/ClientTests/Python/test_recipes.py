"""Runs the blocks of the guide that need packages; GuideBlockTests runs the others."""

import os
import pathlib
import re

from test_client import HTTPS, ClientCase  # first: it keeps this process on this machine

GUIDE = pathlib.Path(__file__).parents[3] / "Documentation"


def blocks(page):
    """The blocks of a page for the ArcGIS API for Python."""
    text = (GUIDE / page).read_text(encoding="utf-8")
    return [block for block in re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
            if "from arcgis" in block]


class Recipes(ClientCase):
    """Blocks of Recipes.md and Server.md, as they stand."""

    def test_blocks(self):
        os.environ["PORTAL"] = f"{HTTPS}/arcgis"
        found = blocks("Recipes.md")
        self.assertTrue(found)
        for block in found:
            exec(compile(block, "Recipes.md", "exec"), {})

    def test_known_clients(self):
        found = blocks("Server.md")
        self.assertTrue(found)
        for block in found:
            # The test's certificate is its own, which no authority signed.
            block = block.replace("https://HOST", HTTPS).replace(
                '"correct horse")', '"correct horse", verify_cert=False)')
            names = {}
            exec(compile(block, "Server.md", "exec"), names)
            self.assertGreater(len(names["answer"]["routes"]["features"]), 0)
