"""Asks the server as clients of OSRM do: with routingpy, unchanged."""

import os
import unittest

import loopback  # noqa: F401  (the client reaches no other machine)
from routingpy import OSRM
from routingpy.exceptions import RouterApiError

PLACES = [[7.4176, 43.7325], [7.4215, 43.7365], [7.4285, 43.7405]]


class RoutingpyTests(unittest.TestCase):
    """Routes and tables with routingpy's class for OSRM."""

    def setUp(self):
        self.client = OSRM(base_url=os.environ["WAYPOST_HTTP"])

    def test_directions(self):
        route = self.client.directions(
            PLACES, profile="driving", steps=True, annotations=True, overview="full"
        )
        self.assertGreater(route.duration, 0)
        self.assertGreater(route.distance, 0)
        self.assertGreater(len(route.geometry), 3)
        legs = route.raw["routes"][0]["legs"]
        self.assertEqual(len(legs), 2)
        whole = route.raw["routes"][0]["duration"]
        self.assertAlmostEqual(sum(leg["duration"] for leg in legs), whole, delta=0.01)
        for leg in legs:
            steps = leg["steps"]
            self.assertEqual(steps[0]["maneuver"]["type"], "depart")
            self.assertEqual(steps[-1]["maneuver"]["type"], "arrive")
            total = sum(step["duration"] for step in steps)
            self.assertAlmostEqual(total, leg["duration"], delta=0.05)

    def test_matrix(self):
        matrix = self.client.matrix(PLACES, profile="car", annotations=["duration", "distance"])
        self.assertEqual([len(row) for row in matrix.durations], [3, 3, 3])
        self.assertEqual(matrix.durations[1][1], 0)
        route = self.client.directions(PLACES[:2], profile="car").raw["routes"][0]
        self.assertAlmostEqual(matrix.durations[0][1], route["duration"], delta=0.01)
        self.assertAlmostEqual(matrix.distances[0][1], route["distance"], delta=0.5)

    def test_failure(self):
        with self.assertRaises(RouterApiError) as caught:
            self.client.directions(PLACES, profile="spaceship")
        self.assertIn("InvalidQuery", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
