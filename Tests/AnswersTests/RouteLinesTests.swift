// Tests the line of a route: where it begins and ends, and its shape and measures.

import Geo
import Preparation
import RouteAPI
import RouteTesting
import Testing

@testable import Answers

struct RouteLinesTests {
    private func line(
        of drawn: SketchedRoute
    ) throws -> (lines: RouteLines, line: RouteLine) {
        let lines = RouteLines(network: drawn.layer.network, request: drawn.prepared.request)
        return (lines, try lines.line(of: drawn.route))
    }

    private func areSame(_ found: [Coordinate], _ wanted: [Coordinate]) -> Bool {
        found.count == wanted.count
            && zip(found, wanted).allSatisfy { abs($0.x - $1.x) < 1e-6 && abs($0.y - $1.y) < 1e-6 }
    }

    @Test func `a line is trimmed to the places of its stops`() throws {
        let drawn = try SketchedRoute()
        let (_, line) = try line(of: drawn)
        #expect(
            areSame(line.vertices, [drawn.places[0], drawn.sketch.place("b"), drawn.places[1]]))
        #expect(line.legCount == 1)
        #expect(line.firstVertex(ofLeg: 0) == 0 && line.lastVertex(ofLeg: 0) == 2)
        // The vertex at the corner ends one street and begins the other.
        #expect(line.steps(ofElement: 0, leg: 0) == 0..<1)
        #expect(line.steps(ofElement: 1, leg: 0) == 1..<2)
        #expect(areSame([line.end(ofElement: 0, leg: 0)], [drawn.sketch.place("b")]))
    }

    @Test(arguments: [
        (OutputLineType.none, []), (.straight, [0, 2]), (.trueShape, [0, 1, 2]),
        (.trueShapeWithMeasure, [0, 1, 2]),
    ])
    func `a shape has the vertices that the request wants`(
        type: OutputLineType, vertices: [Int]
    ) throws {
        let (lines, line) = try line(of: SketchedRoute { $0.outputLines = type })
        #expect(lines.shapeVertices(of: line) == vertices)
        guard case .polyline(let paths, let measures) = lines.shape(of: line) else {
            Issue.record("the shape is no line")
            return
        }
        #expect(paths == (vertices.isEmpty ? [] : [vertices.map { line.vertices[$0] }]))
        #expect((measures != nil) == (type == .trueShapeWithMeasure))
    }

    @Test func `measures are the cost from the start`() throws {
        let (lines, line) = try line(of: SketchedRoute { $0.outputLines = .trueShapeWithMeasure })
        // Half of ten seconds to the corner, and three quarters of ten from there.
        let wanted = [0.0, 5_000, 12_500]
        #expect(zip(line.quanta, wanted).allSatisfy { abs($0 - $1) <= 1 })
        let found = try #require(lines.measures(at: [0, 2], of: line))
        #expect(found.count == 2 && found[0] == 0 && abs(found[1] - 12.5 / 60) < 1e-4)
        let plain = try self.line(of: SketchedRoute())
        #expect(plain.line.quanta.isEmpty)
    }
}
