// Stops equally near to two streets: the answer names the place where the route visits them.

import DataStructures
import Geo
import PathFinding
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct EquallyNearScenarios {
    private let sketch = NetworkSketch(
        """
        a---b---c
                |
        d---e---f
        """
    ) {
        $0.road("abc", seconds: 10)
        $0.road("def", seconds: 10)
        $0.road("cf", seconds: 10)
    }

    private var middle: Coordinate {
        let (north, south) = (sketch.place("a", "b", at: 0.5), sketch.place("d", "e", at: 0.5))
        return Coordinate(x: north.x, y: (north.y + south.y) / 2)
    }

    @Test(arguments: [("a", "a", "b"), ("d", "d", "e")] as [(Character, Character, Character)])
    func `a stop names the street on which the route reaches it, or leaves`(
        from: Character, west: Character, east: Character
    ) throws {
        let on = sketch.place(west, east, at: 0.5)
        for (stop, places) in [
            (1, [sketch.place(from), middle]), (0, [middle, sketch.place(from)]),
        ] {
            let result = try answer(sketch, places)
            #expect(result.impedance == 5_000)
            #expect(
                result.stop(stop, "SourceOID") == .integer(Int(sketch.edge(west, east) / 2 * 2)))
            let y = try #require(result.number("SnapY", stop: stop))
            #expect(abs(y - on.y) < 1e-7)
        }
    }

    @Test func `a refresh names the same street as the solve`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        let places = [sketch.place("d"), middle, sketch.place("e")]
        let solved = try answer(from: layer, places) { $0.returnRouteHandle = true }
        #expect(solved.stop(1, "SourceOID") == .integer(Int(sketch.edge("d", "e") / 2 * 2)))
        var refresh = RefreshParameters()
        guard case .string(let handle)? = solved.route(0, "RouteHandle") else {
            Issue.record("the route has no handle")
            return
        }
        refresh.routeHandle = handle
        refresh.returnStops = true
        let again = try layer.refresh(refresh)
        for field in ["SourceOID", "PosAlong", "SideOfEdge", "SnapX", "SnapY"] {
            #expect(again.stop(1, field) == solved.stop(1, field))
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `the line of a route begins and ends where its stops are placed`(seed: UInt64) throws {
        var random = SeededGenerator(seed &+ 17_000)
        let rows = ["abcde", "fghij", "klmno", "pqrst", "uvwxy"]
        var sketch = NetworkSketch(
            rows.map { row in row.map(String.init).joined(separator: "---") }
                .joined(separator: "\n"))
        let columns = (0..<5).map { column in String(rows.map { Array($0)[column] }) }
        for word in (rows + columns).shuffled(using: &random) {
            sketch.road(word, seconds: Double(Int.random(in: 20...60, using: &random)))
        }
        // Stops in the middle of blocks that are twice as wide as high.
        let letters = rows.map(Array.init)
        let stops = (0..<3).map { _ in
            let (row, column) = (
                Int.random(in: 0..<4, using: &random), Int.random(in: 0..<4, using: &random)
            )
            let (north, south) = (
                sketch.place(letters[row][column], letters[row][column + 1], at: 0.5),
                sketch.place(letters[row + 1][column], letters[row + 1][column + 1], at: 0.5)
            )
            return Coordinate(x: north.x, y: (north.y + south.y) / 2)
        }
        let result = try answer(sketch, stops)
        guard case .polyline(let paths, _)? = result.routes?.features.first?.geometry,
            let first = paths.first?.first, let last = paths.last?.last
        else {
            Issue.record("seed \(seed): the route has no line")
            return
        }
        for (stop, end) in [(0, first), (2, last)] {
            let x = try #require(result.number("SnapX", stop: stop))
            let y = try #require(result.number("SnapY", stop: stop))
            #expect(abs(x - end.x) < 1e-7 && abs(y - end.y) < 1e-7, "seed \(seed)")
        }
    }
}
