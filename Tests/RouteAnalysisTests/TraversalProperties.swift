// Tests traversed rows on random networks: their costs add up to the route's total.

import DataStructures
import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct TraversalProperties {
    private static let network =
        "a---b---c---d\n|   |   |   |\ne---f---g---h\n|   |   |   |\ni---j---k---l"

    /// A grid of streets with random times and tolls, some of them one-way.
    private func sketch(_ random: inout SeededGenerator) -> NetworkSketch {
        var sketch = NetworkSketch(Self.network)
        for word in ["abcd", "efgh", "ijkl", "aei", "bfj", "cgk", "dhl"] {
            for (from, to) in zip(word, word.dropFirst()) {
                let seconds = Double(Int.random(in: 1...90, using: &random))
                let isOneWay = Int.random(in: 0..<5, using: &random) == 0
                if isOneWay {
                    sketch.oneWay("\(from)\(to)", seconds: seconds)
                } else {
                    sketch.road("\(from)\(to)", seconds: seconds) {
                        $0.restrictions = Bool.random(using: &random) ? TestNetwork.toll : 0
                    }
                }
            }
        }
        return sketch
    }

    /// The sum of a field over a set's rows.
    private func sum(_ field: String, _ set: FeatureSet?) -> Double {
        (set?.features ?? []).reduce(0) { sum, row in
            if case .double(let value) = set?.value(field, of: row) { sum + value } else { sum }
        }
    }

    @Test(arguments: UInt64(0)..<60)
    func `edges, junctions and turns together cost what the route costs`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let sketch = sketch(&random)
        let letters = sketch.letters
        func place() -> Coordinate {
            let from = letters[Int.random(in: 0..<letters.count, using: &random)]
            let to = letters[Int.random(in: 0..<letters.count, using: &random)]
            return sketch.place(from, to, at: [0, 0, 0.3, 0.5].randomElement(using: &random) ?? 0)
        }
        var parameters = RouteParameters(through: [])
        let stops = (0..<Int.random(in: 2...4, using: &random)).map { _ in place() }
        let services: [[String: AttributeValue]] = stops.map { _ in
            ["Attr_TravelTime": .double(Double(Int.random(in: 0...3, using: &random)))]
        }
        parameters.stops = LocationInput(features: .places(stops, attributes: services))
        parameters.barriers.point = LocationInput(
            features: .places(
                [place(), place()],
                attributes: [
                    ["BarrierType": .integer(2), "Attr_TravelTime": .double(2)],
                    ["BarrierType": .integer(2), "Attr_Length": .double(50)],
                ]))
        parameters.restrictUTurns = .allowBacktrack
        parameters.returnTraversedEdges = true
        parameters.returnTraversedJunctions = true
        parameters.returnTraversedTurns = true
        let layer = try NetworkLayer.sketched(sketch)
        let result: AnalysisResult
        do throws(RouteRequestError) {
            result = try layer.solve(parameters)
        } catch {
            #expect(error.identifier == .noSolution, "seed \(seed): \(error)")
            return
        }
        let sets = [result.traversedEdges, result.traversedJunctions, result.traversedTurns]
        for cost in ["TravelTime", "Length"] {
            guard case .double(let total) = result.route(0, "Total_\(cost)") else { continue }
            let found = sets.reduce(0) { $0 + sum("Attr_\(cost)", $1) }
            #expect(abs(found - total) < 1e-6 * max(1, total), "seed \(seed): \(cost)")
            let last = result.traversedJunctions.flatMap { set in
                set.features.last.flatMap { set.value("Cumul_\(cost)", of: $0) }
            }
            guard case .double(let end) = last else {
                Issue.record("seed \(seed): the last stop has no costs")
                continue
            }
            #expect(abs(end - total) < 1e-6 * max(1, total), "seed \(seed): \(cost) at the end")
        }
        let ends = result.traversedEdges?.features.map { row in
            ["FromJunctionID", "ToJunctionID"].map { result.traversedEdges?.value($0, of: row) }
        }
        for (before, after) in zip(ends ?? [], (ends ?? []).dropFirst()) {
            guard case .integer(let end) = before[1], case .integer(let start) = after[0] else {
                continue
            }
            #expect(start >= end, "seed \(seed): edges go on from where the one before ended")
        }
    }
}
