// Meters and seconds of a line's pieces add up to what legs, events and turns have.

import DataStructures
import Geo
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct PieceMeasureProperties {
    @Test(arguments: UInt64(0)..<60)
    func `pieces of every form of the line add up to the legs, exactly`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let town = try DrawnTown(&random)
        var parameters = town.request(&random)
        parameters.outSR = [SpatialReference.wgs84, .webMercator].randomElement(using: &random)
        parameters.outputGeometryPrecision = [0, 5, 80, 400].randomElement(using: &random)
        parameters.outputGeometryPrecisionUnits = .meters
        parameters.outputLines = [.trueShape, .straight, .trueShapeWithMeasure]
            .randomElement(using: &random)
        guard let result = try town.layer.solveIfPossible(parameters) else { return }
        let route = try #require(result.conditions?.first)
        let line = try #require(result.line)
        try #require(route.meters.count == line.count - 1, "seed \(seed)")
        try #require(route.seconds.count == line.count - 1, "seed \(seed)")
        #expect(route.meters.allSatisfy { $0 >= 0 } && route.seconds.allSatisfy { $0 >= 0 })
        for leg in result.routeLegs where leg.routeID == route.routeID {
            let points = try #require(leg.points)
            let pieces = points.lowerBound..<points.upperBound
            let centimeters = route.meters[pieces].reduce(0) { $0 + ($1 * 100).rounded() }
            let milliseconds = route.seconds[pieces].reduce(0) { $0 + ($1 * 1_000).rounded() }
            #expect(centimeters == (leg.meters * 100).rounded(), "seed \(seed)")
            #expect(milliseconds == (try #require(leg.seconds) * 1_000).rounded(), "seed \(seed)")
        }
        for turn in route.turns {
            #expect(turn.seconds > 0 && turn.seconds <= route.seconds[turn.point], "seed \(seed)")
        }
        #expect(Set(route.turns.map(\.point)).count == route.turns.count)
    }

    @Test(arguments: UInt64(200)..<240)
    func `steps lie on the line's points, and their meters are those of the pieces`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed)
        let town = try DrawnTown(&random)
        var parameters = town.request(&random)
        parameters.returnDirections = true
        parameters.outputLines = .trueShape
        parameters.outputGeometryPrecision = [0, 150].randomElement(using: &random)
        parameters.outputGeometryPrecisionUnits = .meters
        guard let result = try town.layer.solveIfPossible(parameters) else { return }
        let route = try #require(result.conditions?.first)
        let steps = try #require(result.directions?.first).steps
        let meters = route.meters.reduce(into: [0.0]) { $0.append($0[$0.count - 1] + $1) }
        var last = 0
        for step in steps {
            let place = try #require(step.place, "seed \(seed)")
            #expect(place.firstPoint >= last && place.lastPoint >= place.firstPoint)
            #expect(meters.indices.contains(place.lastPoint), "seed \(seed)")
            last = place.firstPoint
            // The point, or the one before it.
            #expect(meters[place.firstPoint] <= place.meters + 0.006, "seed \(seed)")
            let next = min(place.firstPoint + 1, meters.count - 1)
            #expect(place.meters <= meters[next] + 0.006, "seed \(seed)")
            if parameters.outputGeometryPrecision == 0 {
                #expect(abs(meters[place.firstPoint] - place.meters) < 0.006, "seed \(seed)")
            }
        }
        #expect(steps.first?.place?.meters == 0)
        #expect(abs((steps.last?.place?.meters ?? -1) - meters[meters.count - 1]) < 0.006)
        parameters.returnConditions = false
        let plain = try #require(try town.layer.solveIfPossible(parameters))
        #expect(plain.directions?.first?.steps.allSatisfy { $0.place == nil } == true)
    }

    @Test(arguments: UInt64(100)..<130)
    func `pieces of a street take the street's time, the turn apart`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let town = try DrawnTown(&random)
        var parameters = town.request(&random)
        parameters.outputGeometryPrecision = 0
        guard let result = try town.layer.solveIfPossible(parameters) else { return }
        let edges = town.traversed(result)
        let route = try #require(result.conditions?.first)
        // Each street is drawn as one straight step.
        try #require(route.meters.count == edges.count, "seed \(seed)")
        let turns = Dictionary(uniqueKeysWithValues: route.turns.map { ($0.point, $0.seconds) })
        for (piece, edge) in edges.enumerated() {
            let meters = town.meters(of: edge)
            #expect(abs(route.meters[piece] - meters) < 0.011, "seed \(seed)")
            let driving = route.seconds[piece] - (turns[piece] ?? 0)
            let expected = meters / town.speed(of: edge) * 3.6
            #expect(abs(driving - expected) <= 0.01 + expected / 1_000, "seed \(seed)")
        }
    }
}
