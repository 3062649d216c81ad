"""Asks the server as clients of OSRM do: with routingpy, and VROOM with a routing host, unchanged."""

import os
import unittest
import urllib.parse

import loopback  # noqa: F401  (the client reaches no other machine)
import vroom
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


class VroomTests(unittest.TestCase):
    """Tours by VROOM, which asks for a table, and then for the routes' lines."""

    def test_tours(self):
        host = urllib.parse.urlsplit(os.environ["WAYPOST_HTTP"])
        problem = vroom.Input(
            servers={"car": f"{host.hostname}:{host.port}"}, router=vroom._vroom.ROUTER.OSRM,
            geometry=True)
        problem.add_vehicle(vroom.Vehicle(1, start=PLACES[0], end=PLACES[0]))
        for number, place in enumerate(PLACES[1:] + [[7.4200, 43.7340]], start=1):
            problem.add_job(vroom.Job(number, location=place, default_service=60))
        solution = problem.solve(exploration_level=5, nb_threads=1)
        self.assertEqual(solution.summary.unassigned, 0)
        steps = solution.routes[solution.routes["type"] == "job"]
        self.assertEqual(sorted(steps["id"]), [1, 2, 3])
        self.assertGreater(solution.summary.duration, 60)
        # With geometry, distances are those of the routes it asked for.
        self.assertGreater(solution.summary.distance, 500)


if __name__ == "__main__":
    unittest.main()
