// Left-hand and right-hand traffic in one network.

import Geo
import RoadNetwork
import RouteAPI
import RouteTesting
import Testing

struct DrivingSideScenarios {
    /// Two painted roundabouts; `d` lies beyond the border.
    private let sketch = NetworkSketch(
        """
        n.......m
        |       |
        c---b---d---e
        |       |
        s.......o
        """
    ) {
        $0.road("cb", seconds: 20)
        $0.road("ncs", seconds: 20)
        for word in ["bde", "mdo"] {
            $0.road(word, seconds: 20) { $0.drivingSide = .left }
        }
        $0.mark("cd", .miniRoundabout)
    }

    @Test(arguments: [("n", "b", 302), ("b", "m", 202)] as [(Character, Character, Int)])
    func `the point of a roundabout has the direction of traffic round it`(
        from: Character, to: Character, type: Int
    ) throws {
        let result = try answer(sketch, [sketch.place(from), sketch.place(to)]) {
            $0.returnDirections = true
        }
        let types = try #require(result.directions?.first).steps.map(\.pointType)
        #expect(types.contains(type), "\(types)")
        #expect(!types.contains(type == 302 ? 202 : 302))
    }
}
