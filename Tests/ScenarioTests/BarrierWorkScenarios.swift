// Barriers are bounded work: a cancelled solve stops among them, and their reach is limited.

import Foundation
import Geo
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct BarrierWorkScenarios {
    private let sketch = barrierBlock

    private var places: [Coordinate] { sketch.places("ac") }

    @Test func `barriers that touch more streets than allowed are refused with the number`() throws
    {
        let layer = try layer(sketch) { $0.limits.maximumAffectedFeatures.polygon = 3 }
        let all = [
            Coordinate(x: 9, y: 49), Coordinate(x: 9, y: 51), Coordinate(x: 11, y: 51),
            Coordinate(x: 11, y: 49), Coordinate(x: 9, y: 49),
        ]
        let error = try failure(from: layer, places) { $0.barPolygons([[all]]) }
        #expect(error?.identifier == .limitExceeded)
        #expect(error?.extendedCode == .tooManyBarriers)
        #expect(error?.text.contains("more streets than the 3") == true)
        let narrow = sketch.across("a", "b", at: 0.5)
        #expect(
            try failure(from: layer, places) { $0.barLines([narrow, narrow, narrow, narrow]) }
                == nil)
    }

    @Test func `lines that cross streets too often are refused with the number`() throws {
        let layer = try layer(sketch) { $0.limits.maximumBarrierPlaces = 5 }
        // A line that crosses the same street repeatedly.
        func zigzag(_ times: Int) -> [Coordinate] {
            (0...times).map { turn in
                var corner = sketch.place("a", "b", at: 0.2 + 0.6 * Double(turn) / Double(times))
                corner.y += turn % 2 == 0 ? 1e-5 : -1e-5
                return corner
            }
        }
        #expect(try failure(from: layer, places) { $0.barLines([zigzag(5)]) } == nil)
        let error = try #require(try failure(from: layer, places) { $0.barLines([zigzag(6)]) })
        #expect(error.identifier == .limitExceeded)
        #expect(error.extendedCode == .tooManyBarriers)
        #expect(error.text.contains("\"polylineBarriers\" cross streets at more than the 5 places"))
    }

    @Test func `barriers of more vertices than allowed are refused with the number`() throws {
        let layer = try layer(sketch) { $0.limits.maximumBarrierVertices = 9 }
        let box = sketch.box("c", "d", 0.4...0.6)
        let error = try failure(from: layer, places) { $0.barPolygons([[box], [box]]) }
        #expect(error?.identifier == .limitExceeded)
        #expect(error?.text.contains("9 (maximumBarrierVertices)") == true, "\(error?.text ?? "")")
        #expect(try failure(from: layer, places) { $0.barPolygons([[box]]) } == nil)
    }

    @Test func `point barriers touch the street that they lie on, or all that meet there`() throws {
        let allowed = try layer(sketch) { $0.limits.maximumAffectedFeatures.point = 3 }
        let within = [sketch.place("b"), sketch.place("c", "d", at: 0.5)]
        let near = sketch.places("ad")
        #expect(try failure(from: allowed, near) { $0.barPoints(within) } == nil)
        let beyond = within + [sketch.place("c", "d", at: 0.4)]
        let error = try failure(from: allowed, near) { $0.barPoints(beyond) }
        #expect(error?.identifier == .limitExceeded)
        #expect(error?.extendedCode == .tooManyBarriers)
        #expect(error?.text.contains("\"barriers\" touch more streets than the 3") == true)
        #expect(
            error?.text.contains("maximumFeaturesAffectedByPointBarriers is 3; found 4") == true)
    }

    @Test func `closures of a whole street and of part of it are one closure`() throws {
        let box = sketch.box("a", "b", 0.1...0.9)
        let cost = try milliseconds(sketch, "ab") {
            $0.barPoints(
                [sketch.place("a", "b", at: 0.5), sketch.place("a", "b", at: 0.6)],
                [["FullEdge": .integer(1)], ["FullEdge": .integer(1)]])
            $0.barPolygons([[box]])
        }
        #expect(cost == 30_000)
    }

    @Test func `the time limit of a solve ends it among its barriers`() throws {
        let layer = try layer(sketch) { $0.limits.maximumAffectedFeatures.polygon = 1_000 }
        var parameters = RouteParameters(through: places)
        // Many-vertex rings that touch every street: far more work than the limit allows.
        let rings = (0..<40).map { number -> [Coordinate] in
            let corners = (0..<5_000).map { corner -> Coordinate in
                let angle = 2 * Double.pi * Double(corner) / 5_000
                let radius = 0.5 + 0.01 * Double(number) + (corner % 2 == 0 ? 0 : 0.2)
                return Coordinate(x: 10 + radius * cos(angle), y: 50 + radius * sin(angle))
            }
            return corners + [corners[0]]
        }
        parameters.barPolygons(rings.map { [$0] })
        let control = SolveControl(timeLimitSeconds: 0.02)
        let error = #expect(throws: RouteRequestError.self) {
            _ = try layer.solve(parameters, control: control)
        }
        #expect(error?.identifier == .timedOut, "\(String(describing: error))")
        #expect(control.timings.routing == .zero, "nothing after the barriers is reached")
    }
}
