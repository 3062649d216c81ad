// Streets that part and meet again: a choice where they are long, none round a traffic island.

import Geo
import RouteAPI
import RouteTesting
import Testing

struct ParallelStreetScenarios {
    /// A street `1 2 5 6` that parts at 2 to both sides of its axis, by 3 and by 4.
    private static func parting(meters: Double) -> String {
        let scale = Geodesic.metersPerDegree(atLatitude: 50)
        let (x, y) = (meters / scale.x, meters / 4 / scale.y)
        let nodes: [(Int, Double, Double)] = [
            (1, 4, 50), (2, 4.002, 50), (3, 4.002 + x / 2, 50 + y), (4, 4.002 + x / 2, 50 - y),
            (5, 4.002 + x, 50), (6, 4.006, 50),
        ]
        return nodes.map { "<node id='\($0.0)' lon='\($0.1)' lat='\($0.2)'/>" }.joined()
            + [[1, 2], [2, 3, 5], [2, 4, 5], [5, 6]].enumerated().map { row, street in
                "<way id='\(row + 1)'>" + street.map { "<nd ref='\($0)'/>" }.joined()
                    + "<tag k='highway' v='tertiary'/><tag k='name' v='Ring'/></way>"
            }.joined()
    }

    @Test(arguments: [(20.0, false), (100, true)])
    func `a fork is reported unless the streets meet again at once`(
        meters: Double, isFork: Bool
    ) throws {
        let places = [Coordinate(x: 4.001, y: 50), Coordinate(x: 4.005, y: 50)]
        let result = try answer(from: .imported(Self.parting(meters: meters)), places) {
            $0.returnDirections = true
        }
        let texts = try #require(result.directions?.first).steps.map(\.text)
        #expect(texts.contains { $0.contains("fork") } == isFork, "\(texts)")
    }
}
