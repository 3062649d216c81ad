"""Runs a copy of the map page's request, as the page writes it for the ArcGIS API for Python."""

import pathlib

from test_client import HTTP, RECORDER, ClientCase  # first: it keeps this process on this machine

# scripts/test_map.py compares it with what the page writes.
MAP_COPY = pathlib.Path(__file__).parent / "map_copy.txt"


class MapCopy(ClientCase):
    """The copy, as it stands."""

    def test_copy_of_the_map(self):
        text = MAP_COPY.read_text(encoding="utf-8").replace("http://127.0.0.1:6080", HTTP)
        self.assertIn(HTTP, text)
        names = {}
        exec(compile(text, str(MAP_COPY), "exec"), names)
        [route] = names["answer"]["routes"]["features"]
        self.assertEqual(route["attributes"]["StopCount"], 3)
        # The copy asks a server without a portal; that of the replay has one.
        RECORDER.begin()
